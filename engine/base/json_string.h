// Strings of JSON: the one place that quotes and escapes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hcl {

enum class JsonEscapes : std::uint8_t {
    Needed,    // what RFC 8259 demands
    HtmlSafe,  // also <, >, &, U+2028 and U+2029, as the reference's encoder does
};

// Appends `text` as a JSON string with quotes. Invalid UTF-8 becomes U+FFFD.
void append_json_string(std::string& out, std::string_view text, JsonEscapes escapes = JsonEscapes::Needed);
std::string json_string(std::string_view text, JsonEscapes escapes = JsonEscapes::Needed);

}  // namespace hcl
