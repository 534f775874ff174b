#include "engine/ide/code_lens.h"

#include <algorithm>

#include "engine/ide/bound_names.h"

namespace hcl::ide {

std::vector<CodeLens> code_lenses(const world::Snapshot& snapshot, FileId file, const Cancel& cancel) {
    std::vector<CodeLens> lenses;
    if (!snapshot.settings().reference_lenses) return lenses;
    auto place = bound_at(snapshot, file, 0, cancel);
    if (!place) return lenses;
    place->file->each_unit([&](const bind::UnitSlot& slot) {
        cancel.poll();
        for (const bind::Declaration& d : slot.unit->declarations)
            if (d.block != bind::kNone) lenses.push_back({d.name_span.shifted(slot.base), {}});
        for (const bind::Callable& callable : slot.unit->callables) {
            const bind::BoundBlock& block = slot.unit->blocks[callable.block];
            if (!block.labels.empty()) lenses.push_back({block.labels[0].span.shifted(slot.base), {}});
        }
    });
    std::ranges::sort(lenses, {}, &CodeLens::span);
    return lenses;
}

std::vector<Location> lens_uses(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                const Cancel& cancel) {
    std::vector<Location> uses;
    auto place = bound_at(snapshot, file, offset, cancel);
    if (!place) return uses;
    if (auto name = name_at(*place))
        for (const SymbolUse& use : uses_of(*place->module, *name, cancel))
            if (!use.is_definition) uses.push_back(use.where);
    return uses;
}

std::string lens_title(std::size_t uses) {
    if (uses == 0) return "no references";
    return uses == 1 ? "1 reference" : std::to_string(uses) + " references";
}

}  // namespace hcl::ide
