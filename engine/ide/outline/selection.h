// What "expand the selection" goes through: from the word under the cursor to the whole file.
#pragma once

#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

// Innermost first; each holds the one before it and is larger. Never empty for a file that exists.
std::vector<Span> selection_spans(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                  const Cancel& cancel);

}  // namespace hcl::ide
