// Finds out whether a module is called by other modules of the workspace.
#pragma once

#include <string>
#include <vector>

#include "engine/bind/module.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

// Reads only the strings of the other files that can be folders, which is cheap even when none of them has
// been parsed. A string that only looks like a call counts as one.
// The folders that the file may call, as written: a superset of the actual calls.
const std::vector<std::string>& called_folders(const Snapshot& snapshot, const FileState& file);

bool is_called(const Snapshot& snapshot, const bind::Module& module);

}  // namespace hcl::world
