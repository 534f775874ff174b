// Which modules call which, by their names; for any thread. Kept from one snapshot to the next, so that an
// edit finds those who depend on it.
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace hcl::world {

class CallGraph {
  public:
    // All that a module calls; replaces what was known of it.
    void set(const std::string& caller, std::vector<std::string> called);
    // These and all that call them, directly or not, each once.
    std::vector<std::string> callers_of(std::vector<std::string> names) const;

  private:
    mutable std::mutex mutex_;
    std::unordered_map<std::string, std::vector<std::string>> called_;  // those that call nothing left out
    std::unordered_map<std::string, std::set<std::string>> callers_;
};

}  // namespace hcl::world
