// Linked editing: the two tags of a heredoc change together.
#pragma once

#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

// Sorted by position; empty when nothing is linked at the offset.
std::vector<Span> linked_spans(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                               const Cancel& cancel);

}  // namespace hcl::ide
