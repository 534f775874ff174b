// The files that functions of configurations read: regular files below the roots, read when somebody asks,
// and kept in the state in which they were.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/disk.h"
#include "server/host/file_system.h"

namespace hcl::server {

class WorkspaceDisk final : public Disk {
  public:
    // Links that lead out of the roots are not followed. `files` must outlive this.
    WorkspaceDisk(const FileSystem& files, const std::vector<std::string>& roots);

    DiskAnswerPtr file(const std::string& path) const override;
    DiskAnswerPtr folder(const std::string& path, unsigned depth) const override;

    // Calls that, on any thread, when a file is read that was not read before.
    void when_reading(std::function<void()> call) { when_reading_ = std::move(call); }

    bool was_asked() const;
    // Something was asked of that file, or of a folder around it.
    bool was_asked(const std::string& path) const;
    // The files that were asked for, sorted.
    std::vector<std::string> read_files() const;
    // The state of now; null when every answer would be the same. Only what these paths may have changed is
    // looked at again; without any, everything. Questions that nobody has asked for a while are forgotten.
    std::shared_ptr<const WorkspaceDisk> refreshed(const std::vector<std::string>& changed = {}) const;

  private:
    using Question = std::pair<std::string, unsigned>;  // a folder to some depth; 0: a file
    struct Known {
        DiskAnswerPtr answer;
        std::optional<FileStat> stat;  // of a file
        unsigned idle = 0;             // how many states there were since somebody asked
    };
    // Whether a change of the path may change the answer.
    static bool may_change(const Question& question, const Known& known, const std::string& path);

    bool is_inside(const std::string& path) const;
    Known ask(const Question& question) const;
    DiskAnswerPtr answer(const Question& question) const;
    void list(const std::string& folder, const std::string& prefix, unsigned depth, DiskAnswer& out,
              std::size_t& entries) const;

    std::function<void()> when_reading_;  // may be empty
    const FileSystem& files_;
    std::vector<std::string> roots_;
    std::vector<std::string> resolved_roots_;
    mutable std::mutex mutex_;
    mutable std::map<Question, Known> known_;
    mutable std::atomic<std::uint64_t> bytes_ = 0;  // of files that are kept
};
using WorkspaceDiskPtr = std::shared_ptr<const WorkspaceDisk>;

}  // namespace hcl::server
