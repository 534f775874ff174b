// The types of PCL for known values: typing must agree with evaluation.
#pragma once

#include <optional>
#include <string>

#include "engine/pcl/type.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::test {

// The most precise type of a wholly known value.
pcl::Type type_of_value(const Value& value);

// The type of an expression without names, compared with its value. `problem` is empty when the two
// agree, or when the expression has no type or no known value.
struct TypedValue {
    bool is_compared = false;
    std::string problem{};
};
TypedValue compare_type_with_value(syntax::Node expr);

}  // namespace hcl::test
