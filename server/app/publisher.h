// Diagnostics pushed to clients that do not pull them. Main thread only; they are computed
// on workers.
//
// Order: the edited file first, then what is open, then the rest. A result is published only while the file
// is still in the state that it was computed from, so a client never sees findings of an older text after
// those of a newer.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/app/documents.h"

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
    // True when nothing waits or is being computed.
    bool is_idle() const { return urgent_.empty() && waiting_.empty() && running_ == 0; }

  private:
    struct Finding {
        FileId id;
        std::uint64_t revision = 0;
        bool is_complete = false;
        bool is_empty = true;
        std::string diagnostics;  // JSON array
    };
    struct Published {
        std::size_t hash = 0;
        bool is_empty = true;
    };

    bool wants(FileId id) const;
    void schedule(Duration delay);
    void run();
    void publish(const Finding& finding);
    void send(FileId id, const std::string& diagnostics, bool is_empty);

    Core& core_;
    Documents& documents_;
    std::set<FileId> urgent_;
    std::set<FileId> waiting_;
    std::unordered_map<FileId, Published> published_;
    int running_ = 0;
    // Measured time per file: the delay after an edit follows it.
    double cost_seconds_ = 0.002;
};

}  // namespace hcl::server
