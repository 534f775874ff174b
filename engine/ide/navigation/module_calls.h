// Which modules call which: the part of the call hierarchy that is about folders. An item is the start of one
// of a module's files.
#pragma once

#include <optional>
#include <vector>

#include "engine/ide/navigation/call_hierarchy.h"

namespace hcl::ide {

// The module that the block at the offset calls; at the start of a file, the module of that file.
std::optional<CallItem> module_item_at(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                       const Cancel& cancel);
// The calls of the module of a file, by the files they are in; those that are in that file, and the others
// without places.
std::vector<CallLink> calls_of_module(const world::Snapshot& snapshot, FileId file, const Cancel& cancel);
std::vector<CallLink> calls_in_module(const world::Snapshot& snapshot, FileId file, const Cancel& cancel);

}  // namespace hcl::ide
