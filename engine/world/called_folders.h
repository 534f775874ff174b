// The folders that a file may call.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/source/edit.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

using FoldersPtr = std::shared_ptr<const std::vector<std::string>>;

// Reads only the strings of the file that can be folders, which is cheap even when it has not been parsed. A
// string that only looks like a call counts as one: the list, as written, is a superset of the actual calls.
// Lives as long as the state.
const FoldersPtr& called_folders(const Snapshot& snapshot, const FileState& file);

// Tells the state that an edit made of the one before it, so that it can have the same list.
void note_edit(const FileState& before, const Edit& edit, const FileState& after);

}  // namespace hcl::world
