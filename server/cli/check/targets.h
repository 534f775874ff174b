// The files that a command line names: files as given, folders recursively.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "server/cli/console.h"

namespace hcl::server {

struct Target {
    std::string shown;  // as given by the user, or below a folder as given
    std::string path;   // absolute
};

// In the order of the arguments, folders sorted. `wanted` filters files below folders only. Reports missing
// arguments and then sets `failed`; dangling links below folders are reported without failing.
std::vector<Target> find_targets(Console& console, std::span<const std::string> paths,
                                 const std::function<bool(const std::string& path)>& wanted, bool& failed);

}  // namespace hcl::server
