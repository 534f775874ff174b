// Diagnostics pushed to clients that do not pull them. Main thread only; they are computed
// on workers.
//
// Order: the edited file first, then what is open, then the rest. A result is published only while the file
// is still in the state that it was computed from, so a client never sees findings of an older text after
// those of a newer.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/app/documents.h"

namespace hcl::bind {
class Module;
}

namespace hcl::server {

class Publisher {
  public:
    Publisher(Core& core, Documents& documents) : core_(core), documents_(documents) {}

    // The user changed or opened the file.
    void queue_urgent(FileId id);
    // The file changed on disk, entered the index, or was closed.
    void queue_later(FileId id);
    // Everything may be different: settings, packs.
    void all_changed();
    // This file changed, and others may refer to it: those that are near are looked at, closed ones when no
    // more changes come for a moment.
    void neighbours_changed(FileId id);
    // True when nothing waits or is being computed.
    bool is_idle() const { return urgent_.empty() && waiting_.empty() && running_ == 0; }

  private:
    struct Finding {
        FileId id;
        std::uint64_t revision = 0;
        bool is_complete = false;
        bool is_empty = true;
        bool is_same = false;     // as before, since its module is
        std::string diagnostics;  // JSON array
        std::weak_ptr<const bind::Module> module{};
    };
    struct Published {
        std::size_t hash = 0;
        bool is_empty = true;
    };

    bool wants(FileId id) const;
    void look(FileId id);
    void check(Finding& finding, const world::Snapshot& snapshot, const ClientInfo& client,
               const Cancel& cancel) const;
    void schedule(Duration delay);
    void run();
    void publish(const Finding& finding);
    void send(FileId id, const std::string& diagnostics, bool is_empty);

    Core& core_;
    Documents& documents_;
    std::set<FileId> urgent_;
    std::set<FileId> waiting_;
    std::unordered_map<FileId, Published> published_;
    std::set<std::string> changed_folders_;  // since closed files were looked at
    // Of closed files without findings: what they were found in. The same module finds nothing again.
    std::unordered_map<FileId, std::weak_ptr<const bind::Module>> sound_;
    int running_ = 0;
    // Measured time per file: the delay after an edit follows it.
    double cost_seconds_ = 0.002;
};

}  // namespace hcl::server
