// Descriptions of values and types for diagnostics.
#pragma once

#include <string>

#include "engine/value/type.h"

namespace hcl::eval {

// Why the two results of a conditional have no common type, down to the part that
// differs. A sentence without the full stop.
std::string describe_mismatch(const Type& yes, const Type& no);

// The name of the type with its article: "a string", "an object".
std::string with_article(const Type& type);

}  // namespace hcl::eval
