// The files that a command line names: files as they are, folders with what is below them.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "server/cli/console.h"

namespace hcl::server {

struct Target {
    std::string shown;  // as the user named it, or the folder it lies in
    std::string path;   // absolute
};

// In the order of the arguments, folders sorted. What `wanted` refuses is left out below folders only.
// Complains about what does not exist, and sets `failed` then; links to nothing below folders are only
// mentioned.
std::vector<Target> find_targets(Console& console, std::span<const std::string> paths,
                                 const std::function<bool(const std::string& path)>& wanted, bool& failed);

}  // namespace hcl::server
