// The type of parameters that take the path of another module. The argument is passed unevaluated, as a
// Closure: where modules are known, its text tells which one is meant.
#pragma once

#include "engine/eval/function.h"

namespace hcl::eval {

const Type& module_path_type();
// Whether the first argument of the function is such a path.
bool reads_module(const Function& function);

}  // namespace hcl::eval
