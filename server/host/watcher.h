// Watches folders for clients that cannot watch files. One thread: inotify, or polling where it is not
// available (other systems, exhausted watches, network file systems).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "server/host/file_system.h"

namespace hcl::server {

struct FileChange {
    enum class Kind {
        Created,
        Changed,
        Deleted,
        Rescan
    };  // Rescan: too much happened under `path` to report it
    Kind kind = Kind::Changed;
    std::string path;
    bool operator==(const FileChange&) const = default;
};

class Watcher {
  public:
    // Called on the watcher's thread with the changes since the last call.
    using OnChange = std::function<void(std::vector<FileChange>)>;

    virtual ~Watcher() = default;  // stops the thread
    // Replaces the watched folders: these and all below, without ignored folders.
    virtual void watch(std::vector<std::string> roots) = 0;
    // Files that were read: where changes are found by comparing what is there from time to time, one that
    // goes before it was seen is missed otherwise.
    virtual void note_read(const std::vector<std::string>& /*paths*/) {}
};

struct WatcherOptions {
    bool only_poll = false;
    int poll_ms = 2000;
};

// `files` must outlive the watcher.
std::unique_ptr<Watcher> make_watcher(const FileSystem& files, Watcher::OnChange on_change,
                                      WatcherOptions options = {});

}  // namespace hcl::server
