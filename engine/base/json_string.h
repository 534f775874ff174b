// JSON strings: the single implementation of quoting and escaping.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hcl {

enum class JsonEscapes : std::uint8_t {
    Needed,    // required by RFC 8259
    HtmlSafe,  // also <, >, &, U+2028 and U+2029, as in the reference encoder
};

// Appends `text` as a JSON string with quotes. Invalid UTF-8 becomes U+FFFD.
void append_json_string(std::string& out, std::string_view text, JsonEscapes escapes = JsonEscapes::Needed);
std::string json_string(std::string_view text, JsonEscapes escapes = JsonEscapes::Needed);

}  // namespace hcl
