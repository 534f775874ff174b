// Walking folders the way people expect of a tool that knows version control: what .gitignore, .ignore and
// .git/info/exclude leave out is left out, and so are the folders where tools keep copies of other people's
// files.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "server/host/file_system.h"

namespace hcl::server {

struct WalkOptions {
    bool use_ignore_files = true;
    // Links to folders are not followed: they make cycles, and what they lead to is usually walked by itself.
    std::uint32_t max_depth = 64;
};

struct WalkVisitor {
    // Called for each file that is not ignored, folders in sorted order. Return false to stop the walk.
    std::function<bool(const std::string& path)> file;
    // Called before a folder is read; return false to leave it out. May be empty.
    std::function<bool(const std::string& path)> folder;
};

// Returns false when the visitor stopped it. Folders that cannot be read are skipped.
bool walk(const FileSystem& files, const std::string& root, const WalkOptions& options,
          const WalkVisitor& visitor);

// True when a walk from `root` would not come to the path: a tool's folder or an ignore rule is in the way.
bool is_left_out(const FileSystem& files, const std::string& root, const std::string& path);

// True when the path lies in the folder or deeper.
bool is_below(std::string_view path, std::string_view folder);

// True for names of folders that hold tools' caches or version control data, never a person's own files.
bool is_tool_folder(std::string_view name);

}  // namespace hcl::server
