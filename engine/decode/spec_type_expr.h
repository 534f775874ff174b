// Type expressions in spec files.
#pragma once

#include "engine/decode/spec.h"

namespace hcl::decode {

struct SpecTypeResult {
    TypeConstraint type;  // arbitrary when the expression is invalid
    Diagnostics diagnostics;
};

// By static analysis, as the specification says; with `reference` rules by evaluation, as in the reference
// command, so that conditionals and `for` expressions that yield a type also work.
SpecTypeResult evaluate_spec_type(const eval::Expression& expr, FileId file, const Rules& rules);

}  // namespace hcl::decode
