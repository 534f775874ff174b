// JSON text to values and back, for the JSON functions and %v, %#v, %q of format(): numbers at full
// precision, sorted keys, and the same escapes everywhere, so that output is safe to embed in HTML.
#pragma once

#include <string>
#include <string_view>

#include "engine/eval/function.h"

namespace hcl::eval::functions {

// A JSON document as objects, tuples and primitives; null has the dynamic type.
FunctionResult<Value> parse_json(std::string_view text, CallContext& call);

// Appends the value, which must be wholly known and unmarked, without spaces.
FunctionResult<void> append_json(std::string& out, const Value& value, CallContext& call);

}  // namespace hcl::eval::functions
