// Conversion between types: which exist, which are safe, the converted value, and explanations of failures.
#pragma once

#include <optional>
#include <string>

#include "engine/value/error.h"
#include "engine/value/rules.h"
#include "engine/value/value.h"

namespace hcl {

enum class Conversion : std::uint8_t {
    None,
    Unsafe,    // may fail or lose information, depending on the value
    Safe,      // injective: never fails, loses nothing
    Identity,  // the same type (or a no-op)
};

// From a type to a constraint: `to` may contain the dynamic pseudo-type and optional attributes.
Conversion conversion_between(const Type& from, const Type& to, const Rules& rules);
inline bool converts_safely(const Type& from, const Type& to, const Rules& rules) {
    return conversion_between(from, to, rules) >= Conversion::Safe;
}
bool converts_unsafely(const Type& from, const Type& to, const Rules& rules);

// Converts any value (null, unknown, marked). The result has type `to` (without
// optional attributes, and with its dynamic parts resolved). An error has the reason
// and the path to the first part that fails.
ValueResult convert_value(const Value& value, const Type& to, const Rules& rules);

// Why `from` does not convert to `to`: "a string is required, not a list of string", "attribute \"a\" is
// required", the innermost reason after its path. For types without a conversion.
std::string explain_mismatch(const Type& from, const Type& to, const Rules& rules);

// Fast scalar conversions: empty when the text is not a valid number or bool under these rules.
std::optional<Number> number_from_text(std::string_view text, const Rules& rules);
std::optional<bool> bool_from_text(std::string_view text);

}  // namespace hcl
