// The work limit of an evaluation, so that it ends soon and in bounded memory for any file: every node,
// element and call spends from the budget, and when it is exhausted the evaluation stops with a
// diagnostic.
#pragma once

#include <cstdint>

#include "engine/base/cancel.h"

namespace hcl::eval {

struct Limits {
    std::uint64_t steps = 5'000'000;     // evaluated nodes, visited elements, and work of functions
    std::uint64_t bytes = 256ull << 20;  // allocated by templates, constructors and functions in total
    std::uint32_t depth = 400;           // nested expressions
    std::uint32_t diagnostics = 1'000;   // per evaluation; more are counted but not stored
};

class Budget {
  public:
    enum class State : std::uint8_t { Open, OutOfSteps, OutOfBytes };

    Budget() : Budget(Limits{}) {}
    explicit Budget(const Limits& limits, Cancel cancel = {})
        : limits_(limits), behind_(limits.steps), bytes_(limits.bytes), cancel_(cancel) {
        refill();
    }

    // Returns false when the budget is exhausted, and from then on: stop and report `State`. Throws Cancelled
    // when the result is no longer needed.
    [[gnu::always_inline]] bool spend(std::uint64_t steps, std::uint64_t bytes = 0) {
        if (steps > steps_ || bytes > bytes_) [[unlikely]]
            return spend_more(steps, bytes);
        steps_ -= steps;
        bytes_ -= bytes;
        return true;
    }
    // Whether the budget suffices for that much work, or a result of that size; spends nothing.
    bool affords_steps(std::uint64_t steps) const { return steps <= steps_ + behind_; }
    bool affords_bytes(std::uint64_t bytes) const { return state_ == State::Open && bytes <= bytes_; }

    // Tracks nesting, across all evaluations that share this budget (functions
    // evaluate closures and their own bodies).
    bool enter() { return ++depth_ <= limits_.depth; }
    void leave() { --depth_; }

    State state() const { return state_; }
    // The amount spent; the whole limit once it is exhausted.
    std::uint64_t steps() const { return limits_.steps - steps_ - behind_; }
    std::uint64_t bytes() const { return limits_.bytes - bytes_; }
    const Limits& limits() const { return limits_; }
    const Cancel& cancel() const { return cancel_; }

  private:
    static constexpr std::uint64_t kPollEvery = 4096;

    void refill() {
        const std::uint64_t added = behind_ < kPollEvery ? behind_ : kPollEvery;
        steps_ += added;
        behind_ -= added;
    }
    // The slow path: polls for cancellation and refills from the reserve, if it suffices.
    [[gnu::noinline]] bool spend_more(std::uint64_t steps, std::uint64_t bytes) {
        if (state_ != State::Open) return false;
        if (steps > steps_ + behind_ || bytes > bytes_) {
            state_ = steps > steps_ + behind_ ? State::OutOfSteps : State::OutOfBytes;
            // From here on, everything with a cost fails.
            steps_ = behind_ = bytes_ = 0;
            return false;
        }
        cancel_.poll();
        // Takes a large amount at once.
        const std::uint64_t missing = steps > steps_ ? steps - steps_ : 0;
        steps_ += missing;
        behind_ -= missing;
        steps_ -= steps;
        bytes_ -= bytes;
        refill();
        return true;
    }

    Limits limits_;
    // Steps until the next poll of `cancel_`, and the reserve after that.
    std::uint64_t steps_ = 0;
    std::uint64_t behind_;
    std::uint64_t bytes_;
    std::uint32_t depth_ = 0;
    Cancel cancel_;
    State state_ = State::Open;
};

}  // namespace hcl::eval
