// Named timers of the main loop. Setting a name again replaces its timer. Main thread only.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "server/host/clock.h"

namespace hcl::server {

class Timers {
  public:
    void set(const std::string& name, TimePoint when, std::function<void()> task);
    void cancel(const std::string& name) { timers_.erase(name); }
    bool is_set(const std::string& name) const { return timers_.contains(name); }
    std::optional<TimePoint> when(const std::string& name) const;
    std::optional<TimePoint> next() const;
    // Runs the earliest timer that is due; false when none is.
    bool run_due(TimePoint now);

  private:
    struct Timer {
        TimePoint when;
        std::function<void()> task;
    };
    std::map<std::string, Timer> timers_;  // few: a scan is enough
};

}  // namespace hcl::server
