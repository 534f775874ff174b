// How often this thread has asked operator new for memory, for tests of what must not.
#pragma once

#include <cstddef>

namespace hcl::test {

std::size_t allocations();

}  // namespace hcl::test
