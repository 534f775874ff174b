// Shorthand for tests of PCL's types.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "engine/pcl/type.h"

namespace hcl::test::pcl_support {

// Fails the test when the text is no type.
pcl::Type type(std::string_view text);
// "safe", "unsafe", "none".
std::string conversion_of(std::string_view from, std::string_view to);
std::string unified(std::string_view a, std::string_view b);
// The type of the step `.name`.
std::string stepped(std::string_view of, std::string_view name);

using Names = std::map<std::string, std::string>;
// The type of an expression, with these names in scope.
std::string typed(std::string_view expression, const Names& names = {});
// The codes of what is wrong with it: "HCL7001 HCL7021".
std::string find_codes(std::string_view expression, const Names& names = {});

}  // namespace hcl::test::pcl_support
