// Expressions that are the paths of files in the workspace: `"../net"`, `find_in_parent_folders("root.hcl")`.
#pragma once

#include <functional>

#include "engine/ide/place/bound_place.h"

namespace hcl::ide {

struct PathTarget {
    Span span;  // in the file, without quotes
    FileId file;
    syntax::Node expr{};  // null for labels and strings
};

// Visits those of a unit: the folders of calls, the files that functions name, and strings that are folders.
// One may be a part of another.
void each_path_target(const world::Snapshot& snapshot, const BoundPlace& place, const bind::UnitSlot& slot,
                      const std::function<void(const PathTarget& target)>& visit);

}  // namespace hcl::ide
