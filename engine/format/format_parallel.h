// The formatter for those who have threads to lend: the same edits, found in parts side by side.
#pragma once

#include <vector>

#include "engine/base/parallel_for.h"
#include "engine/format/format.h"

namespace hcl::format {

std::vector<Edit> format(const syntax::File& file, FormatOptions options, const ParallelFor& run);

}  // namespace hcl::format
