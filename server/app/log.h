// The log of --log FILE: one line per event, with the seconds since the start. Thread-safe.
#pragma once

#include <functional>
#include <mutex>
#include <string_view>

#include "server/host/clock.h"

namespace hcl::server {

class Log {
  public:
    // `write` receives whole lines; empty: no logging.
    Log(const Clock& clock, std::function<void(std::string_view)> write);

    bool is_on() const { return static_cast<bool>(write_); }
    void line(std::string_view text);

  private:
    const Clock& clock_;
    TimePoint start_;
    std::mutex mutex_;
    std::function<void(std::string_view)> write_;
};

}  // namespace hcl::server
