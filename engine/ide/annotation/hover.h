// What is known of the thing under the cursor: what its language says, else where it stands and what is
// written there.
#pragma once

#include <optional>
#include <string>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

struct Hover {
    Span span;  // what it speaks of
    std::string markdown;
};

std::optional<Hover> hover(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                           const Cancel& cancel);

}  // namespace hcl::ide
