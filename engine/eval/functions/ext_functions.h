// Functions that work on unevaluated expressions: try, can, convert, with. An application adds them to its
// table if its language has them.
#pragma once

#include "engine/eval/function.h"

namespace hcl::eval {

// The value of the first argument that evaluates without errors.
FunctionPtr try_function();
// Whether the argument evaluates without errors.
FunctionPtr can_function();
// Converts a value to a type written as an expression.
FunctionPtr convert_function();
// Evaluates an expression with an object's attributes as further variables.
FunctionPtr with_function();

}  // namespace hcl::eval
