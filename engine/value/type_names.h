// The names of types written into sentences under construction, without a text of their own in between.
#pragma once

#include <string>

#include "engine/value/type.h"

namespace hcl::internal {

// As Type::friendly_name, or Type::friendly_constraint_name.
void append_friendly_name(std::string& out, const Type& type, bool constraint = false);

}  // namespace hcl::internal
