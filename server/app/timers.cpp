#include "server/app/timers.h"

#include <algorithm>

namespace hcl::server {

void Timers::set(const std::string& name, TimePoint when, std::function<void()> task) {
    timers_.insert_or_assign(name, Timer{when, std::move(task)});
}

std::optional<TimePoint> Timers::when(const std::string& name) const {
    auto timer = timers_.find(name);
    if (timer == timers_.end()) return std::nullopt;
    return timer->second.when;
}

std::optional<TimePoint> Timers::next() const {
    std::optional<TimePoint> first;
    for (const auto& [name, timer] : timers_)
        if (!first || timer.when < *first) first = timer.when;
    return first;
}

bool Timers::run_due(TimePoint now) {
    auto due = timers_.end();
    for (auto it = timers_.begin(); it != timers_.end(); ++it)
        if (it->second.when <= now && (due == timers_.end() || it->second.when < due->second.when)) due = it;
    if (due == timers_.end()) return false;
    auto task = std::move(due->second.task);
    timers_.erase(due);
    task();
    return true;
}

}  // namespace hcl::server
