// Counts this thread's calls of operator new, for tests of code that must not allocate.
#pragma once

#include <cstddef>

namespace hcl::test {

std::size_t allocations();

}  // namespace hcl::test
