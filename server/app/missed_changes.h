// Changes of files that arrive while files are read in the background. The read may have seen the state
// before a change, and its result comes after that of the changed file: such files are looked at again.
// Main thread only.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "server/host/watcher.h"

namespace hcl::server {

class MissedChanges {
  public:
    static constexpr std::size_t kMost = 10'000;  // for one read

    // Gives the number of a read that begins, which is positive.
    int begin() {
        reads_.try_emplace(++last_);
        return last_;
    }
    void note(const FileChange& change) {
        for (auto& [number, changes] : reads_)
            if (changes.size() < kMost) changes.emplace(change.path, change.kind);
    }
    // The changes since the read began, by path; kMost of them: there may be more.
    std::vector<FileChange> end(int read) {
        std::vector<FileChange> out;
        if (auto ended = reads_.extract(read))
            for (const auto& [path, kind] : ended.mapped()) out.push_back({kind, path});
        return out;
    }

  private:
    std::map<int, std::set<std::pair<std::string, FileChange::Kind>>> reads_;
    int last_ = 0;
};

}  // namespace hcl::server
