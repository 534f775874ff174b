// The files of a module.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/id.h"
#include "engine/bind/unit_tree.h"
#include "engine/syntax/file/file.h"

namespace hcl::bind {

struct FileInput {
    FileId id;
    std::string path;
    syntax::FilePtr tree;
};

struct ModuleFile {
    FileInput input;
    bool is_override = false;  // overrides declarations of other files
    UnitTreePtr units;

    // The unit at the offset; none in an empty file or one that has only comments.
    std::optional<UnitSlot> unit_at(std::uint32_t offset) const;
    // The first unit of the entry that the unit with this label is of: the header of a block that is bound in
    // parts, else that unit itself.
    UnitSlot first_of_entry(std::uint64_t label) const;
    // Calls visit(const UnitSlot&) for all units in order.
    template <typename Visit>
    void each_unit(const Visit& visit) const {
        units->each(0, units->count(), 0, [&](const UnitCell& cell, std::uint32_t base) {
            if (cell.unit) visit(UnitSlot{cell.unit.get(), cell.state.get(), base, cell.label, input.id});
        });
    }
};

// In order of precedence: overriding files come last.
class FileTable {
  public:
    FileTable() = default;
    // Files that match the pattern `overrides` are overriding files. The units are added later.
    FileTable(std::vector<FileInput> files, std::string_view overrides);

    // Null when the file is not part of the module.
    const ModuleFile* find(FileId id) const;
    ModuleFile* find(FileId id);
    // Its position in the order; kNone when it is not part of the module.
    std::uint32_t rank_of(FileId id) const;
    bool has_overrides() const { return has_overrides_; }

    std::size_t size() const { return files_.size(); }
    bool empty() const { return files_.empty(); }
    const ModuleFile& front() const { return files_.front(); }
    const ModuleFile& operator[](std::size_t rank) const { return files_[rank]; }
    auto begin() const { return files_.begin(); }
    auto end() const { return files_.end(); }
    auto begin() { return files_.begin(); }
    auto end() { return files_.end(); }

  private:
    std::vector<ModuleFile> files_;
    std::vector<std::pair<FileId, std::uint32_t>> ranks_;  // by id
    bool has_overrides_ = false;
};

}  // namespace hcl::bind
