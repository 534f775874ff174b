// Unification: one type to which all of the given types convert.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/value/error.h"
#include "engine/value/rules.h"
#include "engine/value/type.h"

namespace hcl {

enum class Safety : std::uint8_t { Safe, Unsafe };

struct Unified {
    Type type;
    // For each input, whether its values must be converted (convert_value) to the type.
    std::vector<bool> needs_conversion;
    // A dynamic type occurs among others of one kind, so the unified type cannot be determined: `type` is
    // dynamic and every value becomes the dynamic value.
    bool undecided = false;
};

// Empty when there is no such type, or no types were given. `Safe` uses only safe conversions.
std::optional<Unified> unify(std::span<const Type> types, Safety safety, const Rules& rules);

// Converts the values to their unified type.
std::expected<std::vector<Value>, ValueError> unify_values(std::span<const Value> values, Safety safety,
                                                           const Rules& rules);

}  // namespace hcl
