// The part of a value whose type is wrong.
#pragma once

#include <string>

#include "engine/value/convert.h"

namespace hcl {

// The same error at the innermost part that is at fault, with the path to it, if the error says that the type
// of the whole value does not convert.
ValueError at_innermost_part(const ValueError& error, const Type& from, const Type& to, const Rules& rules);

// Why a value with `given` elements does not convert to a tuple of another length.
std::string wrong_tuple_length(std::size_t wanted, std::size_t given);

}  // namespace hcl
