// All findings of one file: the single place that merges the findings of every room.
#pragma once

#include "engine/base/cancel.h"
#include "engine/source/diagnostic.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

// Sorted; each carries its file. Empty for a file that is not in the snapshot.
Diagnostics diagnostics_for(const world::Snapshot& snapshot, FileId file, const Cancel& cancel);

}  // namespace hcl::ide
