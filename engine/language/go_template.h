// Syntax checks of Go text templates that need no knowledge of the available functions: `{{ .Path }}`.
#pragma once

#include <string>
#include <string_view>

namespace hcl::language {

// A syntax error in the template, as a clause; empty when it is valid.
std::string go_template_problem(std::string_view text);

}  // namespace hcl::language
