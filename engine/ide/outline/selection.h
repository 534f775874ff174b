// Expand selection: from the word at the cursor to the whole file.
#pragma once

#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

// Innermost first; each contains the previous one and is larger. Never empty for an existing file.
std::vector<Span> selection_spans(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                  const Cancel& cancel);

}  // namespace hcl::ide
