// What `--version`, `doctor` and the initialize answer say of this build.
#pragma once

#include <string_view>

namespace hcl::server {

std::string_view version();  // "0.1.0"
std::string_view
commit();  // short hash, "-dirty" when built from changed files, "unknown" outside a checkout

}  // namespace hcl::server
