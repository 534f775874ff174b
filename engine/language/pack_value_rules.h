// Rules of a pack for the values of an attribute that contradict each other, and the forms of its patterns.
// Private to language/.
#pragma once

#include <string_view>
#include <vector>

#include "engine/language/reading.h"

namespace hcl::language {

// Two limits that nothing can satisfy: "min" and "max".
void check_range(Reading& read, const PackBlock& items, std::string_view low, std::string_view high,
                 Diagnostics& out);

// Whether the value converts to one of the types.
bool fits_some(const Value& value, const std::vector<Type>& types);
// `def`: what the attribute was compiled to; null when it was skipped.
void check_value_rules(Reading& read, const PackBlock& items, const AttributeDef* def, Diagnostics& out);

// A glob of `files`.
void check_file_pattern(Reading& read, syntax::Node pattern, Diagnostics& out);
// A key of `names`.
void check_name_form(syntax::Node key, std::string_view name, Diagnostics& out);

// The keys of `is` in a `case`.
void check_choice_keys(Reading& read, const PackBlock& choice, Diagnostics& out);

}  // namespace hcl::language
