// Finds the source of a part of a value.
#pragma once

#include "engine/syntax/tree/tree.h"
#include "engine/value/error.h"

namespace hcl::eval {

// The expression of the part at a path, as deep as the value is written as a literal.
syntax::Node literal_part(syntax::Node expression, const Path& path);

}  // namespace hcl::eval
