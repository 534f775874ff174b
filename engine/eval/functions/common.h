// The standard functions that programs offer.
#pragma once

#include "engine/eval/function.h"

namespace hcl::eval {

// Without operators in the form of functions, namespaced aliases, and functions that serve others.
const FunctionTable& common_functions();

}  // namespace hcl::eval
