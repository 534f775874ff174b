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

    Budget() : Budget(Limits{}) {}
    explicit Budget(const Limits& limits, Cancel cancel = {})
        : limits_(limits), behind_(limits.steps), bytes_(limits.bytes), cancel_(cancel) {
        refill();
    }

    // False once nothing is left, and from then on: stop and report `State`. Throws Cancelled when the work
    // has become pointless.
    [[gnu::always_inline]] bool spend(std::uint64_t steps, std::uint64_t bytes = 0) {
        if (steps > steps_ || bytes > bytes_) [[unlikely]]
            return spend_more(steps, bytes);
        steps_ -= steps;
        bytes_ -= bytes;
        return true;
    }
    // Whether that much work, or a result of that size, could be afforded; spends nothing.
    bool affords_steps(std::uint64_t steps) const { return steps <= steps_ + behind_; }
    bool affords_bytes(std::uint64_t bytes) const { return state_ == State::Open && bytes <= bytes_; }

    // Nesting, over all evaluations that share this budget (functions evaluate closures and bodies of their
    // own).
    bool enter() { return ++depth_ <= limits_.depth; }
    void leave() { --depth_; }

    State state() const { return state_; }
    // How much was spent; all of what ran out.
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
    // More than is at hand: there may be more behind it, once the caller has been asked whether to go on.
    [[gnu::noinline]] bool spend_more(std::uint64_t steps, std::uint64_t bytes) {
        if (state_ != State::Open) return false;
        if (steps > steps_ + behind_ || bytes > bytes_) {
            state_ = steps > steps_ + behind_ ? State::OutOfSteps : State::OutOfBytes;
            // Whatever costs anything fails from here on.
            steps_ = behind_ = bytes_ = 0;
            return false;
        }
        cancel_.poll();
        // All of a large sum at once.
        const std::uint64_t missing = steps > steps_ ? steps - steps_ : 0;
        steps_ += missing;
        behind_ -= missing;
        steps_ -= steps;
        bytes_ -= bytes;
        refill();
        return true;
    }

    Limits limits_;
    // Steps until `cancel_` is polled again, and the steps left after that.
    std::uint64_t steps_ = 0;
    std::uint64_t behind_;
    std::uint64_t bytes_;
    std::uint32_t depth_ = 0;
    Cancel cancel_;
    State state_ = State::Open;
};

}  // namespace hcl::eval
