// Hover content from the file's language; see hover.h.
#pragma once

#include <optional>

#include "engine/ide/annotation/hover.h"
#include "engine/ide/place/bound_place.h"

namespace hcl::ide {

std::optional<Hover> bound_hover(const world::Snapshot& snapshot, const BoundPlace& place,
                                 const Cancel& cancel);

}  // namespace hcl::ide
