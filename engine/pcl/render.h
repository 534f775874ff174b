// Types as text, in the three ways that are needed.
#pragma once

#include <string>

#include "engine/pcl/type.h"

namespace hcl::pcl {

// By what the members of a union are ordered: to_string() with the reference's own notation for constants.
std::string render_order(const Type& type);
// A constant: `"hot"`, `1.5`, `true`, `null`.
std::string render_constant(const Value& value);

}  // namespace hcl::pcl
