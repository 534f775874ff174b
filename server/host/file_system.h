// Files and folders, as an argument: whoever reads the disk takes a FileSystem, so tests and replays run in
// memory. Paths are absolute, UTF-8, with the separator of the system; see paths.h for their data form.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace hcl::server {

struct FileStat {
    bool is_folder = false;
    std::uint64_t size = 0;
    std::int64_t modified_ns = 0;
    auto operator<=>(const FileStat&) const = default;
};

struct FolderEntry {
    std::string name;
    bool is_folder = false;
    bool is_link = false;  // a symbolic link; is_folder then tells about its target
};

// All functions may be called from any thread.
class FileSystem {
  public:
    virtual ~FileSystem() = default;
    virtual Result<std::string> read(const std::string& path) const = 0;
    // Sorted by name. Empty with an error for what is no folder.
    virtual Result<std::vector<FolderEntry>> list(const std::string& path) const = 0;
    virtual std::optional<FileStat> stat(const std::string& path) const = 0;
    // Puts `text` in the place of the file in one step: readers see the old or the new content, and a failure
    // leaves the old. Keeps the permissions; follows a symbolic link to the file itself.
    virtual Result<void> replace(const std::string& path, std::string_view text) = 0;
};

std::unique_ptr<FileSystem> make_real_file_system();

}  // namespace hcl::server
