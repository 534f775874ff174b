// Everything that is wrong with one file: the one place where findings of all rooms meet.
#pragma once

#include "engine/base/cancel.h"
#include "engine/source/diagnostic.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

// Sorted; each names its file. Empty for a file that the snapshot does not have.
Diagnostics diagnostics_for(const world::Snapshot& snapshot, FileId file, const Cancel& cancel);

}  // namespace hcl::ide
