// Asks the client, or the system, to report changes of files. Main thread only.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "server/app/core.h"
#include "server/app/outgoing.h"

namespace hcl::server {

class FileWatches {
  public:
    FileWatches(Core& core, Outgoing& outgoing) : core_(core), outgoing_(outgoing) {}

    // Registers watchers with the client; true when it watches, false when the roots are to be watched here.
    bool start();
    // Watches the folders here, unless the client does; `changed` is called on the main loop.
    void watch_roots(const std::vector<std::string>& roots,
                     std::function<void(std::vector<FileChange>)> changed);
    // Files of the roots that were read in any other way than by a change.
    void note_read(const std::vector<std::string>& paths) {
        if (watcher_) watcher_->note_read(paths);
    }
    // Files that functions read: asks the client to watch their names if their extensions are not watched
    // yet.
    void watch_read_files(const std::vector<std::string>& paths);
    // Files that configurations name by patterns.
    void watch_claimed_files(const std::set<std::string>& patterns);

  private:
    void watch_globs(std::string_view id, std::set<std::string>& before, std::set<std::string> globs);

    Core& core_;
    Outgoing& outgoing_;
    std::unique_ptr<Watcher> watcher_;
    std::set<std::string> read_names_;  // watched by the client
    std::set<std::string> patterns_;    // watched by the client
};

}  // namespace hcl::server
