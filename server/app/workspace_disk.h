// The files that functions in configurations read: regular files below the roots, read on demand and cached,
// so that the state is immutable.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/disk.h"
#include "server/app/open_texts.h"
#include "server/host/file_system.h"

namespace hcl::server {

class WorkspaceDisk final : public Disk {
  public:
    // Does not follow links that lead out of the roots. `files` must outlive this object. Open documents have
    // their texts instead of what is on disk; null: there are none.
    WorkspaceDisk(const FileSystem& files, const std::vector<std::string>& roots,
                  std::shared_ptr<const OpenTexts> open = nullptr);

    DiskAnswerPtr file(const std::string& path) const override;
    DiskAnswerPtr folder(const std::string& path, unsigned depth) const override;

    // Sets a function to be called, on any thread, when a file is read for the first time.
    void when_reading(std::function<void()> call) { when_reading_ = std::move(call); }

    bool was_asked() const;
    // Whether there was a query for that file, or for a folder that contains it: then the current state is
    // needed. Files that are being read are read again.
    bool note_change(const std::string& path) const;
    // The same for a file of which only the text changes.
    bool note_text(const std::string& path) const;
    // The files that were queried, sorted.
    std::vector<std::string> read_files() const;
    // The current state; null when all results are the same. Checks only results that these paths may affect;
    // without paths, all. Queries that have not been repeated for a while are dropped.
    std::shared_ptr<const WorkspaceDisk> refreshed(const std::vector<std::string>& changed = {}) const;

  private:
    using Question = std::pair<std::string, unsigned>;  // a folder to some depth; 0: a file
    struct Known {
        DiskAnswerPtr answer;
        std::optional<FileStat> stat;  // of a file
        unsigned idle = 0;             // number of states since the last query
    };
    // Whether a change at the path can affect the result.
    static bool may_change(const Question& question, const Known& known, const std::string& path);

    bool is_inside(const std::string& path) const;
    // Of an open document, or on disk.
    std::optional<FileStat> stat(const std::string& path) const;
    Known ask(const Question& question) const;
    DiskAnswerPtr answer(const Question& question) const;
    void list(const std::string& folder, const std::string& prefix, unsigned depth, DiskAnswer& out,
              std::size_t& entries) const;

    std::function<void()> when_reading_;  // may be empty
    const FileSystem& files_;
    std::shared_ptr<const OpenTexts> open_;
    std::vector<std::string> roots_;
    std::vector<std::string> resolved_roots_;
    mutable std::mutex mutex_;
    mutable std::map<Question, Known> known_;
    mutable std::uint64_t changes_ = 0;             // the number of changes noted
    mutable std::atomic<std::uint64_t> bytes_ = 0;  // size of cached files
};
using WorkspaceDiskPtr = std::shared_ptr<const WorkspaceDisk>;

}  // namespace hcl::server
