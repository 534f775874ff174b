#include "engine/syntax/hcl1/scan.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "engine/base/ascii.h"
#include "engine/base/utf8.h"
#include "engine/syntax/lex/chars.h"

namespace hcl::syntax::hcl1 {

namespace {

char at(std::string_view text, std::size_t i) {
    return i < text.size() ? text[i] : '\0';
}

// Whether the character is a digit of that base.
bool is_digit_of(char c, int base) {
    const int digit = ascii::hex_digit(c);
    return digit >= 0 && digit < base;
}

// The length of the letter, or with `or_digit` the digit, at `i`; 0 for other characters.
std::uint32_t letter_length(std::string_view text, std::size_t i, bool or_digit) {
    if (i >= text.size()) return 0;
    const char c = text[i];
    if (static_cast<std::uint8_t>(c) < 0x80)
        return is_ascii_ident_start(c) || (or_digit && is_digit(c)) ? 1 : 0;
    const Utf8Char character = decode_utf8(text, i);
    if (character.length == 0) return 0;
    return is_letter(character.code) || (or_digit && is_decimal_digit(character.code)) ? character.length : 0;
}

std::uint32_t exponent_end(std::string_view text, std::uint32_t p) {
    ++p;
    if (at(text, p) == '+' || at(text, p) == '-') ++p;
    if (is_digit(at(text, p))) {
        while (is_digit(at(text, p))) ++p;
        return p;
    }
    const char c = at(text, p);
    if (p >= text.size() || c == ' ' || c == '\t' || c == '\n' || c == '\r') return p;
    return p + std::max(decode_utf8(text, p).length, 1u);
}

bool has_exponent(std::string_view text, std::uint32_t p) {
    return at(text, p) == 'e' || at(text, p) == 'E';
}

bool is_hexadecimal(std::string_view text) {
    return text.starts_with("0x") || text.starts_with("0X");
}

// The parts of an escape that starts at `i`.
struct Escape {
    std::uint32_t end;
    int base;  // 0 for a single-letter escape
    std::uint32_t digits;
    std::uint32_t wanted;
    std::uint32_t code;
    bool is_known;
};

Escape read_escape(std::string_view text, std::uint32_t i) {
    const char selector = at(text, i + 1);
    Escape e{i + 2, 0, 0, 0, 0, true};
    switch (selector) {
        case 'a':
            e.code = 7;
            return e;
        case 'b':
            e.code = 8;
            return e;
        case 'f':
            e.code = 12;
            return e;
        case 'n':
            e.code = 10;
            return e;
        case 'r':
            e.code = 13;
            return e;
        case 't':
            e.code = 9;
            return e;
        case 'v':
            e.code = 11;
            return e;
        case '\\':
        case '"':
            e.code = static_cast<unsigned char>(selector);
            return e;
        case 'x':
            e.base = 16, e.wanted = 2;
            break;
        case 'u':
            e.base = 16, e.wanted = 4;
            break;
        case 'U':
            e.base = 16, e.wanted = 8;
            break;
        default:
            if (selector >= '0' && selector <= '7') {
                e.base = 8, e.wanted = 3;
                e.end = i + 1;
                break;
            }
            e.is_known = false;
            e.end = std::min(i + 1 + std::max(i + 1 < text.size() ? decode_utf8(text, i + 1).length : 1u, 1u),
                             static_cast<std::uint32_t>(text.size()));
            return e;
    }
    while (e.digits < e.wanted && is_digit_of(at(text, e.end), e.base)) {
        e.code = e.code * static_cast<std::uint32_t>(e.base) +
                 static_cast<std::uint32_t>(ascii::hex_digit(text[e.end++]));
        ++e.digits;
    }
    return e;
}

// Replaces bytes that are not UTF-8 by the replacement character.
std::string repaired(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const std::uint32_t length = decode_utf8(text, i).length;
        if (length == 0)
            append_code_point(out, 0xFFFD);
        else
            out += text.substr(i, length);
        i += std::max(length, 1u);
    }
    return out;
}

}  // namespace

std::uint32_t identifier_end(std::string_view text, std::uint32_t start) {
    std::uint32_t p = start + letter_length(text, start, false);
    if (p == start) return start;
    for (;;) {
        const char c = at(text, p);
        const std::uint32_t length = c == '.' || is_ascii_ident_part(c) ? 1 : letter_length(text, p, true);
        if (length == 0) return p;
        p += length;
    }
}

std::uint32_t number_end(std::string_view text, std::uint32_t p) {
    if (at(text, p) == '.') {
        // The exponent's digits are not part of the number.
        ++p;
        while (is_digit(at(text, p))) ++p;
        return has_exponent(text, p) ? p + 1 : p;
    }
    if (at(text, p) == '-') ++p;
    if (is_hexadecimal(text.substr(p, 2))) {
        p += 2;
        while (ascii::is_hex_digit(at(text, p))) ++p;
        return p;
    }
    while (is_digit(at(text, p))) ++p;
    if (at(text, p) == '.') {
        ++p;
        while (is_digit(at(text, p))) ++p;
    }
    return has_exponent(text, p) ? exponent_end(text, p) : p;
}

std::uint32_t heredoc_marker_end(std::string_view text, std::uint32_t p) {
    while (std::uint32_t length = letter_length(text, p, true)) p += length;
    return p;
}

bool is_heredoc_end(std::string_view line, std::string_view marker, bool is_flush) {
    while (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.ends_with(marker)) return false;
    const std::string_view before = line.substr(0, line.size() - marker.size());
    if (is_flush && before.empty()) return false;
    return std::ranges::all_of(before, [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); });
}

StringEnd find_string_end(std::string_view text, std::uint32_t from, bool is_line_only) {
    const auto size = static_cast<std::uint32_t>(text.size());
    std::uint32_t braces = 0;
    std::uint32_t p = from;
    while (p < size) {
        const char c = text[p];
        if (c == '\n' && (braces == 0 || is_line_only)) return {p, false, braces > 0};
        if (c == '"' && braces == 0) return {p, true, false};
        if (c == '\\') {
            // An escape without digits includes the character in their place.
            const Escape escape = read_escape(text, p);
            std::uint32_t end = escape.end;
            if (escape.base == 16 && escape.digits == 0 && end < size) ++end;
            // A line end after a backslash is an error; the string ends there.
            const std::size_t newline = text.substr(p, end - p).find('\n');
            if (newline != std::string_view::npos && braces == 0)
                return {p + static_cast<std::uint32_t>(newline), false, false};
            p = std::min(end, size);
            continue;
        }
        if (c == '$' && braces == 0 && at(text, p + 1) == '{') {
            braces = 1;
            p += 2;
            continue;
        }
        if (c == '{' && braces > 0) ++braces;
        if (c == '}' && braces > 0) --braces;
        ++p;
    }
    return {size, false, braces > 0};
}

std::string_view number_problem(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    if (is_hexadecimal(text)) return text.size() == 2 ? "\"0x\" is followed by hexadecimal digits." : "";
    if (!text.starts_with('0') || text.find_first_of(".eE") != std::string_view::npos) return "";
    if (text.size() < 2 || text.substr(2).find_first_of("89") == std::string_view::npos) return "";
    return "A leading 0 makes this an octal number, which has the digits 0 to 7 only.";
}

std::optional<std::string> decimal(std::string_view text) {
    const bool is_negative = text.starts_with('-');
    std::string_view digits = is_negative ? text.substr(1) : text;
    if (!is_hexadecimal(digits) && digits.find_first_of(".eE") != std::string_view::npos) {
        std::string number(digits);
        number.erase(0, std::min(number.find_first_not_of('0'), number.size()));
        if (!is_digit(at(number, 0))) number.insert(0, "0");
        const std::size_t dot = number.find('.');
        if (dot != std::string::npos && !is_digit(at(number, dot + 1))) number.insert(dot + 1, "0");
        double value = 0;
        const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
        if (end != number.data() + number.size()) return std::nullopt;
        if (error != std::errc()) {
            // Underflow gives zero; overflow is an error.
            value = std::strtod(number.c_str(), nullptr);
            if (std::isinf(value)) return std::nullopt;
            if (value == 0) number = "0";
        }
        return (is_negative ? "-" : "") + number;
    }
    int base = 10;
    if (is_hexadecimal(digits)) {
        base = 16;
        digits.remove_prefix(2);
    } else if (digits.size() > 1 && digits[0] == '0') {
        base = 8;
        digits.remove_prefix(1);
    }
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    const std::uint64_t most = is_negative ? std::uint64_t{1} << 63 : (std::uint64_t{1} << 63) - 1;
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size() || value > most)
        return std::nullopt;
    return (is_negative && value != 0 ? "-" : "") + std::to_string(value);
}

std::string decode_string(std::string_view text, std::optional<EscapeProblem>* problem) {
    std::string out;
    out.reserve(text.size());
    std::uint32_t braces = 0;
    bool has_bytes = false;
    auto complain = [&](std::uint32_t from, std::uint32_t to, bool is_fatal) {
        if (problem && (!*problem || (is_fatal && !(*problem)->is_fatal))) *problem = {from, to, is_fatal};
    };
    const auto size = static_cast<std::uint32_t>(text.size());
    for (std::uint32_t i = 0; i < size;) {
        const char c = text[i];
        if (c == '\r' && at(text, i + 1) == '\n') {
            ++i;
            continue;
        }
        if (c != '\\') {
            if (c == '$' && braces == 0 && at(text, i + 1) == '{') {
                braces = 1;
                out += "${";
                i += 2;
                continue;
            }
            if (c == '{' && braces > 0) ++braces;
            if (c == '}' && braces > 0) --braces;
            out += c;
            ++i;
            continue;
        }
        const Escape escape = read_escape(text, i);
        const bool is_short = escape.digits < escape.wanted;
        if (!escape.is_known || is_short) complain(i, escape.end, true);
        if (braces > 0 || !escape.is_known || is_short) {
            // Inside "${" escapes are text.
            out += text.substr(i, escape.end - i);
            i = escape.end;
            continue;
        }
        const bool is_byte = escape.base == 8 || (escape.base == 16 && escape.wanted == 2);
        if (is_byte && escape.code > 255) {
            complain(i, escape.end, false);
        } else if (escape.code > 0x10FFFF) {
            complain(i, escape.end, false);
        } else if (is_byte && escape.code >= 0x80) {
            // A byte, which may form a character with others.
            out += static_cast<char>(escape.code);
            has_bytes = true;
        } else {
            const bool is_surrogate = escape.code >= 0xD800 && escape.code <= 0xDFFF;
            append_code_point(out, is_surrogate ? 0xFFFD : escape.code);
        }
        i = escape.end;
    }
    return has_bytes ? repaired(out) : out;
}

std::string decode_heredoc(std::string_view raw, std::string_view indent, bool is_flush) {
    std::string text;
    text.reserve(raw.size() + indent.size());
    for (std::size_t i = 0; i < raw.size(); ++i)
        if (raw[i] != '\r' || at(raw, i + 1) != '\n') text += raw[i];
    if (!is_flush) return text.append(indent);
    std::vector<std::string_view> lines;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size() - 1) + 1;
        lines.push_back(std::string_view(text).substr(start, end - start));
        start = end;
    }
    if (!std::ranges::all_of(lines, [&](std::string_view line) { return line.starts_with(indent); }))
        return text;
    std::string out;
    out.reserve(text.size());
    for (std::string_view line : lines) out += line.substr(indent.size());
    return out;
}

}  // namespace hcl::syntax::hcl1
