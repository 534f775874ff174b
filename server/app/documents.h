// Documents that are open in the editor. Their text overrides the file on disk. Main thread
// only.
#pragma once

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
    std::vector<FileId> open_files() const;  // sorted by id

  private:
    void replace_all(FileId id, std::string text, std::int64_t version);

    Core& core_;
    std::unordered_map<FileId, std::string> open_;  // the URI as the client writes it
};

}  // namespace hcl::server
