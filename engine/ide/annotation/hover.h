// Hover: what the language knows about the construct under the cursor, or its path and source where no
// language applies.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

struct Hover {
    Span span;  // the range that the hover describes
    std::string markdown;
};

// A Markdown block of code.
std::string code_block(std::string_view text);

std::optional<Hover> hover(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                           const Cancel& cancel);

}  // namespace hcl::ide
