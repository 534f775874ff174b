// Findings that other files of the workspace settle, which the module does not read: files of values, and
// links to the file in other folders.
#pragma once

#include "engine/base/cancel.h"
#include "engine/bind/module.h"
#include "engine/source/diagnostic.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

// False: the finding, whose file is set, does not count. It may become a warning.
bool counts_beside_others(const world::Snapshot& snapshot, const world::FileState& state,
                          const bind::Module& module, Diagnostic& found, const Cancel& cancel);

}  // namespace hcl::ide
