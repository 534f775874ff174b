// The error of a function whose body is an expression that failed.
#pragma once

#include <span>
#include <string>

#include "engine/eval/function.h"

namespace hcl::eval {

// The first error among `found`, with the arguments of these parameters; `file` is that of the body, invalid
// when the error shall not lead there.
FunctionError error_of_body(const Diagnostics& found, FileId file, std::span<const std::string> parameters,
                            std::span<const Value> arguments);

}  // namespace hcl::eval
