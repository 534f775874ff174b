// The parts of a file that the formatter leaves alone, since the parser could not make sense of them.
#pragma once

#include <vector>

#include "engine/source/span.h"
#include "engine/syntax/file.h"

namespace hcl::format {

// The smallest items around all errors: ascending, disjoint.
std::vector<Span> frozen_spans(const syntax::File& file);

}  // namespace hcl::format
