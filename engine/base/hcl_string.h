// Strings of HCL's native syntax: the single implementation of quoting and escaping.
#pragma once

#include <string>
#include <string_view>

namespace hcl {

// Appends `text` as a quoted string that evaluates to it: "${" and "%{" are escaped too.
void append_hcl_string(std::string& out, std::string_view text);
std::string hcl_string(std::string_view text);

}  // namespace hcl
