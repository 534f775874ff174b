// Strings of the language: always NFC, measured and cut by grapheme clusters, case mapping without locale.
// All text is UTF-8. ASCII has fast paths that avoid ICU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hcl {

bool is_ascii(std::string_view text);
// Replaces each maximal malformed sequence by U+FFFD.
std::string replace_invalid_utf8(std::string_view text);

bool is_nfc(std::string_view text);
// Converts to NFC; malformed bytes become U+FFFD first.
std::string to_nfc(std::string_view text);
// The normal form for comparing names.
inline std::string normalised(std::string name) {
    if (!is_ascii(name)) name = to_nfc(name);
    return name;
}

// UAX #29 extended grapheme clusters.
std::size_t grapheme_count(std::string_view text);
// The end of the cluster that starts at byte `start`. `start` < text.size().
std::size_t next_grapheme(std::string_view text, std::size_t start);
// Clusters [offset, offset + count); without `count`: to the end.
std::string_view grapheme_substring(std::string_view text, std::size_t offset,
                                    std::optional<std::size_t> count);
std::string reverse_graphemes(std::string_view text);

// By code point, without locale, as in the reference ("\u00df" has no upper case); results are NFC.
std::string to_upper(std::string_view text);
std::string to_lower(std::string_view text);
// Converts each word's first character to title case. A word consists of ASCII letters, digits and
// underscores, and all non-ASCII characters except white space.
std::string to_title(std::string_view text);

// Simple (one to one) mappings and classes, by code point.
char32_t simple_upper(char32_t c);
char32_t simple_lower(char32_t c);
bool is_letter(char32_t c);
bool is_digit(char32_t c);
bool is_space(char32_t c);  // White_Space

// Decodes the code point at `pos` and advances `pos`; malformed bytes give U+FFFD and advance by one.
char32_t decode_utf8(std::string_view text, std::size_t& pos);
void append_utf8(std::string& out, char32_t c);

// The longest part of `prefix` that no following text can change (by NFC or clustering): a valid prefix
// refinement of an unknown string.
std::string_view safe_prefix(std::string_view prefix);

}  // namespace hcl
