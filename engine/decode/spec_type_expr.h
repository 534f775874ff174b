// The type expressions of spec files.
#pragma once

#include "engine/decode/spec.h"

namespace hcl::decode {

struct SpecTypeResult {
    TypeConstraint type;  // any type at all when the expression is wrong
    Diagnostics diagnostics;
};

// By static analysis, as the format document says; under `reference` rules by evaluation, as the reference
// command does, so that conditionals and `for` expressions that yield a type work as well.
SpecTypeResult evaluate_spec_type(const eval::Expression& expr, FileId file, const Rules& rules);

}  // namespace hcl::decode
