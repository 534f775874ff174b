// The call hierarchy between modules. An item is the start of one of a module's files.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/ide/navigation/call_hierarchy.h"

namespace hcl::ide {

// The file to show for a module that a file calls by its folder: the one named main, or else the first one;
// nothing when the module has no files here.
std::optional<FileId> file_of_called(const world::Snapshot& snapshot, const bind::Module& from,
                                     const bind::ModuleFile& file, std::string_view folder);
// The module that the block at the offset calls; at the start of a file, the module of that file.
std::optional<CallItem> module_item_at(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                       const Cancel& cancel);
// The calls of the module of a file, by the files they are in; those that are in that file, and the others
// without places.
std::vector<CallLink> calls_of_module(const world::Snapshot& snapshot, FileId file, const Cancel& cancel);
std::vector<CallLink> calls_in_module(const world::Snapshot& snapshot, FileId file, const Cancel& cancel);

}  // namespace hcl::ide
