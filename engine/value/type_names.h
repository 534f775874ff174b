// Appends the names of types to messages without temporary strings.
#pragma once

#include <string>

#include "engine/value/type.h"

namespace hcl::internal {

// Appends Type::friendly_name, or Type::friendly_constraint_name.
void append_friendly_name(std::string& out, const Type& type, bool constraint = false);

}  // namespace hcl::internal
