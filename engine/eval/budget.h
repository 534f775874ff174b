// How much work one evaluation may do. Whatever a file asks for, an evaluation ends soon and in bounded
// memory: every node, element and call spends from here, and when nothing is left the evaluation stops with a
// diagnostic.
#pragma once

#include <cstdint>

#include "engine/base/cancel.h"

namespace hcl::eval {

struct Limits {
    std::uint64_t steps = 5'000'000;     // nodes evaluated, elements visited, and what functions count
    std::uint64_t bytes = 256ull << 20;  // made by templates, constructors and functions, never given back
    std::uint32_t depth = 400;           // nested expressions
    std::uint32_t diagnostics = 1'000;   // of one evaluation; more are counted but not kept
};

class Budget {
  public:
    enum class State : std::uint8_t { Open, OutOfSteps, OutOfBytes };

    Budget() = default;
    explicit Budget(const Limits& limits, Cancel cancel = {})
        : limits_(limits), steps_(limits.steps), bytes_(limits.bytes), cancel_(cancel) {}

    // False once nothing is left, and from then on: stop and report `State`. Throws Cancelled when the work
    // has become pointless.
    [[gnu::always_inline]] bool spend(std::uint64_t steps, std::uint64_t bytes = 0) {
        if (steps > steps_ || bytes > bytes_ || state_ != State::Open) [[unlikely]]
            return exhaust(steps);
        steps_ -= steps;
        bytes_ -= bytes;
        since_poll_ += steps;
        if (since_poll_ >= kPollEvery) [[unlikely]] {
            since_poll_ = 0;
            cancel_.poll();
        }
        return true;
    }
    // Whether a result of that size could be afforded; spends nothing.
    bool affords_bytes(std::uint64_t bytes) const { return state_ == State::Open && bytes <= bytes_; }

    // Nesting, over all evaluations that share this budget (functions evaluate closures and bodies of their
    // own).
    bool enter() { return ++depth_ <= limits_.depth; }
    void leave() { --depth_; }

    State state() const { return state_; }
    const Limits& limits() const { return limits_; }
    const Cancel& cancel() const { return cancel_; }
    std::uint64_t steps_spent() const { return limits_.steps - steps_; }

  private:
    static constexpr std::uint64_t kPollEvery = 4096;

    [[gnu::noinline]] bool exhaust(std::uint64_t steps) {
        if (state_ == State::Open) state_ = steps > steps_ ? State::OutOfSteps : State::OutOfBytes;
        return false;
    }

    Limits limits_;
    std::uint64_t steps_ = limits_.steps;
    std::uint64_t bytes_ = limits_.bytes;
    std::uint64_t since_poll_ = 0;
    std::uint32_t depth_ = 0;
    Cancel cancel_;
    State state_ = State::Open;
};

}  // namespace hcl::eval
