#include "server/cli/printable.h"

#include <fmt/format.h>

namespace hcl::server {

namespace {

bool is_control(std::uint32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0);
}

bool is_direction_mark(std::uint32_t code) {
    return (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

std::string escape(std::string_view text, bool keeps_lines) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
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
        else if (is_direction_mark(c.code))
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
    std::uint32_t lead = byte(at);
    if (lead < 0x80) return {lead, 1, true};
    std::uint32_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || at + length > text.size()) return {lead, 1, false};
    std::uint32_t code = lead & (0x7Fu >> length);
    for (std::uint32_t i = 1; i < length; ++i) {
        if ((byte(at + i) & 0xC0) != 0x80) return {lead, 1, false};
        code = (code << 6) | (byte(at + i) & 0x3F);
    }
    // Rejects overlong forms, surrogates, and code points beyond Unicode.
    constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
    if (code < kLeast[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
        return {lead, 1, false};
    return {code, length, true};
}

std::string printable(std::string_view text) {
    return escape(text, false);
}
std::string printable_lines(std::string_view text) {
    return escape(text, true);
}

}  // namespace hcl::server
