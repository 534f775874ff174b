// Cooperative cancellation: long computations poll a token and unwind with the engine's only exception, which
// is caught in one place (server/app lanes). An unwound computation leaves no partial state.
#pragma once

#include <atomic>
#include <cstdint>

namespace hcl {

// Thrown by Cancel::poll, caught where the computation was started.
struct Cancelled {};

class Cancel {
  public:
    Cancel() = default;  // never cancelled
    explicit Cancel(const std::atomic<bool>* flag) : flag_(flag) {}
    // Also cancelled once `revision` has moved past `expected`: a newer world exists.
    Cancel(const std::atomic<bool>* flag, const std::atomic<std::uint64_t>* revision, std::uint64_t expected)
        : flag_(flag), revision_(revision), expected_(expected) {}

    bool is_cancelled() const {
        return (flag_ && flag_->load(std::memory_order_relaxed)) ||
               (revision_ && revision_->load(std::memory_order_relaxed) != expected_);
    }
    void poll() const {
        if (is_cancelled()) [[unlikely]]
            throw Cancelled{};
    }

  private:
    const std::atomic<bool>* flag_ = nullptr;
    const std::atomic<std::uint64_t>* revision_ = nullptr;
    std::uint64_t expected_ = 0;
};

}  // namespace hcl
