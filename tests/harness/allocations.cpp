#include "tests/harness/allocations.h"

#include <cstdlib>
#include <new>

namespace {

thread_local std::size_t count = 0;

}  // namespace

// The address sanitizer has its own operators: nothing is counted there.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HCL_COUNTS_NO_ALLOCATIONS
#endif
#endif

#ifndef HCL_COUNTS_NO_ALLOCATIONS
// All use malloc and free, so that the forms below can be mixed.
void* operator new(std::size_t size) {
    ++count;
    if (void* memory = std::malloc(size ? size : 1)) return memory;
    std::abort();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
#endif

namespace hcl::test {

std::size_t allocations() {
    return count;
}

}  // namespace hcl::test
