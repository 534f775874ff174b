// UTF-8 as JSON needs it: how long a valid sequence is, and text made valid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hcl::lsp {

// Bytes of the well-formed sequence at `position` (1 to 4), or 0 when there is none. Surrogates, overlong
// forms and what is beyond U+10FFFF are not well-formed.
std::size_t utf8_length_at(std::string_view text, std::size_t position);

inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

void append_code_point(std::string& out, std::uint32_t code_point);
// Every byte that belongs to no well-formed sequence becomes U+FFFD.
void append_valid_utf8(std::string& out, std::string_view text);
bool is_valid_utf8(std::string_view text);

}  // namespace hcl::lsp
