// Renders types as text, in three notations.
#pragma once

#include <string>

#include "engine/pcl/type.h"

namespace hcl::pcl {

// The sort key of union members: to_string() with the reference implementation's notation for constants.
std::string render_order(const Type& type);
// As to_pretty(), which reproduces the reference, but numbers are exact, a union with the constant null is
// optional, and an optional type over several lines is laid out like the type itself.
std::string render_lines(const Type& type);
// A constant: `"hot"`, `1.5`, `true`, `null`. Numbers have at most ten digits.
std::string render_constant(const Value& value);

}  // namespace hcl::pcl
