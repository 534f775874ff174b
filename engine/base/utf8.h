// UTF-8: validation, repair, encoding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hcl {

// Length of the well-formed sequence at `position` (1 to 4), or 0. Surrogates, overlong forms and code points
// above U+10FFFF are not well-formed.
std::size_t utf8_length_at(std::string_view text, std::size_t position);

inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

void append_code_point(std::string& out, std::uint32_t code_point);
// Replaces every byte that is not part of a well-formed sequence by U+FFFD.
void append_valid_utf8(std::string& out, std::string_view text);
bool is_valid_utf8(std::string_view text);

// At most that many bytes of the text, with `ending` in place of the rest.
std::string shortened(std::string_view text, std::size_t most_bytes, std::string_view ending = "…");

// The number of code points of well-formed text.
std::size_t count_characters(std::string_view text);

}  // namespace hcl
