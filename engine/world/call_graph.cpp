#include "engine/world/call_graph.h"

#include <string_view>
#include <unordered_set>

namespace hcl::world {

void CallGraph::forget(const std::string& caller, const std::vector<std::string>& called) {
    for (const std::string& name : called)
        if (auto it = callers_.find(name); it != callers_.end()) {
            it->second.erase(caller);
            if (it->second.empty()) callers_.erase(it);
        }
}

void CallGraph::trim(const std::function<bool(const std::string&)>& is_there) {
    std::lock_guard lock(mutex_);
    if (called_.size() < most_) return;
    std::erase_if(called_, [&](const auto& entry) {
        if (is_there(entry.first)) return false;
        forget(entry.first, entry.second);
        return true;
    });
    most_ = 2 * called_.size() + 256;
}

void CallGraph::set(const std::string& caller, std::vector<std::string> called) {
    std::lock_guard lock(mutex_);
    if (auto known = called_.find(caller); known != called_.end()) {
        if (known->second == called) return;
        forget(caller, known->second);
        called_.erase(known);
    }
    if (called.empty()) return;
    for (const std::string& name : called) callers_[name].insert(caller);
    called_.emplace(caller, std::move(called));
}

void CallGraph::add(const std::string& caller, const std::string& called) {
    std::lock_guard lock(mutex_);
    if (callers_[called].insert(caller).second) called_[caller].push_back(called);
}

std::vector<std::string> CallGraph::callers_of(const std::vector<std::string>& names) const {
    std::lock_guard lock(mutex_);
    std::unordered_set<std::string_view> seen(names.begin(), names.end());
    std::vector<std::string_view> rest(seen.begin(), seen.end());
    while (!rest.empty()) {
        const auto callers = callers_.find(std::string(rest.back()));
        rest.pop_back();
        if (callers == callers_.end()) continue;
        for (const std::string& caller : callers->second)
            if (seen.insert(caller).second) rest.emplace_back(caller);
    }
    return {seen.begin(), seen.end()};
}

bool CallGraph::has_calls(const std::string& caller) const {
    std::lock_guard lock(mutex_);
    return called_.contains(caller);
}

std::vector<std::string> CallGraph::all_called() const {
    std::lock_guard lock(mutex_);
    std::vector<std::string> names;
    names.reserve(callers_.size());
    for (const auto& [name, callers] : callers_) names.push_back(name);
    return names;
}

std::size_t CallGraph::size() const {
    std::lock_guard lock(mutex_);
    return called_.size();
}

}  // namespace hcl::world
