#include "engine/terraform/reached.h"

#include <algorithm>
#include <string>

#include "engine/terraform/shape.h"

namespace hcl::terraform {

bool Reached::sets(std::string_view argument) const {
    if (!declaration || declaration->block == bind::kNone) return false;
    return attribute_of(*home.unit, home.unit->blocks[declaration->block].body, argument) != nullptr;
}

Reached reached_by(const bind::Module& module, const bind::UnitSlot& slot, const bind::Reference& reference) {
    const bind::Resolution resolved = bind::resolve(module, slot, reference);
    if (resolved.kind != bind::Resolution::Kind::Symbol || resolved.symbols.empty()) return {};
    const bind::Symbol symbol = resolved.symbols.back();
    if (!symbol.is_declaration()) return {};
    return {&module.declaration(symbol), module.slot_of(symbol), resolved.steps};
}

bool hides_value(const Reached& reached) {
    if (!reached.declaration) return false;
    const std::string& kind = reached.declaration->def->kind;
    if (kind == "module") return true;
    return (kind == "resource" || kind == "data" || kind == "ephemeral") &&
           (reached.sets("count") || reached.sets("for_each"));
}

}  // namespace hcl::terraform
