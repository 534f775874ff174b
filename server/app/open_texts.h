// The texts of open documents, which functions read instead of the files on disk. Thread-safe; the main loop
// sets them.
#pragma once

#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "engine/world/snapshot.h"

namespace hcl::server {

class OpenTexts {
  public:
    void set(const std::string& path, world::FileStatePtr state) {
        std::lock_guard lock(mutex_);
        states_.insert_or_assign(path, std::move(state));
    }
    // False when there was none.
    bool remove(const std::string& path) {
        std::lock_guard lock(mutex_);
        return states_.erase(path) > 0;
    }
    // Null: it is not open.
    world::FileStatePtr find(const std::string& path) const {
        std::lock_guard lock(mutex_);
        const auto found = states_.find(path);
        return found == states_.end() ? nullptr : found->second;
    }

  private:
    mutable std::mutex mutex_;
    std::unordered_map<std::string, world::FileStatePtr> states_;
};

}  // namespace hcl::server
