// The versions of packages that a lock file selects for a module: the one in its own folder, otherwise the
// first by path of those whose module calls it, directly or through others.
#pragma once

#include <string>
#include <vector>

#include "engine/bind/packages.h"
#include "engine/world/language_lookup.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

// For the module with this name; null when none are selected.
bind::LockedPackagesPtr locked_packages(const Snapshot& snapshot, const std::string& module);
// The names of the modules whose selected versions may differ from when this was last asked for: those that
// another lock file counts for now, and those of changed lock files.
std::vector<std::string> modules_locked_anew(const Snapshot& snapshot, std::span<const ChangedFile> changed);

}  // namespace hcl::world
