#include "engine/ide/annotation/code_lens.h"

#include <algorithm>

#include "engine/bind/pack_text.h"
#include "engine/ide/navigation/bound_names.h"

namespace hcl::ide {

namespace {

using bind::BoundBlock;
using language::LensDef;

// Whether the block shows a reference count. A pack with a lens for references gives its condition.
bool counts_uses(const bind::Module& module, const bind::UnitSlot& slot, std::uint32_t index) {
    const BoundBlock& block = slot.unit->blocks[index];
    bool has_lens = false;
    if (block.def)
        for (const LensDef& lens : block.def->lenses) {
            if (lens.kind != LensDef::Kind::References) continue;
            has_lens = true;
            if (bind::pack_condition(module, slot, index, lens.when)) return true;
        }
    return !has_lens;
}

}  // namespace

std::vector<CodeLens> code_lenses(const world::Snapshot& snapshot, FileId file, const Cancel& cancel) {
    std::vector<CodeLens> lenses;
    auto place = bound_at(snapshot, file, 0, cancel);
    if (!place) return lenses;
    const bind::Module& module = *place->module;
    const bool counts = snapshot.settings().reference_lenses;
    place->file->each_unit([&](const bind::UnitSlot& slot) {
        cancel.poll();
        const bind::BoundUnit& unit = *slot.unit;
        if (counts) {
            for (const bind::Declaration& d : unit.declarations)
                if (d.block != bind::kNone && counts_uses(module, slot, d.block))
                    lenses.push_back({d.name_span.shifted(slot.base), {}});
            for (const bind::Callable& callable : unit.callables) {
                const BoundBlock& block = unit.blocks[callable.block];
                if (!block.labels.empty()) lenses.push_back({block.labels[0].span.shifted(slot.base), {}});
            }
        }
        for (std::uint32_t i = 0; i < unit.blocks.size(); ++i) {
            if (!unit.blocks[i].def) continue;
            for (const LensDef& lens : unit.blocks[i].def->lenses) {
                if (lens.kind != LensDef::Kind::Text || !bind::pack_condition(module, slot, i, lens.when))
                    continue;
                auto text = bind::pack_text(module, slot, i, lens.text);
                if (text && !text->empty())
                    lenses.push_back({unit.blocks[i].header_span.shifted(slot.base), std::move(*text)});
            }
        }
    });
    std::ranges::stable_sort(lenses, {}, &CodeLens::span);
    return lenses;
}

std::vector<Location> lens_uses(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                const Cancel& cancel) {
    std::vector<Location> uses;
    auto place = bound_at(snapshot, file, offset, cancel);
    if (!place) return uses;
    // The lens is at the header; the declared name may be inside the block.
    if (place->slot)
        for (const bind::Declaration& d : place->unit().declarations)
            if (d.block != bind::kNone && d.name_span.start == place->offset)
                place->offset = declared_word(place->unit(), d).start;
    if (auto name = name_at(snapshot, *place, cancel))
        for (const SymbolUse& use : uses_of(snapshot, *name, cancel))
            if (!use.is_definition) uses.push_back(use.where);
    return uses;
}

std::string lens_title(std::size_t uses) {
    if (uses == 0) return "no references";
    return uses == 1 ? "1 reference" : std::to_string(uses) + " references";
}

}  // namespace hcl::ide
