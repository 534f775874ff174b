#include "engine/syntax/json/json_literals.h"

#include <charconv>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/base/ascii.h"
#include "engine/base/utf8.h"

namespace hcl::syntax {

namespace {

constexpr std::uint32_t kNoEscape = 0xFFFF'FFFF;

using ascii::is_digit;

// The code of the \uXXXX escape whose backslash is at `at`; kNoEscape when digits are missing.
std::uint32_t unicode_escape(std::string_view s, std::size_t at) {
    if (at + 6 > s.size() || s[at] != '\\' || s[at + 1] != 'u') return kNoEscape;
    std::uint32_t unit = 0;
    for (std::size_t i = at + 2; i < at + 6; ++i) {
        int digit = ascii::hex_digit(s[i]);
        if (digit < 0) return kNoEscape;
        unit = unit * 16 + static_cast<std::uint32_t>(digit);
    }
    return unit;
}

// One decoding step: returns the number of consumed bytes, and appends the decoded text.
std::size_t decode_step(std::string_view s, std::size_t at, std::string& out) {
    char c = s[at];
    if (c != '\\') {
        std::size_t length = utf8_length_at(s, at);
        if (length == 0) {
            out += kReplacement;
            return 1;
        }
        out.append(s, at, length);
        return length;
    }
    if (at + 1 >= s.size()) {
        out += c;
        return 1;
    }
    switch (s[at + 1]) {
        case '"':
            out += '"';
            return 2;
        case '\\':
            out += '\\';
            return 2;
        case '/':
            out += '/';
            return 2;
        case 'b':
            out += '\b';
            return 2;
        case 'f':
            out += '\f';
            return 2;
        case 'n':
            out += '\n';
            return 2;
        case 'r':
            out += '\r';
            return 2;
        case 't':
            out += '\t';
            return 2;
        default:
            break;
    }
    std::uint32_t unit = unicode_escape(s, at);
    if (unit == kNoEscape) {
        out += c;
        return 1;
    }
    if (unit < 0xD800 || unit > 0xDFFF) {
        append_code_point(out, unit);
        return 6;
    }
    std::uint32_t low = unit < 0xDC00 ? unicode_escape(s, at + 6) : kNoEscape;
    if (low == kNoEscape || low < 0xDC00 || low > 0xDFFF) {
        out += kReplacement;
        return 6;
    }
    append_code_point(out, 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
    return 12;
}

// The range of the literal's content, without the quotes.
std::pair<std::size_t, std::size_t> content(std::string_view literal) {
    if (literal.empty() || (literal[0] != '"' && literal[0] != '\'')) return {0, literal.size()};
    char quote = literal[0];
    std::size_t end = literal.size();
    if (end > 1 && literal[end - 1] == quote) {
        // An odd number of backslashes escapes the last quote.
        std::size_t slashes = 0;
        while (end - 2 - slashes > 0 && literal[end - 2 - slashes] == '\\') ++slashes;
        if (slashes % 2 == 0) --end;
    }
    return {1, end};
}

}  // namespace

std::string decode_json_string(std::string_view literal) {
    auto [start, end] = content(literal);
    std::string_view s = literal.substr(0, end);
    std::string out;
    out.reserve(end - start);
    for (std::size_t at = start; at < end;) {
        // Runs of plain ASCII are most common.
        std::size_t run = at;
        while (run < end && static_cast<unsigned char>(s[run]) < 0x80 && s[run] != '\\') ++run;
        out.append(s, at, run - at);
        at = run;
        if (at < end) at += decode_step(s, at, out);
    }
    return out;
}

std::vector<std::uint32_t> json_string_offsets(std::string_view literal) {
    auto [start, end] = content(literal);
    std::string_view s = literal.substr(0, end);
    // Up to the first byte that decoding changes, most often all.
    std::size_t at = start;
    while (at < end) {
        const std::size_t length = s[at] == '\\' ? 0 : utf8_length_at(s, at);
        if (length == 0) break;
        at += length;
    }
    if (at == end && start == 1) return {};
    std::vector<std::uint32_t> offsets(at - start);
    std::iota(offsets.begin(), offsets.end(), static_cast<std::uint32_t>(start));
    std::string out;
    while (at < end) {
        out.clear();
        const std::size_t taken = decode_step(s, at, out);
        for (std::size_t i = 0; i < out.size(); ++i)
            offsets.push_back(static_cast<std::uint32_t>(taken == out.size() ? at + i : at));
        at += taken;
    }
    offsets.push_back(static_cast<std::uint32_t>(end));
    return offsets;
}

JsonStringProblem check_json_string(std::string_view literal) {
    using Kind = JsonStringProblem::Kind;
    auto place = [](Kind kind, std::size_t offset, std::size_t length) {
        return JsonStringProblem{kind, static_cast<std::uint32_t>(offset),
                                 static_cast<std::uint32_t>(length)};
    };
    for (std::size_t i = 1; i < literal.size();) {
        char c = literal[i];
        if (c == '"') return {};
        if (static_cast<unsigned char>(c) < 0x20) return place(Kind::Control, i, 1);
        if (c != '\\') {
            ++i;
            continue;
        }
        if (i + 1 >= literal.size()) break;
        if (literal[i + 1] == 'u') {
            if (unicode_escape(literal, i) == kNoEscape) {
                std::size_t end = i + 2;
                while (end < literal.size() && end < i + 6 && ascii::hex_digit(literal[end]) >= 0) ++end;
                return place(Kind::UnicodeEscape, i, end - i);
            }
            i += 6;
        } else if (std::string_view("\"\\/bfnrt").find(literal[i + 1]) != std::string_view::npos) {
            i += 2;
        } else {
            std::size_t length = utf8_length_at(literal, i + 1);
            return place(Kind::Escape, i, 1 + (length ? length : 1));
        }
    }
    return place(Kind::Unterminated, 0, literal.size());
}

std::string_view check_json_number(std::string_view text) {
    static constexpr std::string_view kExponentRange = "its exponent is out of range";
    std::size_t i = 0;
    auto at = [&](std::size_t k) { return k < text.size() ? text[k] : '\0'; };
    if (at(0) == '+') return "a number has no plus sign";
    if (at(0) == '-') ++i;
    if (at(i) == '.') return "a digit is needed before the point";
    if (!is_digit(at(i))) return "digits are missing";
    if (at(i) == '0' && is_digit(at(i + 1))) return "a number does not start with a zero followed by digits";
    // The number is mantissa * 10^-fraction_digits; keeps the first digits of the
    // mantissa and the number of digits.
    double leading = 0;
    std::int64_t mantissa_digits = 0;
    std::int64_t fraction_digits = 0;
    auto take = [&](char digit) {
        if (digit == '0' && mantissa_digits == 0) return;
        if (++mantissa_digits <= 18) leading = leading * 10 + (digit - '0');
    };
    for (; is_digit(at(i)); ++i) take(text[i]);
    if (at(i) == '.') {
        ++i;
        if (!is_digit(at(i))) return "a digit is needed after the point";
        for (; is_digit(at(i)); ++i) {
            take(text[i]);
            ++fraction_digits;
        }
    }
    std::int64_t exponent = 0;
    // Underflow gives zero or an error, depending on rules that are not known here.
    bool is_small = mantissa_digits == 0;
    if (at(i) == 'e' || at(i) == 'E') {
        ++i;
        bool negative = at(i) == '-';
        if (at(i) == '+' || at(i) == '-') ++i;
        if (!is_digit(at(i))) return "digits are missing in the exponent";
        std::size_t start = i;
        while (is_digit(at(i))) ++i;
        auto [end, error] = std::from_chars(text.data() + start, text.data() + i, exponent);
        is_small = is_small || negative;
        if (error != std::errc{} && !is_small) return kExponentRange;
        if (negative) exponent = -exponent;
    }
    if (i != text.size()) return text[i] == '.' ? "it has a second point" : "something follows the digits";
    // Numbers are binary floats with 32-bit exponents: the bits of the mantissa and the binary
    // exponent of the power of ten must fit.
    if (is_small) return {};
    double bits = std::floor(std::log2(leading)) + 1;
    if (mantissa_digits > 18) bits += static_cast<double>(mantissa_digits - 18) * std::log2(10.0);
    double power = static_cast<double>(exponent) - static_cast<double>(fraction_digits) + bits;
    if (power > 2147483647.0) return kExponentRange;
    return {};
}

}  // namespace hcl::syntax
