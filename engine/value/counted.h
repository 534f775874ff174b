// Base of shared immutable objects: an intrusive reference count that starts at one.
#pragma once

#include <atomic>
#include <cstdint>

namespace hcl::internal {

struct Counted {
    mutable std::atomic<std::uint32_t> refs{1};

    void retain() const { refs.fetch_add(1, std::memory_order_relaxed); }
    // True when it was the last reference: the caller destroys the object.
    bool release() const { return refs.fetch_sub(1, std::memory_order_acq_rel) == 1; }
};

}  // namespace hcl::internal
