// Values of literals that need no evaluation: most of what configuration says.
#pragma once

#include "engine/syntax/tree/tree.h"
#include "engine/value/value.h"

namespace hcl::decode {

// True, and the value, where `expr` is a literal of just the type that is wanted (or any, or a list of such
// literals). False says nothing: evaluate the expression.
bool plain_literal(syntax::Node expr, const Type& wanted, Value& value);

}  // namespace hcl::decode
