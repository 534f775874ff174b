#include "engine/bind/file_table.h"

#include <algorithm>

#include "engine/language/language.h"

namespace hcl::bind {

std::optional<UnitSlot> ModuleFile::unit_at(std::uint32_t offset) const {
    std::uint32_t base = 0;
    const UnitCell* cell = units->at_offset(offset, base);
    if (!cell || !cell->unit) return std::nullopt;
    return UnitSlot{cell->unit.get(), cell->state.get(), base, cell->label, input.id};
}

UnitSlot ModuleFile::first_of_entry(std::uint64_t label) const {
    std::uint32_t base = 0;
    const UnitCell* cell = units->at_index(units->cell_of_entry(units->entry_at_label(label)), base);
    return {cell->unit.get(), cell->state.get(), base, cell->label, input.id};
}

FileTable::FileTable(std::vector<FileInput> files, std::string_view overrides) {
    for (FileInput& input : files) {
        const bool is_override = !overrides.empty() && language::glob_matches(overrides, input.path);
        has_overrides_ = has_overrides_ || is_override;
        ranks_.emplace_back(input.id, static_cast<std::uint32_t>(files_.size()));
        files_.push_back({std::move(input), is_override, nullptr});
    }
    std::ranges::sort(ranks_);
}

std::uint32_t FileTable::rank_of(FileId id) const {
    if (files_.size() == 1) return files_[0].input.id == id ? 0 : kNone;
    auto it = std::ranges::lower_bound(ranks_, id, {}, &std::pair<FileId, std::uint32_t>::first);
    return it != ranks_.end() && it->first == id ? it->second : kNone;
}

const ModuleFile* FileTable::find(FileId id) const {
    const std::uint32_t rank = rank_of(id);
    return rank == kNone ? nullptr : &files_[rank];
}

ModuleFile* FileTable::find(FileId id) {
    const std::uint32_t rank = rank_of(id);
    return rank == kNone ? nullptr : &files_[rank];
}

}  // namespace hcl::bind
