#include "engine/bind/description.h"

namespace hcl::bind {

std::string description_of(const UnitSlot& slot, const Declaration& declaration) {
    if (declaration.block == kNone || !slot.state) return {};
    for (std::uint32_t i : slot.unit->bodies[slot.unit->blocks[declaration.block].body].attributes)
        if (slot.unit->attributes[i].name == "description" && slot.state->values[i].is_known_string())
            return std::string(slot.state->values[i].as_string());
    return {};
}

bool is_unnamed(const language::SymbolDef& symbol) {
    return symbol.is_name_only && symbol.visibility == language::Visibility::Callers;
}

}  // namespace hcl::bind
