// The grammar of number literals.
#pragma once

#include <string_view>

namespace hcl::syntax {

// Digits, an optional fraction, an optional exponent that fits 32
// bits. The value room computes the value.
bool is_number_literal(std::string_view text);

}  // namespace hcl::syntax
