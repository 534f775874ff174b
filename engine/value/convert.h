// Conversion between types: which exist, which are safe, what becomes of a value, and why not.
#pragma once

#include <optional>
#include <string>

#include "engine/value/error.h"
#include "engine/value/rules.h"
#include "engine/value/value.h"

namespace hcl {

enum class Conversion : std::uint8_t {
    None,
    Unsafe,    // may fail or lose, depending on the value
    Safe,      // every value has its own counterpart
    Identity,  // the same type (or a no-op)
};

// From type to constraint: `to` may hold the dynamic pseudo-type and optional attributes.
Conversion conversion_between(const Type& from, const Type& to, const Rules& rules);
inline bool converts_safely(const Type& from, const Type& to, const Rules& rules) {
    return conversion_between(from, to, rules) >= Conversion::Safe;
}
bool converts_unsafely(const Type& from, const Type& to, const Rules& rules);

// Any value (null, unknown, marked) by any existing conversion; the result is of type `to` (without optional
// attributes, and with its dynamic parts resolved). An error says why not and where: the path to the first
// part.
ValueResult convert_value(const Value& value, const Type& to, const Rules& rules);

// Why `from` does not convert to `to`: "a string is required, not a list of string", "attribute \"a\" is
// required", the innermost reason with its path in front. For values whose type has no conversion.
std::string explain_mismatch(const Type& from, const Type& to, const Rules& rules);

// Scalars, quickly: nothing when the text is no such thing under these rules.
std::optional<Number> number_from_text(std::string_view text, const Rules& rules);
std::optional<bool> bool_from_text(std::string_view text);

}  // namespace hcl
