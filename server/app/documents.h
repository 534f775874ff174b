// Documents that are open in the editor. Their text overrides the file on disk. Main thread
// only, but what may take long is done on a worker: a long text is parsed there, and edits that affect much
// of one. Until then, other changes of the document wait in order, and so do requests for it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/app/core.h"

namespace hcl::server {

struct TextChange {
    struct Range {
        Position start;
        Position end;
    };
    std::optional<Range> range;  // in the client's column unit; none: replaces the whole text
    std::string text;
};

class Documents {
  public:
    explicit Documents(Core& core) : core_(core) {}

    FileId open(std::string_view uri, std::string_view language, std::int64_t version, std::string text);
    // Applies the changes in order, each to the result of the previous one. Invalid
    // id: no such open document.
    FileId change(std::string_view uri, std::int64_t version, std::vector<TextChange> changes);
    // Invalid id: not open. The world still holds the editor's text; the caller must
    // restore the text from disk.
    FileId close(std::string_view uri);

    bool is_open(FileId id) const { return open_.contains(id); }
    // Its text is being parsed or edited.
    bool is_busy(FileId id) const { return busy_.contains(id); }
    bool is_any_busy() const { return !busy_.empty(); }
    // Called when a document is no longer busy; its changes are applied.
    std::function<void(FileId)> on_settled;
    std::vector<FileId> open_files() const;  // sorted by id

  private:
    struct Change {
        std::int64_t version;
        std::vector<TextChange> changes;
    };
    struct Busy {
        std::uint64_t number;  // of the job
        std::vector<Change> waiting;
    };

    // Applies changes until one is given to a worker.
    void apply(FileId id, std::vector<Change> waiting);
    // Applies as many as possible at once, and removes them. False when there is nothing more to do, or when
    // a worker does it.
    bool apply_some(FileId id, Change& change);
    bool edit(FileId id, std::vector<Edit> edits, std::int64_t version);
    // A worker applies the edits, or what makes the whole text another.
    struct EditJob;
    void edit_later(FileId id, const std::shared_ptr<EditJob>& job);
    void finish_edit(FileId id, const std::shared_ptr<EditJob>& job);
    void parse_later(FileId id);
    // Runs `work` on a worker and then `done`, if the document was not closed, on the main thread.
    void run_for(FileId id, std::function<void()> work, std::function<void()> done);
    void settle(FileId id);

    Core& core_;
    std::unordered_map<FileId, Busy> busy_;
    std::uint64_t next_job_ = 1;
    std::unordered_map<FileId, std::string> open_;  // the URI as the client writes it
};

}  // namespace hcl::server
