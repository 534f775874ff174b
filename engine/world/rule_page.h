// The documentation of checks and rules that are written in HCL: their source, and what it belongs to.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace hcl::world {

class Snapshot;

// As Markdown, without a heading: of each check of a pack and each rule of a configuration with this name.
// Empty when there is none. `shown`: how to name a file of the workspace.
std::string rule_page(const Snapshot& snapshot, std::string_view name,
                      const std::function<std::string(const std::string& path)>& shown);

}  // namespace hcl::world
