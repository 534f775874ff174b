// Strings of the language: NFC from birth, measured and cut by grapheme clusters, cased without locale.
// All text here is UTF-8. ASCII takes fast paths that never reach ICU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hcl {

bool is_ascii(std::string_view text);
// Each maximal malformed sequence becomes U+FFFD.
std::string replace_invalid_utf8(std::string_view text);

bool is_nfc(std::string_view text);
// NFC; malformed bytes become U+FFFD first.
std::string to_nfc(std::string_view text);
// Names are compared in this form.
inline std::string normalised(std::string name) {
    if (!is_ascii(name)) name = to_nfc(name);
    return name;
}

// UAX #29 extended grapheme clusters.
std::size_t grapheme_count(std::string_view text);
// The byte where the cluster that starts at byte `start` ends. `start` < text.size().
std::size_t next_grapheme(std::string_view text, std::size_t start);
// Clusters [offset, offset + count); `count` nothing: to the end.
std::string_view grapheme_substring(std::string_view text, std::size_t offset,
                                    std::optional<std::size_t> count);
std::string reverse_graphemes(std::string_view text);

// By code point, without locale, as the reference does ("\u00df" has no capital); results are NFC.
std::string to_upper(std::string_view text);
std::string to_lower(std::string_view text);
// Each word's first character in title case. A word goes on through ASCII letters, digits and underscores,
// and through everything beyond ASCII but white space.
std::string to_title(std::string_view text);

// Simple (one to one) mappings and classes, by code point.
char32_t simple_upper(char32_t c);
char32_t simple_lower(char32_t c);
bool is_letter(char32_t c);
bool is_digit(char32_t c);
bool is_space(char32_t c);  // White_Space

// Decodes the code point at `pos` and moves past it; malformed bytes give U+FFFD and move by one.
char32_t decode_utf8(std::string_view text, std::size_t& pos);
void append_utf8(std::string& out, char32_t c);

// The longest part of `prefix` that stays as it is whatever text follows (NFC and clusters considered): what
// may be promised as the prefix of an unknown string.
std::string_view safe_prefix(std::string_view prefix);

}  // namespace hcl
