// Expands the paths on the command line: files as given, folders recursively.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "server/cli/console.h"

namespace hcl::server {

struct Target {
    std::string shown;     // as given by the user, or below a folder as given
    std::string path;      // absolute
    bool is_named = true;  // by the user; otherwise it was found in a folder
    bool is_link = false;  // found as such

    // How many bytes of it are read.
    std::uint64_t most(const Limits& limits) const {
        return is_named ? limits::named_file : limits.indexed_file;
    }
};

struct TargetOptions {
    std::function<bool(const std::string& path)> is_wanted;  // for files below folders
    bool will_write = false;                                 // removes leftovers of interrupted writes
};

// In argument order, folders sorted. Sets `failed` for missing paths and
// ignore files that are too large and folders that cannot be read, which are reported; links below folders
// that dangle or lead outside are only reported.
std::vector<Target> find_targets(Console& console, std::span<const std::string> paths,
                                 const TargetOptions& options, bool& failed);

// The folders among the paths, and those around the files.
std::vector<std::string> folders_of(const Console& console, std::span<const std::string> paths);

}  // namespace hcl::server
