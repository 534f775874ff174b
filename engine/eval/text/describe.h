// Sentences about values and types for diagnostics.
#pragma once

#include <string>

#include "engine/value/type.h"

namespace hcl::eval {

// Why two types have none in common, down to the part that differs, for the two results of a conditional. A
// sentence without its full stop.
std::string describe_mismatch(const Type& yes, const Type& no);

// The type as people call it, with its article: "a string", "an object".
std::string with_article(const Type& type);

}  // namespace hcl::eval
