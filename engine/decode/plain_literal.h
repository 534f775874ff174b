// A fast path for literals that need no evaluation: most values in configuration files.
#pragma once

#include "engine/syntax/tree/tree.h"
#include "engine/value/value.h"

namespace hcl::decode {

// Sets the value and returns true if `expr` is a literal of exactly the wanted type (or any, or a list of
// such literals). On false, evaluate the expression.
bool plain_literal(syntax::Node expr, const Type& wanted, Value& value);

}  // namespace hcl::decode
