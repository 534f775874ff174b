// Whether modules of the workspace are called by others.
#pragma once

#include <string>
#include <vector>

#include "engine/bind/module.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

// Reads no more of the other files than the texts that may be folders, so that it costs little even where
// none of them has been parsed. A text that only looks like a call counts as one.
// The folders that the file may call, as they are written: those that its module calls are among them.
const std::vector<std::string>& called_folders(const Snapshot& snapshot, const FileState& file);

bool is_called(const Snapshot& snapshot, const bind::Module& module);

}  // namespace hcl::world
