// The syntax of Go's text templates, as far as it is the same whatever functions there are: `{{ .Path }}`.
#pragma once

#include <string>
#include <string_view>

namespace hcl::language {

// What is wrong with the template, as a clause; empty when it is well formed.
std::string go_template_problem(std::string_view text);

}  // namespace hcl::language
