// Hover on what a language knows; see hover.h.
#pragma once

#include <optional>

#include "engine/ide/bound_place.h"
#include "engine/ide/hover.h"

namespace hcl::ide {

std::optional<Hover> bound_hover(const world::Snapshot& snapshot, const BoundPlace& place,
                                 const Cancel& cancel);

}  // namespace hcl::ide
