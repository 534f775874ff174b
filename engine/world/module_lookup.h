// Looks up the module of a file and builds it when needed, from the module of the previous snapshot
// (bind/module.h).
#pragma once

#include "engine/base/cancel.h"
#include "engine/bind/module.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

// Null when the file has no language or no such file exists. `on_bound` sees the module when it must be
// built, before that is done.
bind::ModulePtr module_of(const Snapshot& snapshot, FileId file, const Cancel& cancel,
                          const bind::OnBound& on_bound = {});

}  // namespace hcl::world
