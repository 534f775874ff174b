// The value of a selected expression, evaluated with the declarations of its file and module.
#pragma once

#include <optional>
#include <string>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

struct Evaluation {
    Span span;          // the smallest expression that contains the selection and has a value
    std::string type;   // as a type expression
    std::string value;  // as HCL source; unknown and sensitive parts are marked
};

// Empty when the selection is not in an expression, or evaluation fails.
std::optional<Evaluation> evaluate(const world::Snapshot& snapshot, FileId file, Span selection,
                                   const Cancel& cancel);

}  // namespace hcl::ide
