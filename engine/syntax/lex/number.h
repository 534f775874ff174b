// Number literals: what the grammar takes.
#pragma once

#include <string_view>

namespace hcl::syntax {

// Digits, one fraction, one exponent that fits 32 bits. The value is computed from the text by the value
// room.
bool is_number_literal(std::string_view text);

}  // namespace hcl::syntax
