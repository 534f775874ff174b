// Which modules call which, by their names; for any thread. Kept from one snapshot to the next, so that an
// edit finds those who depend on it.
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
    // All that a module calls; replaces what was known of it.
    void set(const std::string& caller, std::vector<std::string> called);
    // Forgets the calls of modules that are gone, when there are many more than the last time.
    void trim(const std::function<bool(const std::string&)>& is_there);
    // These and all that call them, directly or not, each once.
    std::vector<std::string> callers_of(std::vector<std::string> names) const;

    // The names of all modules that others call, also of those that are not there.
    std::vector<std::string> all_called() const;

    std::size_t size() const;  // modules that call others

  private:
    void forget(const std::string& caller, const std::vector<std::string>& called);

    mutable std::mutex mutex_;
    std::unordered_map<std::string, std::vector<std::string>> called_;  // those that call nothing left out
    std::unordered_map<std::string, std::set<std::string>> callers_;
    std::size_t most_ = 256;  // callers before they are looked through again
};

}  // namespace hcl::world
