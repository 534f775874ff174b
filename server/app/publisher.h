// Pushes diagnostics to clients that do not pull them. Main thread only;
// diagnostics are computed on workers.
//
// After an edit, an idle server computes at once. In a burst of edits, computations start at least twice
// their own duration apart, which leaves time for requests.
//
// A file of a large module that was just opened is answered twice: with what is wrong with its syntax and
// with each block by itself, which may be nothing, and with all findings if there are more.
//
// Order: the edited file first, then the open files that depend on it, then the rest. A result is published
// only while the file is still in the state that it was computed from, so a client never sees findings of an
// older text after those of a newer.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/world/module_share.h"
#include "server/app/documents.h"

namespace hcl::bind {
class Module;
}

namespace hcl::server {

class Publisher {
  public:
    Publisher(Core& core, Documents& documents) : core_(core), documents_(documents) {}

    // True for files that must not be checked yet; release_held() queues them again.
    std::function<bool(FileId)> is_held;
    void release_held();
    // Called for files whose findings are known.
    std::function<void(FileId)> on_looked_at;

    // The user changed or opened the file.
    void queue_urgent(FileId id);
    // The file changed on disk, entered the index, or was closed.
    void queue_later(FileId id);
    // Everything may have changed: the settings did.
    void all_changed();
    // Findings about calls of folders without a module may have changed.
    void known_folders_changed();
    // Forgets what it keeps of files that no longer exist.
    void forget_gone();
    // True when nothing is queued or being computed.
    bool is_idle() const { return !is_running_ && !has_interactive() && rest_.empty() && held_.empty(); }

  private:
    struct Finding {
        FileId id;
        std::uint64_t revision = 0;
        bool is_complete = false;
        bool is_empty = true;
        bool is_first = false;    // nothing was published of the file
        bool is_same = false;     // as before, since its module is
        std::string diagnostics;  // JSON array
        std::size_t hash = 0;     // of that
        std::weak_ptr<const bind::Module> module{};
    };
    struct Job {
        std::vector<Finding> findings{};
        std::vector<FileId> called_otherwise{};  // see callers.h
    };
    struct Published {
        std::size_t hash = 0;
        std::int64_t version = -1;
        bool is_empty = true;
    };

    bool wants(FileId id) const;
    bool has_interactive() const {
        return !edited_.empty() || !open_.empty() || !changed_.empty() || all_changed_ || folders_changed_;
    }
    void enqueue(FileId id);
    void find_dependents(const world::Snapshot& snapshot);
    Duration pause() const;
    void wake_by(TimePoint when);
    // The earliest time to compute the first entry of the queue.
    TimePoint due() const;
    void wake_for_what_waits();
    void run();
    void compute(const std::vector<FileId>& batch, Lane lane, world::SnapshotPtr snapshot);
    void check(Finding& finding, const world::Snapshot& snapshot, const ClientInfo& client,
               const Cancel& cancel);
    void fill(Finding& finding, const Diagnostics& found, const world::Snapshot& snapshot,
              const ClientInfo& client) const;
    void finish(const Job& job, double seconds);
    void publish(const Finding& finding);
    static Finding without_findings(FileId id);
    void send(const Finding& finding);

    Core& core_;
    Documents& documents_;
    std::set<FileId> edited_;
    std::set<FileId> open_;
    std::set<FileId> rest_;
    std::set<FileId> held_;
    // Changed files whose dependents are not queued yet. Dependents are determined while no job runs,
    // because jobs update the call graph.
    std::vector<FileId> changed_;
    bool all_changed_ = false;
    bool folders_changed_ = false;
    // The state of names and languages when dependents were last determined.
    std::uint64_t names_revision_ = 0;
    bool callers_changed_ = false;  // maybe, since called modules were last looked at
    std::vector<std::pair<FileId, std::uint64_t>> language_inputs_;
    world::ModuleShare share_;

    std::unordered_map<FileId, Published> published_;
    // Closed files without findings, and their modules: while a module is the same, its files need no new
    // check. Not those of modules that call others: their findings also depend on what they call.
    std::unordered_map<FileId, std::weak_ptr<const bind::Module>> sound_;
    bool is_running_ = false;
    TimePoint last_edit_{};
    TimePoint last_look_{};  // when the last look at edited files began
    // The time to check one edited file; pause() depends on it.
    double cost_seconds_ = 0.002;
};

}  // namespace hcl::server
