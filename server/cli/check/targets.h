// The files that a command line names: files as given, folders recursively.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "server/cli/console.h"

namespace hcl::server {

struct Target {
    std::string shown;                        // as given by the user, or below a folder as given
    std::string path;                         // absolute
    std::uint64_t most = limits::named_file;  // bytes that are read
};

struct TargetOptions {
    std::function<bool(const std::string& path)> is_wanted;  // for files below folders
    bool will_write = false;                                 // removes what interrupted writes left behind
};

// In the order of the arguments, folders sorted. Reports missing arguments and ignore files that are too
// large, and then sets `failed`; links below folders that dangle or lead outside are reported without
// failing.
std::vector<Target> find_targets(Console& console, std::span<const std::string> paths,
                                 const TargetOptions& options, bool& failed);

}  // namespace hcl::server
