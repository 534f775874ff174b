// Reads of a module's outputs that no reference shows. Private to refactor/.
#pragma once

#include <optional>
#include <vector>

#include "engine/ide/navigation/bound_names.h"
#include "engine/ide/navigation/navigation.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

// A member with the name of a symbol behind a value that may be a whole called module, such as `local.net.id`
// for `net = module.net`, which is not among the known uses.
std::optional<Location> hidden_read(const world::Snapshot& snapshot, const BoundName& name,
                                    const std::vector<NameUse>& known, const Cancel& cancel);

}  // namespace hcl::ide
