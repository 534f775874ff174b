// Letters and digits of ASCII, regardless of the locale. All other bytes are neither.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace hcl::ascii {

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
// A part of a name in HCL.
constexpr bool is_name_part(char c) {
    return is_letter(c) || is_digit(c) || c == '_' || c == '-';
}
constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
// The value of a hexadecimal digit; -1 for other characters.
constexpr int hex_digit(char c) {
    if (is_digit(c)) return c - '0';
    const char small = lower(c);
    return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}
constexpr bool is_hex_digit(char c) {
    return hex_digit(c) >= 0;
}

inline std::string lowered(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), lower);
    return out;
}
inline bool equal_but_for_case(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, lower, lower);
}

}  // namespace hcl::ascii
