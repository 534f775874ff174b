// Texts for an attribute: its type, and placeholder values that quick fixes write when they add it.
#pragma once

#include <string>

#include "engine/language/schema.h"

namespace hcl::language {

std::string placeholder(const AttributeDef& def);
// In the syntax of expressions, or of JSON.
std::string placeholder(const Type& type, bool json = false);

// The type of its values as source text, with alternatives: "bool or list(string)"; empty for any.
std::string type_source(const AttributeDef& def);

// A snippet with its placeholders replaced by their default texts: "${1:a} $0" gives "a ".
std::string without_places(std::string_view snippet);

}  // namespace hcl::language
