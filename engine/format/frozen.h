// The parts of a file that the formatter must not change because of syntax errors.
#pragma once

#include <vector>

#include "engine/source/span.h"
#include "engine/syntax/file/file.h"

namespace hcl::format {

// The smallest items around all errors: ascending, disjoint. With a range,
// only those of the chunks [first, end).
std::vector<Span> frozen_spans(const syntax::File& file, std::uint32_t first = 0,
                               std::uint32_t end = 0xFFFF'FFFF);

}  // namespace hcl::format
