// The call graph between modules, by name; thread-safe. It is kept between snapshots,
// so that an edit finds its dependents.
#pragma once

#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace hcl::world {

class CallGraph {
  public:
    // Replaces the calls of `caller`.
    void set(const std::string& caller, std::vector<std::string> called);
    // One more, until the next set().
    void add(const std::string& caller, const std::string& called);
    // Drops the calls of removed modules when the number of callers has grown enough since the last time.
    void trim(const std::function<bool(const std::string&)>& is_there);
    // The given modules and all their direct and indirect callers, each once.
    std::vector<std::string> callers_of(const std::vector<std::string>& names) const;

    bool has_calls(const std::string& caller) const;
    // The names of all modules that others call, also of those that are not there.
    std::vector<std::string> all_called() const;

    std::size_t size() const;  // modules that call others

  private:
    void forget(const std::string& caller, const std::vector<std::string>& called);

    mutable std::mutex mutex_;
    std::unordered_map<std::string, std::vector<std::string>> called_;  // without modules that call nothing
    std::unordered_map<std::string, std::set<std::string>> callers_;
    std::size_t most_ = 256;  // number of callers that triggers the next trim
};

}  // namespace hcl::world
