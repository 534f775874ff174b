// Placeholder values that quick fixes write when they add a missing attribute.
#pragma once

#include <string>

#include "engine/language/schema.h"

namespace hcl::language {

std::string placeholder(const AttributeDef& def);
std::string placeholder(const Type& type);

// A snippet with its placeholders replaced by their default texts: "${1:a} $0" gives "a ".
std::string without_places(std::string_view snippet);

}  // namespace hcl::language
