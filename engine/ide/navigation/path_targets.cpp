#include "engine/ide/navigation/path_targets.h"

#include <optional>
#include <string>
#include <string_view>

#include "engine/bind/written_path.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/module_path.h"
#include "engine/ide/navigation/module_calls.h"
#include "engine/ide/place/literals.h"
#include "engine/language/call_folder.h"
#include "engine/language/path_functions.h"

namespace hcl::ide {

namespace {

using syntax::Node;
using syntax::NodeKind;

struct PathTargets {
    const world::Snapshot& snapshot;
    const BoundPlace& place;
    const bind::UnitSlot& slot;
    const std::function<void(const PathTarget& target)>& visit;

    const language::Language& language() const { return place.module->language(); }

    void target(Span span, bool has_quotes, std::string_view path, Node expr = {}) const {
        if (path.empty()) return;
        if (has_quotes && span.length() >= 2) span = {span.start + 1, span.end - 1};
        std::optional<FileId> file = file_of_called(snapshot, *place.module, *place.file, path);
        // A stack names files of units.
        for (const language::BlockDef& block : language().root().blocks) {
            if (file || path.starts_with(language::kOtherLanguage)) break;
            if (!block.call || block.call->language.empty()) continue;
            const std::string_view own = path.substr(path.starts_with(language::kFromUser));
            file = file_of_called(snapshot, *place.module, *place.file,
                                  language::kOtherLanguage + block.call->language + language::kOtherLanguage +
                                      std::string(own));
        }
        if (file) visit({span.shifted(slot.base), *file, expr});
    }
    static bool is_string(Node expr) {
        return expr && (expr.is(NodeKind::Template) || expr.is(NodeKind::JsonString));
    }

    void call(const bind::BoundBlock& block) const {
        const Span span = bind::place_of_called_folder(*slot.unit, block);
        const Node expr = folder_of_call(block);
        // A label that is written without quotes is a word.
        const bool has_quotes = expr ? is_string(eval::without_parens(expr))
                                     : place.file->input.tree->text(span.shifted(slot.base)).starts_with('"');
        target(span, has_quotes, bind::called_folder(*slot.unit, block), expr);
    }
    Node folder_of_call(const bind::BoundBlock& block) const {
        for (std::uint32_t i : slot.unit->bodies[block.body].attributes)
            if (slot.unit->attributes[i].name == block.def->call->folder)
                return slot.unit->attributes[i].expr;
        return {};
    }

    // Calls of functions that find files, or that read them.
    void functions(Node expr, const language::PathFunctions& paths) const {
        const eval::FunctionTable& known = *language().evaluation.functions;
        eval::each_call(expr, [&](Node call, std::string_view name) {
            if (name == paths.above) return target(call.span(), false, bind::written_path(call, paths), call);
            const Node argument = call.child(1);
            const eval::Function* function = argument ? known.find(name) : nullptr;
            if (function && eval::reads_module(*function))
                target(argument.span(), is_string(argument), bind::read_path(argument, language()), argument);
        });
    }
};

}  // namespace

void each_path_target(const world::Snapshot& snapshot, const BoundPlace& place, const bind::UnitSlot& slot,
                      const std::function<void(const PathTarget& target)>& visit) {
    const PathTargets targets{snapshot, place, slot, visit};
    if (!targets.language().modules.may_call) return;
    for (const bind::BoundBlock& block : slot.unit->blocks)
        if (block.def && block.def->call) targets.call(block);
    if (targets.language().modules.join != language::Join::File) return;
    const language::PathFunctions paths = language::path_functions(targets.language());
    for (const bind::BoundAttribute& attribute : slot.unit->attributes) {
        if (!attribute.expr) continue;
        if (!slot.unit->calls.empty()) targets.functions(attribute.expr, paths);
        if (attribute.def && attribute.def->rules.path == language::Format::Folder)
            each_literal(slot, attribute, [&](Span span, const std::string& text) {
                targets.target({span.start - slot.base, span.end - slot.base}, false, text);
            });
    }
}

}  // namespace hcl::ide
