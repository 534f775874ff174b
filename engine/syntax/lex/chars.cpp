#include "engine/syntax/lex/chars.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <iterator>

namespace hcl::syntax {

namespace {

struct Range {
    std::uint32_t first;
    std::uint32_t last;
};

// Letters added in Unicode 15.1 to 17, which an older ICU does not
// know; the language follows Unicode 17.
constexpr Range kNewStarts[] = {
    {0x88F, 0x88F},     {0xC5C, 0xC5C},     {0xCDC, 0xCDC},     {0x1C89, 0x1C8A},   {0xA7CB, 0xA7CF},
    {0xA7D2, 0xA7D2},   {0xA7D4, 0xA7D4},   {0xA7DA, 0xA7DC},   {0xA7F1, 0xA7F1},   {0x105C0, 0x105F3},
    {0x10940, 0x10959}, {0x10D4A, 0x10D65}, {0x10D6F, 0x10D85}, {0x10EC2, 0x10EC7}, {0x11380, 0x11389},
    {0x1138B, 0x1138B}, {0x1138E, 0x1138E}, {0x11390, 0x113B5}, {0x113B7, 0x113B7}, {0x113D1, 0x113D1},
    {0x113D3, 0x113D3}, {0x11BC0, 0x11BE0}, {0x11DB0, 0x11DDB}, {0x13460, 0x143FA}, {0x16100, 0x1611D},
    {0x16D40, 0x16D6C}, {0x16EA0, 0x16EB8}, {0x16EBB, 0x16ED3}, {0x16FF2, 0x16FF6}, {0x187F8, 0x187FF},
    {0x18CFF, 0x18CFF}, {0x18D09, 0x18D1E}, {0x18D80, 0x18DF2}, {0x1E5D0, 0x1E5ED}, {0x1E5F0, 0x1E5F0},
    {0x1E6C0, 0x1E6DE}, {0x1E6E0, 0x1E6E2}, {0x1E6E4, 0x1E6E5}, {0x1E6E7, 0x1E6ED}, {0x1E6F0, 0x1E6F4},
    {0x1E6FE, 0x1E6FF}, {0x2B73A, 0x2B73F}, {0x2CEA2, 0x2CEAD}, {0x2EBF0, 0x2EE5D}, {0x323B0, 0x33479},
};
// Characters after the first letter, including those above. The joiners are included since 15.1.
constexpr Range kNewParts[] = {
    {0x88F, 0x88F},     {0x897, 0x897},     {0xC5C, 0xC5C},     {0xCDC, 0xCDC},     {0x1ACF, 0x1ADD},
    {0x1AE0, 0x1AEB},   {0x1C89, 0x1C8A},   {0x200C, 0x200D},   {0x30FB, 0x30FB},   {0xA7CB, 0xA7CF},
    {0xA7D2, 0xA7D2},   {0xA7D4, 0xA7D4},   {0xA7DA, 0xA7DC},   {0xA7F1, 0xA7F1},   {0xFF65, 0xFF65},
    {0x105C0, 0x105F3}, {0x10940, 0x10959}, {0x10D40, 0x10D65}, {0x10D69, 0x10D6D}, {0x10D6F, 0x10D85},
    {0x10EC2, 0x10EC7}, {0x10EFA, 0x10EFC}, {0x11380, 0x11389}, {0x1138B, 0x1138B}, {0x1138E, 0x1138E},
    {0x11390, 0x113B5}, {0x113B7, 0x113C0}, {0x113C2, 0x113C2}, {0x113C5, 0x113C5}, {0x113C7, 0x113CA},
    {0x113CC, 0x113D3}, {0x113E1, 0x113E2}, {0x116D0, 0x116E3}, {0x11B60, 0x11B67}, {0x11BC0, 0x11BE0},
    {0x11BF0, 0x11BF9}, {0x11DB0, 0x11DDB}, {0x11DE0, 0x11DE9}, {0x11F5A, 0x11F5A}, {0x13460, 0x143FA},
    {0x16100, 0x16139}, {0x16D40, 0x16D6C}, {0x16D70, 0x16D79}, {0x16EA0, 0x16EB8}, {0x16EBB, 0x16ED3},
    {0x16FF2, 0x16FF6}, {0x187F8, 0x187FF}, {0x18CFF, 0x18CFF}, {0x18D09, 0x18D1E}, {0x18D80, 0x18DF2},
    {0x1CCF0, 0x1CCF9}, {0x1E5D0, 0x1E5FA}, {0x1E6C0, 0x1E6DE}, {0x1E6E0, 0x1E6F5}, {0x1E6FE, 0x1E6FF},
    {0x2B73A, 0x2B73F}, {0x2CEA2, 0x2CEAD}, {0x2EBF0, 0x2EE5D}, {0x323B0, 0x33479},
};

template <std::size_t N>
bool is_within(const Range (&ranges)[N], std::uint32_t code) {
    const Range* after =
        std::upper_bound(std::begin(ranges), std::end(ranges), code,
                         [](std::uint32_t c, const Range& range) { return c < range.first; });
    return after != std::begin(ranges) && code <= (after - 1)->last;
}

}  // namespace

bool is_unicode_ident_start(std::uint32_t code) {
    return u_hasBinaryProperty(static_cast<UChar32>(code), UCHAR_ID_START) || is_within(kNewStarts, code);
}

bool is_unicode_ident_part(std::uint32_t code) {
    return u_hasBinaryProperty(static_cast<UChar32>(code), UCHAR_ID_CONTINUE) || is_within(kNewParts, code);
}

bool is_letter(std::uint32_t code) {
    return (U_GET_GC_MASK(static_cast<UChar32>(code)) & U_GC_L_MASK) != 0;
}

bool is_decimal_digit(std::uint32_t code) {
    return u_charType(static_cast<UChar32>(code)) == U_DECIMAL_DIGIT_NUMBER;
}

std::size_t ident_length(std::string_view text, std::size_t at) {
    std::size_t i = at;
    while (i < text.size()) {
        char c = text[i];
        if (static_cast<std::uint8_t>(c) < 0x80) {
            if (i == at ? !is_ascii_ident_start(c) : !is_ascii_ident_part(c)) break;
            ++i;
            continue;
        }
        Utf8Char character = decode_utf8(text, i);
        if (character.length == 0) break;
        if (i == at ? !is_unicode_ident_start(character.code) : !is_unicode_ident_part(character.code)) break;
        i += character.length;
    }
    return i - at;
}

bool is_valid_identifier(std::string_view text) {
    return !text.empty() && ident_length(text, 0) == text.size();
}

bool is_space(std::uint32_t code) {
    if (code < 0x80) return code == ' ' || (code >= '\t' && code <= '\r');
    return code == 0x85 || code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) ||
           code == 0x2028 || code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

std::string_view trim_left_space(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size()) {
        Utf8Char character = decode_utf8(text, i);
        if (character.length == 0 || !is_space(character.code)) break;
        i += character.length;
    }
    return text.substr(i);
}

std::string_view trim_right_space(std::string_view text) {
    while (!text.empty()) {
        std::size_t i = text.size() - 1;
        for (int back = 0; back < 3 && i > 0 && (static_cast<std::uint8_t>(text[i]) & 0xC0) == 0x80; ++back)
            --i;
        Utf8Char character = decode_utf8(text, i);
        if (character.length != text.size() - i || !is_space(character.code)) break;
        text.remove_suffix(character.length);
    }
    return text;
}

bool is_conflict_marker(std::string_view text, std::uint32_t at) {
    constexpr std::size_t kLength = 7;
    if ((at > 0 && text[at - 1] != '\n') || text.size() < at + kLength) return false;
    const char sign = text[at];
    constexpr std::string_view kSigns = "<=>|";
    if (kSigns.find(sign) == std::string_view::npos) return false;
    if (text.substr(at, kLength) != std::string(kLength, sign)) return false;
    const std::string_view rest = text.substr(at + kLength);
    return rest.empty() || rest[0] == ' ' || rest[0] == '\n' || rest[0] == '\r';
}

}  // namespace hcl::syntax
