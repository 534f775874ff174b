// Version information, as shown by `--version`, `doctor` and the initialize response.
#pragma once

#include <string_view>

namespace hcl::server {

std::string_view version();  // "0.1.0"
std::string_view
commit();  // short hash, "-dirty" when built from modified files, "unknown" outside of a checkout

}  // namespace hcl::server
