// Functions on unevaluated expressions: try, can, convert, with. Applications add them to the function table
// of a language that has them.
#pragma once

#include "engine/eval/function.h"

namespace hcl::eval {

// The value of the first argument that evaluates without errors.
FunctionPtr try_function();
// Whether the argument evaluates without errors.
FunctionPtr can_function();
// Converts a value to the type given by a type expression.
FunctionPtr convert_function();
// Evaluates an expression with an object's attributes as additional variables.
FunctionPtr with_function();

}  // namespace hcl::eval
