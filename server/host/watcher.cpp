#include "server/host/watcher.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "server/host/walk.h"

namespace hcl::server {

namespace {

constexpr std::uint32_t kMask = IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE |
                                IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK;

class ThreadWatcher final : public Watcher {
  public:
    ThreadWatcher(const FileSystem& files, OnChange on_change, WatcherOptions options)
        : files_(files), on_change_(std::move(on_change)), options_(options) {
        wake_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
        if (!options_.only_poll) inotify_ = ::inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
        thread_ = std::thread([this] { run(); });
    }
    ~ThreadWatcher() override {
        stop_ = true;
        wake();
        thread_.join();
        if (inotify_ >= 0) ::close(inotify_);
        ::close(wake_);
    }

    void watch(std::vector<std::string> roots) override {
        {
            std::lock_guard lock(mutex_);
            wanted_ = std::move(roots);
            has_wanted_ = true;
        }
        wake();
    }

    void note_read(const std::vector<std::string>& paths) override {
        if (!is_polling_) return;
        std::lock_guard lock(mutex_);
        read_.insert(paths.begin(), paths.end());
    }

  private:
    void wake() {
        std::uint64_t one = 1;
        [[maybe_unused]] ssize_t written = ::write(wake_, &one, sizeof one);
    }

    void run() {
        while (!stop_) {
            pollfd waiting[2] = {{wake_, POLLIN, 0}, {inotify_, POLLIN, 0}};
            bool polls = inotify_ < 0 ? !roots_.empty() : !lost_.empty() || !linked_.empty();
            ::poll(waiting, inotify_ >= 0 ? 2 : 1, polls ? options_.poll_ms : -1);
            if (stop_) return;
            std::uint64_t count = 0;
            [[maybe_unused]] ssize_t got = ::read(wake_, &count, sizeof count);
            std::vector<std::string> wanted;
            bool has_wanted = false;
            {
                std::lock_guard lock(mutex_);
                has_wanted = std::exchange(has_wanted_, false);
                if (has_wanted) wanted = std::move(wanted_);
            }
            if (has_wanted) set_roots(std::move(wanted));
            if (inotify_ >= 0)
                read_events();
            else
                compare();
            if (!changes_.empty()) on_change_(std::exchange(changes_, {}));
        }
    }

    // Those that were watched before stay watched. What changes in others before they are is found by a
    // rescan; the first ones are being indexed.
    void set_roots(std::vector<std::string> roots) {
        const std::vector<std::string> old = std::exchange(roots_, std::move(roots));
        const bool was_polling = is_polling_;
        const auto is_in = [](const std::vector<std::string>& list, const std::string& path) {
            return std::ranges::find(list, path) != list.end();
        };
        if (inotify_ >= 0) {
            std::erase_if(folders_, [&](const auto& entry) {
                const bool is_wanted = std::ranges::any_of(roots_, [&](const std::string& root) {
                    return entry.second == root || is_below(entry.second, root);
                });
                if (!is_wanted) ::inotify_rm_watch(inotify_, entry.first);
                return !is_wanted;
            });
            std::erase_if(lost_, [&](const std::string& root) { return !is_in(roots_, root); });
            std::erase_if(linked_, [&](const auto& entry) { return !is_in(roots_, entry.first); });
        }
        for (const std::string& root : roots_) {
            if (inotify_ >= 0 && is_in(old, root)) continue;
            if (inotify_ >= 0) watch_root(root);
            if (!old.empty()) changes_.push_back({FileChange::Kind::Rescan, root});
        }
        if (inotify_ < 0 && (was_polling || !is_polling_)) start_polling();
    }

    void watch_root(const std::string& root) {
        if (std::string target = files_.resolve(root); target != root)
            linked_.emplace(root, std::move(target));
        const auto stat = files_.stat(root);
        if (stat && stat->is_folder)
            add_folder(root, false);
        else
            lost_.insert(root);
    }

    void start_polling() {
        is_polling_ = true;
        seen_ = look();
    }

    // Watches the folder and its subfolders. `report`: it is new, so its files are reported.
    void add_folder(const std::string& root, bool report) {
        WalkVisitor visitor;
        visitor.folder = [&](const std::string& path) {
            if (stop_) return false;
            int wd = folders_.size() < limits::watched_folders
                         ? ::inotify_add_watch(inotify_, path.c_str(), kMask)
                         : -1;
            if (wd >= 0) {
                folders_[wd] = path;
            } else if (folders_.size() >= limits::watched_folders || errno == ENOSPC || errno == ENOMEM) {
                give_up_ = true;
                return false;
            }
            return true;
        };
        visitor.file = [&](const std::string& path) {
            if (report) changes_.push_back({FileChange::Kind::Created, path});
            return !stop_ && !give_up_;
        };
        walk(files_, root, {}, visitor);
        if (give_up_) use_polling();
    }

    void use_polling() {
        ::close(inotify_);
        inotify_ = -1;
        give_up_ = false;
        folders_.clear();
        lost_.clear();
        linked_.clear();
        start_polling();
        for (const std::string& root : roots_) changes_.push_back({FileChange::Kind::Rescan, root});
    }

    void read_events() {
        alignas(inotify_event) char buffer[16 * 1024];
        while (inotify_ >= 0) {
            ssize_t got = ::read(inotify_, buffer, sizeof buffer);
            if (got <= 0) break;
            for (ssize_t at = 0; at < got && inotify_ >= 0;) {
                const auto* event = reinterpret_cast<const inotify_event*>(buffer + at);
                at += static_cast<ssize_t>(sizeof(inotify_event)) + event->len;
                handle(*event);
            }
        }
        if (inotify_ >= 0 && std::exchange(is_stale_, false)) start_over();
        if (inotify_ >= 0) find_lost_roots();
        if (inotify_ >= 0) follow_links();
    }

    // Removes the watches of the folder and everything below.
    void forget_below(std::string path) {
        std::erase_if(folders_, [&](const auto& entry) {
            bool below = entry.second == path || entry.second.starts_with(path + "/");
            if (below) ::inotify_rm_watch(inotify_, entry.first);
            return below;
        });
    }

    // Events were lost, or which folders count changed: watches all of them again, and reports their files.
    void start_over() {
        for (const auto& [wd, path] : folders_) ::inotify_rm_watch(inotify_, wd);
        folders_.clear();
        lost_.clear();
        linked_.clear();
        for (const std::string& root : roots_) {
            if (inotify_ >= 0) watch_root(root);
            changes_.push_back({FileChange::Kind::Rescan, root});
        }
    }

    void find_lost_roots() {
        std::erase_if(lost_, [&](const std::string& root) {
            auto stat = files_.stat(root);
            if (!stat || !stat->is_folder) return false;
            add_folder(root, false);
            changes_.push_back({FileChange::Kind::Rescan, root});
            return true;
        });
    }

    // A link that leads elsewhere now causes no event in the folders.
    void follow_links() {
        for (auto& [root, target] : linked_) {
            std::string now = files_.resolve(root);
            if (now == target) continue;
            target = std::move(now);
            forget_below(root);
            lost_.insert(root);
            changes_.push_back({FileChange::Kind::Rescan, root});
        }
        find_lost_roots();
    }

    void handle(const inotify_event& event) {
        if (event.mask & IN_Q_OVERFLOW) {
            // Lost events may include new folders.
            is_stale_ = true;
            return;
        }
        auto folder = folders_.find(event.wd);
        if (folder == folders_.end()) return;
        if (event.mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED)) {
            // Only the parent of a root could report its return, and that may be deleted as well.
            if (std::ranges::find(roots_, folder->second) != roots_.end()) {
                lost_.insert(folder->second);
                changes_.push_back({FileChange::Kind::Rescan, folder->second});
                forget_below(folder->second);
            } else if (!(event.mask & IN_MOVE_SELF)) {
                folders_.erase(folder);
            }
            return;
        }
        if (event.len == 0) return;
        std::string name = event.name;
        std::string path = folder->second + "/" + name;
        bool gone = (event.mask & (IN_DELETE | IN_MOVED_FROM)) != 0;
        if (event.mask & IN_ISDIR) {
            if (is_tool_folder(name)) return;
            if (gone) {
                // A moved folder causes no events for the files below it.
                changes_.push_back({FileChange::Kind::Rescan, path});
                forget_below(path);
            } else {
                add_folder(path, true);
            }
            return;
        }
        is_stale_ = is_stale_ || is_ignore_file(name);
        FileChange::Kind kind = gone                                     ? FileChange::Kind::Deleted
                                : event.mask & (IN_CREATE | IN_MOVED_TO) ? FileChange::Kind::Created
                                                                         : FileChange::Kind::Changed;
        // A link to a folder: the rescan decides whether to follow it.
        if (kind == FileChange::Kind::Created)
            if (auto stat = files_.stat(path); stat && stat->is_folder) kind = FileChange::Kind::Rescan;
        changes_.push_back({kind, std::move(path)});
    }

    using Seen = std::map<std::string, FileStat>;

    Seen look() const {
        Seen seen;
        WalkVisitor visitor;
        visitor.file = [&](const std::string& path) {
            if (auto stat = files_.stat(path)) seen.emplace(path, *stat);
            return !stop_.load();
        };
        for (const std::string& root : roots_) walk(files_, root, {}, visitor);
        return seen;
    }

    void compare() {
        std::set<std::string> read;
        {
            std::lock_guard lock(mutex_);
            read = std::exchange(read_, {});
        }
        Seen now = look();
        if (stop_) return;
        for (const std::string& path : read)
            if (!seen_.contains(path) && !now.contains(path) && !files_.stat(path))
                changes_.push_back({FileChange::Kind::Deleted, path});
        for (const auto& [path, stat] : now) {
            auto old = seen_.find(path);
            if (old == seen_.end())
                changes_.push_back({FileChange::Kind::Created, path});
            else if (old->second != stat)
                changes_.push_back({FileChange::Kind::Changed, path});
        }
        for (const auto& [path, stat] : seen_)
            if (!now.contains(path)) changes_.push_back({FileChange::Kind::Deleted, path});
        seen_ = std::move(now);
    }

    const FileSystem& files_;
    OnChange on_change_;
    WatcherOptions options_;
    int wake_ = -1;
    int inotify_ = -1;
    std::atomic<bool> stop_{false};
    bool give_up_ = false;
    std::mutex mutex_;
    std::vector<std::string> wanted_;
    bool has_wanted_ = false;
    std::set<std::string> read_;  // since the last comparison
    std::atomic<bool> is_polling_{false};
    // Owned by the thread.
    std::vector<std::string> roots_;
    std::map<int, std::string> folders_;
    std::set<std::string> lost_;                 // roots that do not exist now
    std::map<std::string, std::string> linked_;  // roots that are links, or below one, and where they lead
    bool is_stale_ = false;                      // the watched folders may not be those that count
    Seen seen_;
    std::vector<FileChange> changes_;
    std::thread thread_;
};

}  // namespace

std::unique_ptr<Watcher> make_watcher(const FileSystem& files, Watcher::OnChange on_change,
                                      WatcherOptions options) {
    return std::make_unique<ThreadWatcher>(files, std::move(on_change), options);
}

}  // namespace hcl::server
