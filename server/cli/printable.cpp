#include "server/cli/printable.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/utf8.h"

namespace hcl::server {

namespace {

bool is_control(std::uint32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0);
}

// U+FFFE and U+FFFF are no characters: XML does not allow them.
bool is_direction_mark_or_none(std::uint32_t code) {
    return (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) ||
           (code >= 0xFFFE && code <= 0xFFFF);
}

std::string escape(std::string_view text, bool keeps_lines) {
    const auto is_plain = [](char c) { return c >= 0x20 && c < 0x7F; };
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const auto* const from = text.data() + at;
        const auto* const to = std::find_if_not(from, text.data() + text.size(), is_plain);
        out.append(from, to);
        at += static_cast<std::size_t>(to - from);
        if (at == text.size()) break;
        Character c = read_character(text, at);
        std::string_view bytes = text.substr(at, c.length);
        at += c.length;
        if (c.code == '\n' && keeps_lines)
            out += '\n';
        else if (c.code == '\n')
            out += "\\n";
        else if (c.code == '\t')
            out += "\\t";
        else if (!c.is_valid || is_control(c.code))
            out += fmt::format("\\x{:02x}", c.code);
        else if (is_direction_mark_or_none(c.code))
            out += fmt::format("\\u{:04x}", c.code);
        else
            out += bytes;
    }
    return out;
}

}  // namespace

Character read_character(std::string_view text, std::size_t at) {
    auto byte = [&](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
    };
    const auto length = static_cast<std::uint32_t>(utf8_length_at(text, at));
    if (length <= 1) return {byte(at), 1, length == 1};
    std::uint32_t code = byte(at) & (0x7Fu >> length);
    for (std::uint32_t i = 1; i < length; ++i) code = (code << 6) | (byte(at + i) & 0x3F);
    return {code, length, true};
}

std::string printable(std::string_view text) {
    return escape(text, false);
}
std::string printable_lines(std::string_view text) {
    return escape(text, true);
}

}  // namespace hcl::server
