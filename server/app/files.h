// The table of files: URI <-> FileId <-> path on disk. Any thread may read while the main loop adds. Rows
// never change but for the spelling of the URI, until forget_unless() takes out those that nothing names any
// more.
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
    // The file of a URI in any spelling (letter case of drive and scheme, percent encoding, `..`).
    FileId intern_uri(std::string_view uri);
    FileId intern_path(const std::string& path);
    // Invalid when the file has no id yet.
    FileId find_uri(std::string_view uri) const;
    FileId find_path(const std::string& path) const;

    // In the client's last spelling, if there is one.
    std::string uri(FileId id) const;
    // The client's spelling is the one it knows its document by.
    void set_spelling(FileId id, std::string_view uri);
    // Absolute, as the file system takes it; empty for what lies on no disk (untitled:, git:, ...).
    std::string path(FileId id) const;
    // The name that the engine sees: the path with forward slashes, or the URI's path for other schemes.
    std::string name(FileId id) const;
    std::size_t size() const;  // of those that are known
    // Forgets all other files; new ones take their ids. Only when nothing else holds an id: no job, no queue.
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
    std::deque<Row> rows_;      // those of free ids are empty
    std::vector<FileId> free_;  // the lowest last
    std::unordered_map<std::string, FileId> by_key_;
};

}  // namespace hcl::server
