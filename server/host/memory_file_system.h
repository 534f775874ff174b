// A FileSystem in memory, for tests, fixtures and replays. Folders exist implicitly if
// they contain files. Thread-safe.
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "server/host/file_system.h"

namespace hcl::server {

class MemoryFileSystem final : public FileSystem {
  public:
    MemoryFileSystem() = default;
    explicit MemoryFileSystem(std::map<std::string, std::string> files);

    void write(const std::string& path, std::string text);
    void remove(const std::string& path);
    // The number of file reads: tests check what was not read.
    int reads() const;

    using FileSystem::read;
    Result<std::string> read(const std::string& path, std::uint64_t most) const override;
    Result<std::vector<FolderEntry>> list(const std::string& path) const override;
    std::optional<FileStat> stat(const std::string& path) const override;
    Result<void> replace(const std::string& path, std::string_view text) override;
    Result<void> remove_file(const std::string& path) override;

  private:
    struct Entry {
        std::string text;
        std::int64_t modified_ns = 0;
    };
    mutable std::mutex mutex_;
    std::map<std::string, Entry> files_;
    std::int64_t changes_ = 0;
    mutable int reads_ = 0;
};

}  // namespace hcl::server
