// Whether modules of the workspace are called by others.
#pragma once

#include "engine/bind/module.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

// Reads no more of the other files than the texts that may be folders, so that it costs little even where
// none of them has been parsed. A text that only looks like a call counts as one.
bool is_called(const Snapshot& snapshot, const bind::Module& module);

}  // namespace hcl::world
