// Conversion to one of several types.
#pragma once

#include <span>

#include "engine/value/convert.h"

namespace hcl {

// To the type that the value has, otherwise to the first that it converts to. The error names all types.
ValueResult convert_to_one_of(const Value& value, std::span<const Type> types, const Rules& rules);

}  // namespace hcl
