#include "engine/eval/functions/format_verb.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/ascii.h"

namespace hcl::eval::functions {
namespace {

using ascii::is_digit;
using ascii::is_letter;

// The complete first character of `text`, for messages.
std::string_view first_character(std::string_view text) {
    std::size_t length = 1;
    while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) ++length;
    return text.substr(0, length);
}

class FormatReader {
  public:
    explicit FormatReader(std::string_view format) : format_(format) {}

    ParsedFormat run() {
        std::size_t next_argument = 1;
        while (position_ < format_.size()) {
            const std::size_t percent = std::min(format_.find('%', position_), format_.size());
            if (percent > position_) {
                literal(position_, percent);
                position_ = percent;
                continue;
            }
            if (format_.substr(position_).starts_with("%%")) {
                literal(position_, position_ + 1);
                position_ += 2;
                continue;
            }
            FormatVerb verb;
            verb.argument = next_argument;
            if (!read_verb(verb)) break;
            next_argument = verb.argument + 1;
            result_.parts.push_back({{}, verb});
        }
        return std::move(result_);
    }

  private:
    bool done() const { return position_ >= format_.size(); }
    char peek() const { return done() ? '\0' : format_[position_]; }

    void literal(std::size_t begin, std::size_t end) {
        result_.parts.push_back({format_.substr(begin, end - begin), {}});
    }

    // Saturates, so that no number of digits overflows.
    int number() {
        int value = 0;
        for (; is_digit(peek()); ++position_)
            value = std::min(value * 10 + (peek() - '0'), 10 * kMaxFormatWidth);
        return value;
    }

    bool read_verb(FormatVerb& verb) {
        verb.offset = position_;
        ++position_;
        for (bool flags = true; flags; position_ += flags ? 1 : 0) {
            switch (peek()) {
                case '0':
                    verb.zero = true;
                    break;
                case '#':
                    verb.sharp = true;
                    break;
                case '-':
                    verb.minus = true;
                    break;
                case '+':
                    verb.plus = true;
                    break;
                case ' ':
                    verb.space = true;
                    break;
                default:
                    flags = false;
            }
        }
        if (is_digit(peek())) verb.width = number();
        if (peek() == '.') {
            ++position_;
            verb.precision = number();
        }
        if (peek() == '[') {
            ++position_;
            if (peek() == '0' || !is_digit(peek())) return fail();
            verb.argument = static_cast<std::size_t>(number());
            if (peek() != ']') return fail();
            ++position_;
        }
        if (!is_letter(peek())) return fail();
        verb.letter = peek();
        ++position_;
        verb.text = format_.substr(verb.offset, position_ - verb.offset);
        return true;
    }

    bool fail() {
        if (done())
            result_.error = "the format string ends in the middle of a verb; write \"%%\" for a percent sign";
        else
            result_.error = fmt::format(
                "the format string has \"{}\" at offset {}, which cannot stand there in a verb; write "
                "\"%%\" for a percent sign",
                first_character(format_.substr(position_)), position_);
        return false;
    }

    std::string_view format_;
    std::size_t position_ = 0;
    ParsedFormat result_;
};

// Splits off a leading sign, including a plus sign (of an infinity).
std::string take_sign(std::string& digits) {
    if (!digits.starts_with('-') && !digits.starts_with('+')) return {};
    std::string sign = digits.substr(0, 1);
    digits.erase(0, 1);
    return sign;
}

std::size_t padding(const FormatVerb& verb, std::size_t length) {
    const auto width = static_cast<std::size_t>(std::max(verb.width, 0));
    return width > length ? width - length : 0;
}

}  // namespace

ParsedFormat parse_format(std::string_view format) {
    return FormatReader(format).run();
}

std::string pad_integer(const FormatVerb& verb, std::string digits) {
    std::string sign = take_sign(digits);
    if (sign.empty()) sign = verb.plus ? "+" : verb.space ? " " : "";
    if (verb.sharp) {
        switch (verb.letter) {
            case 'b':
                sign += "0b";
                break;
            case 'o':
                sign += "0";
                break;
            case 'x':
                sign += "0x";
                break;
            case 'X':
                sign += "0X";
                break;
            default:
                break;
        }
    }
    if (verb.letter == 'X')
        for (char& c : digits)
            if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');

    std::string zeros;
    if (verb.precision == 0 && digits == "0") return {};
    if (verb.precision > static_cast<int>(digits.size()))
        zeros.assign(static_cast<std::size_t>(verb.precision) - digits.size(), '0');
    const std::size_t pad = padding(verb, sign.size() + zeros.size() + digits.size());
    if (verb.minus) return sign + zeros + digits + std::string(pad, ' ');
    if (verb.zero && verb.precision < 0) return sign + std::string(pad, '0') + digits;
    return std::string(pad, ' ') + sign + zeros + digits;
}

std::string pad_float(const FormatVerb& verb, std::string digits) {
    const bool infinite = digits.ends_with("Inf");
    std::string sign = take_sign(digits);
    if (sign == "+" && verb.space) sign = " ";
    if (sign.empty()) sign = verb.plus ? "+" : verb.space ? " " : "";
    const std::size_t pad = padding(verb, sign.size() + digits.size());
    if (verb.zero && !infinite) return sign + std::string(pad, '0') + digits;
    if (verb.minus) return sign + digits + std::string(pad, ' ');
    return std::string(pad, ' ') + sign + digits;
}

}  // namespace hcl::eval::functions
