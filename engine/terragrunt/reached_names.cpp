#include "engine/terragrunt/reached_names.h"

#include <string>
#include <vector>

#include "engine/bind/resolution.h"
#include "engine/bind/written_path.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/module_path.h"

namespace hcl::terragrunt {

namespace {

using bind::BoundBlock;
using bind::UnitSlot;
using syntax::Node;
using syntax::NodeKind;

// The module that the first block of the type calls, or that with the label.
bind::ModulePtr called_by_block(const check::ExtensionContext& context, const bind::Module& module,
                                std::string_view type, std::string_view label) {
    std::string folder;
    for (const bind::ModuleFile& file : module.files())
        file.each_unit([&](const UnitSlot& slot) {
            for (std::uint32_t i : slot.unit->bodies[0].blocks) {
                const BoundBlock& block = slot.unit->blocks[i];
                const bool is_named =
                    label.empty() || (!block.labels.empty() && block.labels[0].value == label);
                if (block.type == type && is_named && folder.empty())
                    folder = bind::called_folder(*slot.unit, block);
            }
        });
    return folder.empty() ? nullptr : context.called_by(module, folder);
}

// The file that a local holds: `common = read_terragrunt_config("../common.hcl")`.
bind::ModulePtr read_by_local(const check::ExtensionContext& context, const std::string& name) {
    const bind::Module& module = *context.module;
    for (const bind::Symbol symbol : module.symbols().by_address({"local", name})) {
        if (!symbol.is_declaration()) continue;
        const bind::BoundUnit& unit = module.unit_of(symbol);
        const bind::Declaration& declaration = unit.declarations[symbol.index()];
        if (declaration.attribute == bind::kNone) continue;
        const Node expr = eval::without_parens(unit.attributes[declaration.attribute].expr);
        if (!expr.is(NodeKind::Call) || !expr.child(1)) continue;
        const eval::Function* function =
            module.language().evaluation.functions->find(eval::call_name(expr).view());
        if (!function || !eval::reads_module(*function)) continue;
        if (const std::string path = bind::read_path(expr.child(1), module.language()); !path.empty())
            return context.called_by(module, path);
    }
    return nullptr;
}

std::optional<check::ExtensionDefinition> declared(const bind::ModulePtr& module, const std::string& kind,
                                                   const bind::ReferenceStep& step, Span origin) {
    if (!module) return std::nullopt;
    for (const bind::Symbol symbol : module->symbols().by_kind(kind)) {
        if (module->declaration(symbol).address.back() != step.name) continue;
        const Location name = bind::name_place(*module, symbol);
        const Span whole = module->declaration(symbol).span.shifted(module->slot_of(symbol).base);
        return check::ExtensionDefinition{origin, name.file, whole, name.span};
    }
    return std::nullopt;
}

}  // namespace

std::optional<check::ExtensionDefinition> reached_name_at(const check::ExtensionContext& context,
                                                          const bind::ModuleFile& file,
                                                          std::uint32_t offset) {
    constexpr std::size_t kName = 3;  // behind a root, a name and a word
    const bind::Reference* reference = nullptr;
    Span origin;
    const auto slot = file.unit_at(offset);
    if (!slot || !slot->unit) return std::nullopt;
    for (const bind::Reference& one : slot->unit->references) {
        if (one.is_text || one.steps.size() <= kName) continue;
        const Span place = one.steps[kName].span.shifted(slot->base);
        if (!place.touches(offset)) continue;
        reference = &one;
        origin = place;
    }
    if (!reference) return std::nullopt;
    const std::vector<bind::ReferenceStep>& steps = reference->steps;
    if (steps[0].name == "dependency" && steps[2].name == "outputs") {
        const bind::ModulePtr unit = called_by_block(context, *context.module, "dependency", steps[1].name);
        return declared(unit ? called_by_block(context, *unit, "terraform", "") : nullptr, "output",
                        steps[kName], origin);
    }
    if (steps[0].name == "local" && steps[2].name == "locals")
        return declared(read_by_local(context, steps[1].name), "local", steps[kName], origin);
    return std::nullopt;
}

}  // namespace hcl::terragrunt
