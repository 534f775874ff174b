#include "engine/ide/place/template_calls.h"

#include <algorithm>
#include <utility>

#include "engine/base/path.h"
#include "engine/bind/scopes.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/evaluate.h"
#include "engine/ide/place/literals.h"
#include "engine/world/callers.h"
#include "engine/world/language_lookup.h"
#include "engine/world/module_lookup.h"

namespace hcl::ide {

namespace {

using syntax::Node;
using syntax::NodeKind;

bool may_mention(const world::FileState& state, std::string_view name) {
    return state.raw_text() ? state.raw_text()->find(name) != std::string::npos
                            : state.tree()->text().find(name) != std::string::npos;
}

constexpr std::uint64_t kStepsOfVariables = 200'000;

TemplateCall read_call(const bind::ModulePtr& module, const bind::UnitSlot& slot, std::uint32_t body,
                       Node variables) {
    TemplateCall out{module, slot.file, variables.span().shifted(slot.base), Value::dynamic(), {}};
    eval::EvalOptions options;
    options.limits.steps = std::min(kStepsOfVariables, module->limits().file_steps);
    if (slot.state)
        out.value = eval::evaluate(variables, bind::scope_of(*module, slot, body).get(), options).value;
    const Node object = eval::without_parens(variables);
    out.is_written = object.is(NodeKind::Object);
    for (const Node item : object.children()) {
        if (!item.is(NodeKind::ObjectItem) || !item.child(0) || !item.child(1)) continue;
        std::string name = bind::literal_text(item.child(0));
        if (name.empty()) continue;
        out.names.push_back({std::move(name), item.span().shifted(slot.base),
                             item.child(0).span().shifted(slot.base), std::string(item.child(1).text())});
    }
    return out;
}

// Calls visit(attribute, read, path, variables) for each call in a unit of a file that renders a literal
// path.
template <typename Visit>
void each_rendering(const bind::Module& module, const bind::ModuleFile& file, const bind::UnitSlot& slot,
                    const Visit& visit) {
    const std::string folder(folder_of(file.input.path));
    const eval::FunctionTable& functions = *module.language().evaluation.functions;
    if (slot.unit->calls.empty()) return;
    for (const bind::BoundAttribute& attribute : slot.unit->attributes) {
        if (!attribute.expr) continue;
        eval::each_call(attribute.expr, [&](Node call, std::string_view name) {
            const eval::Function* function = functions.find(name);
            if (!function || !function->renders_file || call.child_count() < 3) return;
            if (const auto read = read_path_in(call.child(1), slot.base))
                visit(attribute, *read, path_from(folder, read->text), call.child(2));
        });
    }
}

}  // namespace

const TemplateCall::Name* TemplateCall::find(std::string_view name) const {
    const auto found = std::ranges::find(names, name, &Name::name);
    return found == names.end() ? nullptr : &*found;
}

bool can_render(const language::Language& language) {
    return language.evaluation.functions &&
           std::ranges::any_of(language.evaluation.functions->all(),
                               [](const auto& entry) { return entry.second->renders_file; });
}

std::vector<TemplateCall> calls_of_template(const world::Snapshot& snapshot, const std::string& path,
                                            const Cancel& cancel) {
    constexpr std::size_t kMost = 50;
    std::vector<TemplateCall> out;
    const std::string_view name = file_name_of(path);
    std::vector<const world::FileState*> files;
    for (const world::FileState* state : snapshot.files()) {
        cancel.poll();
        if (state->info().options.syntax != syntax::Syntax::Native || !may_mention(*state, name)) continue;
        const language::LanguagePtr language = world::language_of(snapshot, *state);
        if (language && can_render(*language)) files.push_back(state);
    }
    std::ranges::sort(files, {}, [](const world::FileState* state) { return state->info().path; });
    for (const world::FileState* state : files) {
        const bind::ModulePtr module = world::module_of(snapshot, state->id(), cancel);
        const bind::ModuleFile* file = module ? module->file(state->id()) : nullptr;
        if (!file || out.size() >= kMost) continue;
        const bool is_root =
            module->language().modules.join == language::Join::Folder && !world::is_called(snapshot, *module);
        file->each_unit([&](const bind::UnitSlot& slot) {
            cancel.poll();
            each_rendering(*module, *file, slot,
                           [&](const bind::BoundAttribute& attribute, const ReadPath& read,
                               const std::string& there, Node variables) {
                               if (there != path) return;
                               out.push_back(read_call(module, slot, attribute.body, variables));
                               out.back().is_certain = is_root || read.is_of_module;
                           });
        });
    }
    return out;
}

std::optional<TemplateKey> template_key_at(const BoundPlace& place) {
    std::optional<TemplateKey> out;
    if (!place.slot || !place.file || place.file->input.tree->options().syntax != syntax::Syntax::Native)
        return out;
    each_rendering(
        *place.module, *place.file, *place.slot,
        [&](const bind::BoundAttribute&, const ReadPath&, const std::string& path, Node variables) {
            for (const Node item : eval::without_parens(variables).children()) {
                if (!item.is(NodeKind::ObjectItem) || !item.child(0)) continue;
                const Span word = item.child(0).span();
                if (std::string name = bind::literal_text(item.child(0));
                    !name.empty() && word.touches(place.offset))
                    out = {path, std::move(name), place.in_file(word)};
            }
        });
    return out;
}

std::vector<FreeName> free_names(const syntax::File& text) {
    std::vector<FreeName> out;
    const Node root = text.root();
    if (!root) return out;
    eval::each_reference(root, [&](Node chain, std::string_view name) {
        const std::uint32_t start = chain.span().start;
        out.push_back({std::string(name), {start, start + static_cast<std::uint32_t>(name.size())}});
    });
    return out;
}

}  // namespace hcl::ide
