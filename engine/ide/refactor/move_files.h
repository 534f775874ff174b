// Paths in files that lead to files or folders which get other names.
#pragma once

#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/source/diagnostic.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

// A file or a folder, with forward slashes and without one at the end.
struct MovedPath {
    std::string from;
    std::string to;
};

// Edits of the files as they are before the move, sorted by file and position: arguments that packs declare
// as files and folders, sources of called modules, and paths in calls of functions that read files. Paths
// that are not written out are left.
std::vector<FileEdit> edits_for_moves(const world::Snapshot& snapshot, const std::vector<MovedPath>& moves,
                                      const Cancel& cancel);

}  // namespace hcl::ide
