#include "engine/base/utf8.h"

#include <algorithm>
#include <cstring>

namespace hcl {

std::size_t utf8_length_at(std::string_view text, std::size_t position) {
    auto byte = [&](std::size_t offset) -> unsigned {
        return position + offset < text.size() ? static_cast<unsigned char>(text[position + offset]) : 0u;
    };
    auto is_tail = [](unsigned b) { return (b & 0xC0u) == 0x80u; };
    const unsigned first = byte(0);
    if (first < 0x80) return position < text.size() ? 1 : 0;
    if (first < 0xC2 || first > 0xF4) return 0;
    const unsigned second = byte(1);
    if (!is_tail(second)) return 0;
    if (first < 0xE0) return 2;
    if (first == 0xE0 && second < 0xA0) return 0;
    if (first == 0xED && second > 0x9F) return 0;
    if (!is_tail(byte(2))) return 0;
    if (first < 0xF0) return 3;
    if (first == 0xF0 && second < 0x90) return 0;
    if (first == 0xF4 && second > 0x8F) return 0;
    return is_tail(byte(3)) ? 4 : 0;
}

void append_code_point(std::string& out, std::uint32_t code_point) {
    if (code_point < 0x80) {
        out += static_cast<char>(code_point);
    } else if (code_point < 0x800) {
        out += static_cast<char>(0xC0 | (code_point >> 6));
        out += static_cast<char>(0x80 | (code_point & 0x3F));
    } else if (code_point < 0x1'0000) {
        out += static_cast<char>(0xE0 | (code_point >> 12));
        out += static_cast<char>(0x80 | ((code_point >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (code_point & 0x3F));
    } else {
        out += static_cast<char>(0xF0 | (code_point >> 18));
        out += static_cast<char>(0x80 | ((code_point >> 12) & 0x3F));
        out += static_cast<char>(0x80 | ((code_point >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (code_point & 0x3F));
    }
}

void append_valid_utf8(std::string& out, std::string_view text) {
    std::size_t start = 0;
    for (std::size_t i = 0; i < text.size();) {
        if (std::size_t length = utf8_length_at(text, i)) {
            i += length;
            continue;
        }
        out.append(text.substr(start, i - start));
        out += kReplacement;
        start = ++i;
    }
    out.append(text.substr(start));
}

bool is_valid_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        std::uint64_t word;
        if (i + sizeof word <= text.size()) {
            std::memcpy(&word, text.data() + i, sizeof word);
            if ((word & 0x8080'8080'8080'8080u) == 0) {
                i += sizeof word;
                continue;
            }
        }
        std::size_t length = utf8_length_at(text, i);
        if (length == 0) return false;
        i += length;
    }
    return true;
}

std::string shortened(std::string_view text, std::size_t most_bytes, std::string_view ending) {
    if (text.size() <= most_bytes) return std::string(text);
    std::size_t end = most_bytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    return std::string(text.substr(0, end)).append(ending);
}

std::size_t count_characters(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace hcl
