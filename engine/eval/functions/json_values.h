// JSON text to values and back, as the JSON functions and %v, %#v, %q of format() want it: numbers at full
// precision, keys in order, and the same escapes everywhere, so that output is fit for embedding in HTML.
#pragma once

#include <string>
#include <string_view>

#include "engine/eval/function.h"

namespace hcl::eval::functions {

// A JSON document as objects, tuples and primitives; null is a null of no particular type.
FunctionResult<Value> parse_json(std::string_view text, CallContext& call);

// Appends the value, which must be wholly known and unmarked, without any spaces.
FunctionResult<void> append_json(std::string& out, const Value& value, CallContext& call);

}  // namespace hcl::eval::functions
