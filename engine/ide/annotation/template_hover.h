// Hover over the names of a template: what its calls give them.
#pragma once

#include "engine/ide/annotation/hover.h"

namespace hcl::ide {

std::optional<Hover> template_hover(const world::Snapshot& snapshot, const world::FileState& state,
                                    std::uint32_t offset, const Cancel& cancel);

}  // namespace hcl::ide
