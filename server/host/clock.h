// Time as a dependency: delays use a Clock, so that tests can control time.
#pragma once

#include <chrono>

namespace hcl::server {

using TimePoint = std::chrono::steady_clock::time_point;
using Duration = std::chrono::steady_clock::duration;

class Clock {
  public:
    virtual ~Clock() = default;
    virtual TimePoint now() const = 0;
};

class SteadyClock final : public Clock {
  public:
    TimePoint now() const override { return std::chrono::steady_clock::now(); }
};

// Advances only when told to.
class ManualClock final : public Clock {
  public:
    TimePoint now() const override { return now_; }
    void advance(Duration by) { now_ += by; }
    void set(TimePoint to) { now_ = to; }

  private:
    TimePoint now_{std::chrono::hours(1)};
};

}  // namespace hcl::server
