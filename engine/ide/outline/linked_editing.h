// Texts that must stay equal while one of them is typed: the two tags of a heredoc.
#pragma once

#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

// By place; empty when nothing is linked with what stands at the offset.
std::vector<Span> linked_spans(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                               const Cancel& cancel);

}  // namespace hcl::ide
