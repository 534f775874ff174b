// The parts of a file that the formatter leaves alone, since the parser could not make sense of them.
#pragma once

#include <vector>

#include "engine/source/span.h"
#include "engine/syntax/file/file.h"

namespace hcl::format {

// The smallest items around all errors: ascending, disjoint. Those of the chunks [first, end) alone, when
// asked so.
std::vector<Span> frozen_spans(const syntax::File& file, std::uint32_t first = 0,
                               std::uint32_t end = 0xFFFF'FFFF);

}  // namespace hcl::format
