#include "engine/syntax/chars.h"

#include <unicode/uchar.h>

namespace hcl::syntax {

void append_utf8(std::string& out, std::uint32_t code) {
    auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0 | code >> 6);
        put(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        put(0xE0 | code >> 12);
        put(0x80 | (code >> 6 & 0x3F));
        put(0x80 | (code & 0x3F));
    } else {
        put(0xF0 | code >> 18);
        put(0x80 | (code >> 12 & 0x3F));
        put(0x80 | (code >> 6 & 0x3F));
        put(0x80 | (code & 0x3F));
    }
}

bool is_unicode_ident_start(std::uint32_t code) {
    return u_hasBinaryProperty(static_cast<UChar32>(code), UCHAR_ID_START);
}

bool is_unicode_ident_part(std::uint32_t code) {
    return u_hasBinaryProperty(static_cast<UChar32>(code), UCHAR_ID_CONTINUE);
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

bool is_valid_identifier(std::string_view text) { return !text.empty() && ident_length(text, 0) == text.size(); }

bool is_space(std::uint32_t code) {
    if (code < 0x80) return code == ' ' || (code >= '\t' && code <= '\r');
    return code == 0x85 || code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 ||
           code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
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
        for (int back = 0; back < 3 && i > 0 && (static_cast<std::uint8_t>(text[i]) & 0xC0) == 0x80; ++back) --i;
        Utf8Char character = decode_utf8(text, i);
        if (character.length != text.size() - i || !is_space(character.code)) break;
        text.remove_suffix(character.length);
    }
    return text;
}

}  // namespace hcl::syntax
