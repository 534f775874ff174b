#include "engine/ide/bound_place.h"

#include <algorithm>

namespace hcl::ide {

std::optional<BoundPlace> bound_at(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                   const Cancel& cancel) {
    BoundPlace place;
    place.module = world::module_of(snapshot, file, cancel);
    if (!place.module) return std::nullopt;
    place.file = place.module->file(file);
    if (!place.file) return std::nullopt;
    std::optional<bind::UnitSlot> slot = place.file->unit_at(offset);
    if (slot && offset >= slot->base && offset - slot->base <= slot->unit->size) {
        place.slot = slot;
        place.offset = offset - slot->base;
    }
    return place;
}

std::optional<BoundSymbols> symbols_at(const BoundPlace& place) {
    if (!place.slot) return std::nullopt;
    const bind::BoundUnit& unit = place.unit();
    for (const bind::Declaration& d : unit.declarations) {
        if (!d.name_span.touches(place.offset)) continue;
        BoundSymbols out{{}, place.in_file(d.name_span)};
        for (bind::Symbol symbol : place.module->by_kind_and_name(d.def->kind, d.address.back()))
            if (place.module->declaration(symbol).address == d.address) out.ids.push_back(symbol);
        return out;
    }
    for (const bind::Reference& reference : unit.references) {
        if (!reference.span.touches(place.offset)) continue;
        bind::Resolution found = place.module->resolve(*place.slot, reference);
        if (found.kind != bind::Resolution::Kind::Symbol) continue;
        for (std::size_t i = 0; i < found.steps && i < reference.steps.size(); ++i)
            if (reference.steps[i].span.touches(place.offset))
                return BoundSymbols{found.symbols,
                                    place.in_file(cover(reference.steps.front().span,
                                                        reference.steps[found.steps - 1].span))};
    }
    return std::nullopt;
}

std::vector<SymbolUse> uses_of(const bind::Module& module, const std::vector<bind::Symbol>& ids,
                               const Cancel& cancel) {
    std::vector<SymbolUse> uses;
    for (bind::Symbol id : ids) {
        if (!id.is_declaration()) continue;
        bind::UnitSlot slot = module.slot_of(id);
        uses.push_back(
            {module.name_place(id), true, slot.unit->declarations[id.index()].span.shifted(slot.base)});
        module.each_possible_use(id, [&](const bind::UnitSlot& at, const bind::Reference& reference) {
            cancel.poll();
            bind::Resolution found = module.resolve(at, reference);
            if (found.kind != bind::Resolution::Kind::Symbol || found.steps == 0) return;
            if (std::ranges::find(found.symbols, id) == found.symbols.end()) return;
            uses.push_back({{at.file, reference.steps[found.steps - 1].span.shifted(at.base)}, false, {}});
        });
    }
    std::ranges::sort(uses, {}, [](const SymbolUse& use) { return use.where; });
    auto same = [](const SymbolUse& a, const SymbolUse& b) { return a.where == b.where; };
    uses.erase(std::unique(uses.begin(), uses.end(), same), uses.end());
    return uses;
}

}  // namespace hcl::ide
