// Looks up the module of a file and builds it when needed, from the module of the previous snapshot
// (bind/module.h).
#pragma once

#include <string_view>

#include "engine/base/cancel.h"
#include "engine/bind/module.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

// Null when the file has no language or no such file exists. `on_bound` sees the module when it must be
// built, before that is done.
bind::ModulePtr module_of(const Snapshot& snapshot, FileId file, const Cancel& cancel,
                          const bind::OnBound& on_bound = {});

// Whether the module in a folder, as a file of `from` writes it, calls `from` in turn, directly or through
// others.
bool calls_back(const Snapshot& snapshot, const bind::Module& from, std::string_view folder,
                const Cancel& cancel);

// Whether findings in files of the module may depend on other modules. Known once they were computed.
bool looks_at_others(const Snapshot& snapshot, const bind::Module& module);

}  // namespace hcl::world
