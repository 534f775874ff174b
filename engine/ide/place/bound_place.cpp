#include "engine/ide/place/bound_place.h"

#include <algorithm>

namespace hcl::ide {

std::optional<BoundPlace> bound_at(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                   const Cancel& cancel) {
    BoundPlace place;
    place.module = world::module_of(snapshot, file, cancel);
    if (!place.module) return std::nullopt;
    place.file = place.module->file(file);
    if (!place.file) return std::nullopt;
    place.offset = offset;
    std::optional<bind::UnitSlot> slot = place.file->unit_at(offset);
    if (slot && offset >= slot->base && offset - slot->base <= slot->unit->size) {
        place.slot = slot;
        place.offset = offset - slot->base;
    }
    return place;
}

std::uint32_t innermost_body(const bind::BoundUnit& unit, std::uint32_t offset) {
    std::uint32_t found = 0;
    for (std::uint32_t i = 1; i < unit.bodies.size(); ++i)
        if (unit.bodies[i].inside.touches(offset) &&
            (found == 0 || unit.bodies[i].inside.length() <= unit.bodies[found].inside.length()))
            found = i;
    return found;
}

std::string path_of_body(const bind::BoundUnit& unit, std::uint32_t body) {
    std::string path;
    for (std::uint32_t block = unit.bodies[body].block; block != bind::kNone;
         block = unit.bodies[unit.blocks[block].parent].block)
        path = unit.blocks[block].type + "/" + path;
    return path;
}

std::vector<const bind::AttributeDef*> set_attributes(const bind::Module& module, bind::Symbol symbol) {
    std::vector<const bind::AttributeDef*> out;
    if (!symbol.is_declaration()) return out;
    const bind::BoundUnit& unit = module.unit_of(symbol);
    const bind::Declaration& d = unit.declarations[symbol.index()];
    if (d.block == bind::kNone) return out;
    for (const bind::BodyDef* def : unit.bodies[unit.blocks[d.block].body].defs)
        for (const bind::AttributeDef& attribute : def->attributes)
            if (attribute.is_read_only && attribute.notes.is_available) out.push_back(&attribute);
    return out;
}

}  // namespace hcl::ide
