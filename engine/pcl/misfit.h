// Findings about values whose types do not fit. Private to this room.
#pragma once

#include <string>
#include <string_view>

#include "engine/pcl/type.h"
#include "engine/source/diagnostic.h"

namespace hcl::pcl {

// Reports that what is called `name` has the type `from` and must be `to`, with the path to the innermost
// part that does not fit, or `reason`. `shown`: `to` as the message writes it.
Diagnostic& report_wrong_type(Diagnostics& findings, Span span, std::string_view name, const Type& to,
                              const Type& shown, const Type& from, std::string_view reason = {});

}  // namespace hcl::pcl
