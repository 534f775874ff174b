// The value of a selected expression, with all that its file and module declare.
#pragma once

#include <optional>
#include <string>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

struct Evaluation {
    Span span;          // the expression: the smallest that holds the selection and has a value
    std::string type;   // as HCL writes it
    std::string value;  // as HCL source; what is unknown or sensitive is named as such
};

// Nothing when the selection lies in no expression, or evaluating it fails.
std::optional<Evaluation> evaluate(const world::Snapshot& snapshot, FileId file, Span selection,
                                   const Cancel& cancel);

}  // namespace hcl::ide
