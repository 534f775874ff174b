// The formatter with threads provided by the caller: the same edits, computed in parallel.
#pragma once

#include <vector>

#include "engine/base/parallel_for.h"
#include "engine/format/format.h"

namespace hcl::format {

std::vector<Edit> format(const syntax::File& file, FormatOptions options, const ParallelFor& run);

}  // namespace hcl::format
