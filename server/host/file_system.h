// Files and folders as a dependency: all disk access uses a FileSystem, so that tests and replays run in
// memory. Paths are absolute, UTF-8, with the separator of the system; see paths.h for portable paths.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/limits.h"
#include "engine/base/result.h"
#include "engine/schemas/stored_bytes.h"

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
    bool is_link = false;  // a symbolic link; is_folder then refers to its target
};

// All functions are thread-safe.
class FileSystem {
  public:
    virtual ~FileSystem() = default;
    // The whole content of a regular file. An error when it has more than `most` bytes.
    virtual Result<std::string> read(const std::string& path, std::uint64_t most) const = 0;
    Result<std::string> read(const std::string& path) const { return read(path, limits::named_file); }
    // The bytes of a regular file, read on demand, even after the file was replaced.
    virtual Result<schemas::StoredBytesPtr> open(const std::string& path) const;
    // Sorted by name. An error when the path is not a folder.
    virtual Result<std::vector<FolderEntry>> list(const std::string& path) const = 0;
    virtual std::optional<FileStat> stat(const std::string& path) const = 0;
    // The path without symbolic links; unchanged when it does not exist.
    virtual std::string resolve(const std::string& path) const { return path; }
    // Replaces a regular file atomically: readers see the old or the new content, and a failure keeps the
    // old. Keeps permissions and follows symbolic links. Writes to devices and pipes directly.
    virtual Result<void> replace(const std::string& path, std::string_view text) = 0;
    // Creates the folder and its parents, accessible only to this user.
    virtual Result<void> make_folder(const std::string& /*path*/) { return {}; }
    // Removes an existing file.
    virtual Result<void> remove_file(const std::string& path) { return fail(path + ": cannot be removed"); }
    // Removes the temporary files that an interrupted `replace` left in the folder.
    virtual void remove_leftovers(const std::string& /*folder*/) {}
};

std::unique_ptr<FileSystem> make_real_file_system();

}  // namespace hcl::server
