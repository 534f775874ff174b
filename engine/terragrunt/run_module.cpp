#include "engine/terragrunt/run_module.h"

#include <algorithm>
#include <vector>

#include "engine/bind/resolution.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/terragrunt/stack_values.h"

namespace hcl::terragrunt {

using bind::BoundBlock;
using bind::UnitSlot;
using syntax::Node;
using syntax::NodeKind;

namespace {

void add_entries(Node expr, std::vector<InputEntry>& out) {
    if (!expr) return;
    const Node inner = eval::without_parens(expr);
    if (inner.is(NodeKind::Call) && eval::call_name(inner).view() == "merge") {
        for (const Node argument : inner.children())
            if (!argument.is(NodeKind::FunctionName)) add_entries(argument, out);
        return;
    }
    if (!inner.is(NodeKind::Object) && !inner.is(NodeKind::JsonObject)) return;
    for (const Node item : inner.children()) {
        if (!item.is(NodeKind::ObjectItem) && !item.is(NodeKind::JsonProperty)) continue;
        std::string name = item.child(0) && !item.child(0).is(NodeKind::Paren)
                               ? bind::literal_text(item.child(0))
                               : std::string();
        if (!name.empty() && item.child(1)) out.push_back({std::move(name), item.child(0), item.child(1)});
    }
}

// The folder of the first `terraform` block of the file with a source.
std::string written_module(const bind::Module& unit) {
    std::string folder;
    for (const bind::ModuleFile& file : unit.files())
        file.each_unit([&](const UnitSlot& slot) {
            for (std::uint32_t i : slot.unit->bodies[0].blocks) {
                const BoundBlock& block = slot.unit->blocks[i];
                if (folder.empty() && block.def && block.def->call && block.type == "terraform")
                    folder = bind::called_folder(*slot.unit, block);
            }
        });
    return folder;
}

RunModule module_named_by(const check::ExtensionContext& context, const bind::Module& unit) {
    const std::string folder = written_module(unit);
    if (folder.empty()) return {};
    return {context.called_by(unit, folder), shown(folder.substr(folder.rfind(':') + 1))};
}

bool names_module(const bind::Module& unit) {
    bool found = false;
    for (const bind::ModuleFile& file : unit.files())
        file.each_unit([&](const UnitSlot& slot) {
            for (std::uint32_t i : slot.unit->bodies[0].blocks) {
                const BoundBlock& block = slot.unit->blocks[i];
                found =
                    found || (block.type == "terraform" && expression_in(*slot.unit, block.body, "source"));
            }
        });
    return found;
}

}  // namespace

std::vector<Included> includes_of(const check::ExtensionContext& context, const bind::Module& unit) {
    std::vector<Included> out;
    for (const bind::ModuleFile& file : unit.files())
        file.each_unit([&](const UnitSlot& slot) {
            for (std::uint32_t i : slot.unit->bodies[0].blocks) {
                const BoundBlock& block = slot.unit->blocks[i];
                if (block.type != "include") continue;
                const std::string path = bind::called_folder(*slot.unit, block);
                out.push_back({&block, slot, path.empty() ? nullptr : context.called_by(unit, path)});
            }
        });
    return out;
}

bool is_merged(const Included& include) {
    const Node strategy = expression_in(*include.slot.unit, include.block->body, "merge_strategy");
    return !strategy || bind::literal_text(strategy) != "no_merge";
}

RunModule module_run_by(const check::ExtensionContext& context, const bind::Module& unit) {
    if (names_module(unit)) return module_named_by(context, unit);
    for (const Included& include : includes_of(context, unit))
        if (include.module && is_merged(include) && names_module(*include.module))
            return module_named_by(context, *include.module);
    return {};
}

bool may_run_module(const check::ExtensionContext& context, const bind::Module& unit) {
    if (names_module(unit)) return true;
    return std::ranges::any_of(includes_of(context, unit), [](const Included& include) {
        return !include.module || (is_merged(include) && names_module(*include.module));
    });
}

std::vector<bind::ModulePtr> modules_run_with(const check::ExtensionContext& context,
                                              const bind::Module& part) {
    constexpr std::size_t kMost = 200;
    std::vector<bind::ModulePtr> out;
    if (!context.callers) return out;
    for (const bind::ModulePtr& unit : context.callers(part, kMost))
        if (bind::ModulePtr run = module_run_by(context, *unit).module;
            run && std::ranges::find(out, run) == out.end())
            out.push_back(std::move(run));
    return out;
}

std::vector<bind::ModulePtr> modules_with_input(const check::ExtensionContext& context,
                                                const bind::Module& part, std::string_view name) {
    std::vector<bind::ModulePtr> out = modules_run_with(context, part);
    std::erase_if(out,
                  [&](const bind::ModulePtr& run) { return symbols_called(*run, "variable", name).empty(); });
    return out;
}

std::vector<bind::Symbol> symbols_called(const bind::Module& module, std::string_view kind,
                                         std::string_view name) {
    std::vector<bind::Symbol> out;
    for (const bind::Symbol symbol : module.symbols().by_kind_and_name(kind, name)) out.push_back(symbol);
    return out;
}

std::vector<InputEntry> input_entries(const bind::BoundAttribute& inputs) {
    std::vector<InputEntry> out;
    add_entries(inputs.expr, out);
    return out;
}

void each_inputs(const bind::ModuleFile& file,
                 const std::function<void(const bind::UnitSlot&, std::uint32_t attribute)>& visit) {
    file.each_unit([&](const UnitSlot& slot) {
        for (std::uint32_t i : slot.unit->bodies[0].attributes)
            if (slot.unit->attributes[i].name == "inputs" && slot.unit->attributes[i].expr) visit(slot, i);
    });
}

bool is_at_key_of(const check::ExtensionCursor& cursor, std::string_view attribute) {
    std::size_t i = 0;
    while (i < cursor.path.size() &&
           !(cursor.path[i].is(NodeKind::Attribute) && cursor.path[i].child(0).text() == attribute))
        ++i;
    ++i;
    while (i < cursor.path.size() &&
           (cursor.path[i].is(NodeKind::Paren) || cursor.path[i].is(NodeKind::Call)))
        ++i;
    if (i >= cursor.path.size() || !cursor.path[i].is(NodeKind::Object)) return false;
    const std::size_t steps = cursor.path.size() - 1 - i;
    if (steps > 2) return false;
    const Node item = cursor.path[cursor.path.size() - 2];
    return steps == 0 || !item.is(NodeKind::ObjectItem) || item.child(0) == cursor.path.back();
}

}  // namespace hcl::terragrunt
