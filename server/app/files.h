// The table of files: URI <-> FileId <-> path on disk. Any thread can read while the main loop
// adds. Rows are immutable, except for the spelling of the URI, until forget_unless() removes
// files that are no longer referenced.
#pragma once

#include <deque>
#include <functional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/base/id.h"

namespace hcl::server {

class FileTable {
  public:
    // The file of a URI in any spelling (case of drive and scheme, percent encoding, `..`).
    FileId intern_uri(std::string_view uri);
    FileId intern_path(const std::string& path);
    // Invalid when the file has no id yet.
    FileId find_uri(std::string_view uri) const;
    FileId find_path(const std::string& path) const;

    // The URI in the spelling that the client used last, if any.
    std::string uri(FileId id) const;
    // Sets the spelling under which the client knows the document.
    void set_spelling(FileId id, std::string_view uri);
    // Absolute, for the file system; empty for files that are not on disk (untitled:, git:, ...).
    std::string path(FileId id) const;
    // The name for the engine: the path with forward slashes, or the URI's path for other schemes.
    std::string name(FileId id) const;
    std::size_t size() const;  // number of known files
    // Removes all other files and reuses their ids. Only when no job or queue holds an id.
    void forget_unless(const std::function<bool(FileId)>& is_known);

  private:
    struct Row {
        std::string key;
        std::string uri;
        std::string path;
        std::string name;
    };
    FileId intern(Row row);

    mutable std::shared_mutex mutex_;
    std::deque<Row> rows_;      // empty for free ids
    std::vector<FileId> free_;  // the lowest id last
    std::unordered_map<std::string, FileId> by_key_;
};

}  // namespace hcl::server
