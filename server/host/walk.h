// Walks folders like version control tools: skips files that .gitignore, .ignore and
// .git/info/exclude exclude, and folders in which tools keep copies of other projects'
// files.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "server/host/file_system.h"

namespace hcl::server {

// Links to folders are not followed: they can form cycles, and their targets are usually walked anyway. Links
// to files are followed only within the roots, because files elsewhere may be confidential.
struct WalkOptions {
    bool use_ignore_files = true;
    std::uint32_t max_depth = limits::folder_depth;
    // Links can lead to files below these folders, and always to files below the root of the walk.
    std::vector<std::string> roots;
};

struct WalkVisitor {
    // Called for each file that is not ignored, folders in sorted order. Return false to stop the walk.
    std::function<bool(const std::string& path)> file;
    // Called before a folder is read; return false to skip it. May be empty.
    std::function<bool(const std::string& path)> folder;
    // Called for each link to a file, before `file` or `ignored` is. May be empty.
    std::function<void(const std::string& path)> link;
    // Called for each link to a file outside of the roots. May be empty.
    std::function<void(const std::string& path)> outside;
    // Called for each file that ignore files exclude, in folders that they do not; without it, `unseen` is.
    std::function<void(const std::string& path)> ignored;
    // Called for each folder and file that is left out, with all that is below: those that are ignored, links
    // to folders, folders that cannot be read or lie too deep. Folders of tools are not named. May be empty.
    std::function<void(const std::string& path, bool is_folder)> unseen;
    // Called with a sentence for each folder that cannot be read or lies too deep, and for each ignore file
    // that is too large to be used as a whole. May be empty.
    std::function<void(const std::string& message)> problem;
};

// Returns false when the visitor stopped the walk. Unreadable folders are skipped.
bool walk(const FileSystem& files, const std::string& root, const WalkOptions& options,
          const WalkVisitor& visitor);

// Whether a walk from `root` would come to the path.
enum class Reach : std::uint8_t {
    LeftOut,  // a tool's folder, an ignored folder or a link out of the roots is in the way
    Ignored,  // ignore files exclude the file, but not its folder
    Found,
};
Reach reach_of(const FileSystem& files, const std::string& root, const std::string& path,
               const std::vector<std::string>& roots);

// The names of files with rules for their folder.
inline constexpr std::array<std::string_view, 2> kIgnoreFiles{".gitignore", ".ignore"};
bool is_ignore_file(std::string_view path);

// True when a walk from `root` would not come to the path. A path that ends with a slash is that of a folder.
bool is_left_out(const FileSystem& files, const std::string& root, const std::string& path,
                 const std::vector<std::string>& roots);

// A folder below one of the roots that a walk from the root does not reach, because of ignore rules or a
// link.
bool is_hidden(const FileSystem& files, const std::vector<std::string>& roots, const std::string& folder);

// Whether the path is inside the folder, at any depth.
bool is_below(std::string_view path, std::string_view folder);

// Whether the folder name belongs to caches of tools or version control data.
bool is_tool_folder(std::string_view name);

}  // namespace hcl::server
