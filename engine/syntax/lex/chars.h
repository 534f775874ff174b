// Character classes for lexers and decoders. ASCII by table; other characters by
// Unicode properties in chars.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace hcl::syntax {

// A character of possibly invalid UTF-8.
struct Utf8Char {
    std::uint32_t code = 0;
    std::uint32_t length = 0;  // 0: not the start of a sequence; a single invalid byte
};

// Checks only the structure of lead and continuation bytes, as the grammar does: overlong
// forms and surrogates are accepted.
inline Utf8Char decode_utf8(std::string_view text, std::size_t at) {
    auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    auto is_continuation = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xC0) == 0x80; };
    std::uint32_t lead = byte(at);
    if (lead < 0x80) return {lead, 1};
    if (lead < 0xC0 || lead > 0xF7) return {};
    if (!is_continuation(at + 1)) return {};
    if (lead < 0xE0) return {(lead & 0x1F) << 6 | (byte(at + 1) & 0x3Fu), 2};
    if (!is_continuation(at + 2)) return {};
    if (lead < 0xF0) return {(lead & 0x0F) << 12 | (byte(at + 1) & 0x3Fu) << 6 | (byte(at + 2) & 0x3Fu), 3};
    if (!is_continuation(at + 3)) return {};
    return {(lead & 0x07) << 18 | (byte(at + 1) & 0x3Fu) << 12 | (byte(at + 2) & 0x3Fu) << 6 |
                (byte(at + 3) & 0x3Fu),
            4};
}

inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

namespace detail {
consteval std::array<bool, 256> ident_table(bool is_start) {
    std::array<bool, 256> table{};
    for (int c = 'a'; c <= 'z'; ++c) table[static_cast<std::size_t>(c)] = true;
    for (int c = 'A'; c <= 'Z'; ++c) table[static_cast<std::size_t>(c)] = true;
    table['_'] = true;
    if (!is_start) {
        for (int c = '0'; c <= '9'; ++c) table[static_cast<std::size_t>(c)] = true;
        table['-'] = true;
    }
    return table;
}
inline constexpr std::array<bool, 256> kAsciiIdentStart = ident_table(true);
inline constexpr std::array<bool, 256> kAsciiIdentPart = ident_table(false);
}  // namespace detail

inline bool is_ascii_ident_start(char c) {
    return detail::kAsciiIdentStart[static_cast<std::uint8_t>(c)];
}
inline bool is_ascii_ident_part(char c) {
    return detail::kAsciiIdentPart[static_cast<std::uint8_t>(c)];
}

// For non-ASCII characters.
bool is_unicode_ident_start(std::uint32_t code);
bool is_unicode_ident_part(std::uint32_t code);

// The length of the identifier at `at`; 0 when none starts there.
std::size_t ident_length(std::string_view text, std::size_t at);
bool is_valid_identifier(std::string_view text);

// Non-ASCII letters (category L) and decimal digits, for the names of HCL 1.
bool is_letter(std::uint32_t code);
bool is_decimal_digit(std::uint32_t code);

// White space for trimming and heredoc markers (the Unicode property).
bool is_space(std::uint32_t code);

// Whether version control wrote the line that begins there: "<<<<<<< HEAD", "||||||| base", "=======",
// ">>>>>>> branch".
bool is_conflict_marker(std::string_view text, std::uint32_t at);
std::string_view trim_left_space(std::string_view text);
std::string_view trim_right_space(std::string_view text);
inline std::string_view trim_space(std::string_view text) {
    return trim_right_space(trim_left_space(text));
}

}  // namespace hcl::syntax
