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
    const bind::UnitSlot* slot = place.file->unit_at(offset);
    if (slot && offset >= slot->base && offset - slot->base <= slot->unit->size) {
        place.slot = slot;
        place.offset = offset - slot->base;
    }
    return place;
}

std::optional<BoundSymbols> symbols_at(const BoundPlace& place) {
    if (!place.slot) return std::nullopt;
    const bind::BoundUnit& unit = place.unit();
    const bind::SymbolTable& table = place.module->symbols();
    for (const bind::Declaration& d : unit.declarations) {
        if (!d.name_span.touches(place.offset)) continue;
        auto found = table.by_kind_and_name.find(d.def->kind + '\x1f' + d.address.back());
        if (found == table.by_kind_and_name.end()) continue;
        BoundSymbols out{{}, place.in_file(d.name_span)};
        for (std::uint32_t id : found->second)
            if (place.module->declaration(table.entries[id]).address == d.address) out.ids.push_back(id);
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

std::vector<SymbolUse> uses_of(const bind::Module& module, const std::vector<std::uint32_t>& ids,
                               const Cancel& cancel) {
    std::vector<SymbolUse> uses;
    for (std::uint32_t id : ids) {
        const bind::SymbolEntry& entry = module.symbols().entries[id];
        if (entry.declaration == bind::kNone) continue;
        const bind::UnitSlot& slot = module.slot_of(entry);
        uses.push_back({module.name_place(entry), true,
                        slot.unit->declarations[entry.declaration].span.shifted(slot.base)});
    }
    for (const bind::ModuleFile& file : module.files())
        for (const bind::UnitSlot& slot : file.units) {
            cancel.poll();
            for (const bind::Reference& reference : slot.unit->references) {
                bind::Resolution found = module.resolve(slot, reference);
                if (found.kind != bind::Resolution::Kind::Symbol || found.steps == 0) continue;
                bool same = std::ranges::any_of(
                    found.symbols, [&](std::uint32_t s) { return std::ranges::find(ids, s) != ids.end(); });
                if (same)
                    uses.push_back({{file.input.id, reference.steps[found.steps - 1].span.shifted(slot.base)},
                                    false,
                                    {}});
            }
        }
    std::ranges::sort(uses, {}, [](const SymbolUse& use) { return use.where; });
    auto same = [](const SymbolUse& a, const SymbolUse& b) { return a.where == b.where; };
    uses.erase(std::unique(uses.begin(), uses.end(), same), uses.end());
    return uses;
}

}  // namespace hcl::ide
