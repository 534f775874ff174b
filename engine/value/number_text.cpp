// Numbers from and to text.
//
// Reading goes through powers of five of limited precision, as the reference does, so that numbers far beyond
// the precision come out the same to the last bit. Writing finds the shortest decimal within half a unit in
// the last place.
#include <algorithm>
#include <charconv>
#include <string>

#include "engine/base/check.h"
#include "engine/value/number.h"
#include "engine/value/number_digits.h"
#include "engine/value/number_parts.h"

namespace hcl {

namespace {

using internal::BigInt;
using internal::Decimal;
using internal::Form;
using internal::make_number;
using internal::Parts;
using internal::parts_of;
using internal::round_down;
using internal::round_to;
using internal::round_up;
using internal::trim;

// Further digits only make the number slightly larger; this limit bounds the time.
constexpr std::size_t kMostDigits = 20'000;

Parts finite(BigInt mantissa, std::int64_t exponent = 0) {
    Parts p;
    p.form = Form::Finite;
    p.mantissa = std::move(mantissa);
    p.exponent = exponent;
    return p;
}

void multiply_rounded(Parts& a, const Parts& b, unsigned precision) {
    if (a.form == Form::Infinite || b.form == Form::Infinite) {
        a.form = Form::Infinite;
        a.mantissa = 0;
        return;
    }
    a.mantissa *= b.mantissa;
    a.exponent += b.exponent;
    internal::round_parts(a, precision);
}

// 5^n at `precision` bits, by squaring factors with 64 extra bits; the rounding steps
// are those of the reference.
Parts power_of_five(std::uint64_t n, unsigned precision) {
    constexpr std::uint64_t kExact = 27;  // the largest power in 64 bits
    // Five has more than 2.32 bits: exponents that are certainly out of range are refused here.
    constexpr auto kMostPower =
        static_cast<std::uint64_t>(static_cast<double>(internal::kMaxTop) / 2.32) + 4096;
    if (n > kMostPower) {
        Parts infinite;
        infinite.form = Form::Infinite;
        return infinite;
    }
    auto small = [](std::uint64_t k) {
        std::uint64_t v = 1;
        while (k-- > 0) v *= 5;
        return finite(BigInt(v));
    };
    if (n <= kExact) return small(n);
    Parts result = small(kExact);
    Parts factor = finite(BigInt(5));
    for (n -= kExact; n > 0; n >>= 1) {
        if (n & 1) multiply_rounded(result, factor, precision);
        if (n > 1) multiply_rounded(factor, Parts(factor), precision + 64);
    }
    return result;
}

bool is_decimal_digit(char c) {
    return c >= '0' && c <= '9';
}

BigInt integer_of_digits(std::string_view digits) {
    // Chunks of 18 digits, joined in a tree so that long runs stay cheap.
    if (digits.size() <= 18) {
        std::uint64_t v = 0;
        for (char c : digits) v = v * 10 + static_cast<unsigned>(c - '0');
        return BigInt(v);
    }
    std::size_t half = digits.size() / 2;
    BigInt high = integer_of_digits(digits.substr(0, digits.size() - half));
    BigInt low = integer_of_digits(digits.substr(digits.size() - half));
    return BigInt(high * boost::multiprecision::pow(BigInt(10), static_cast<unsigned>(half)) + low);
}

struct Scanned {
    bool valid = false;
    bool negative = false;
    bool infinite = false;
    std::string digits;         // without leading zeros
    std::int64_t fraction = 0;  // how many of them follow the point
    std::int64_t exponent = 0;
    bool binary_exponent = false;
    bool exponent_overflow = false;
};

Scanned scan(std::string_view text, NumberSyntax syntax) {
    Scanned s;
    std::size_t i = 0;
    bool flexible = syntax == NumberSyntax::Flexible;
    if (i < text.size() &&
        ((text[i] == '-' && syntax != NumberSyntax::Literal) || (text[i] == '+' && flexible))) {
        s.negative = text[i] == '-';
        ++i;
    }
    if (flexible && (text.substr(i) == "Inf" || text.substr(i) == "inf")) {
        s.valid = s.infinite = true;
        return s;
    }
    std::size_t whole = 0;
    auto take = [&](char c) {
        if (!s.digits.empty() || c != '0') s.digits += c;
    };
    for (; i < text.size() && is_decimal_digit(text[i]); ++i, ++whole) take(text[i]);
    if (whole == 0 && !flexible) return s;
    std::size_t after = 0;
    if (i < text.size() && text[i] == '.') {
        for (++i; i < text.size() && is_decimal_digit(text[i]); ++i, ++after) take(text[i]);
        if (after == 0 && !flexible) return s;
    }
    if (whole + after == 0) return s;
    s.fraction = static_cast<std::int64_t>(after);
    if (i < text.size() && syntax != NumberSyntax::Plain) {
        char c = text[i];
        bool ten = c == 'e' || c == 'E';
        bool two = flexible && (c == 'p' || c == 'P');
        if (!ten && !two) return s;
        s.binary_exponent = two;
        ++i;
        bool negative = false;
        if (i < text.size() && (text[i] == '+' || text[i] == '-')) negative = text[i++] == '-';
        if (i == text.size()) return s;
        auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), s.exponent);
        if (error == std::errc::invalid_argument || text[i] == '-') return s;
        if (error == std::errc::result_out_of_range) {
            s.exponent_overflow = true;
            s.exponent = 1;
        }
        i = static_cast<std::size_t>(end - text.data());
        if (negative) s.exponent = -s.exponent;
    }
    s.valid = i == text.size();
    return s;
}

// digits * 2^power2 * 5^power5, before the fives are multiplied out.
struct Scaled {
    std::string digits;
    std::int64_t power2 = 0;
    std::int64_t power5 = 0;
    bool is_cut = false;  // digits were dropped

    // Trailing zeros are cheaper as an exponent, but only where digits are cut: elsewhere the steps
    // must match those of the reference.
    void cut() {
        if (digits.size() <= kMostDigits) return;
        const auto end = digits.find_last_not_of('0') + 1;
        auto zeros = static_cast<std::int64_t>(digits.size() - end);
        digits.resize(end);
        if (digits.size() > kMostDigits) {
            zeros += static_cast<std::int64_t>(digits.size() - kMostDigits);
            digits.resize(kMostDigits);
            if (digits.back() == '0' || digits.back() == '5')
                digits.back() = static_cast<char>(digits.back() + 1);
            is_cut = true;
        }
        power5 += zeros;
        power2 += zeros;
    }

    bool is_short_fraction() const {
        return digits.size() <= 18 && power5 < 0 && power5 == power2 &&
               -power5 <= static_cast<std::int64_t>(internal::kMostPlaces);
    }
};

// The precision lost in a multiplication by a power of five.
struct Loss {
    bool exact = true;
    bool sticky = false;  // the remainder is not zero
};

Loss scale_by_five(Parts& parts, std::int64_t power) {
    Loss loss;
    if (power > 0) {
        Parts factor = power_of_five(static_cast<std::uint64_t>(power), kNumberPrecision + 64);
        // A larger power of five needs more bits than the factor has.
        loss.exact = power <= 248;
        multiply_rounded(parts, factor, 0);
    } else if (power < 0) {
        Parts divisor = power_of_five(static_cast<std::uint64_t>(-power), kNumberPrecision + 64);
        if (divisor.form == Form::Infinite) {
            parts.form = Form::Zero;
            parts.mantissa = 0;
            return loss;
        }
        std::int64_t shift = std::max<std::int64_t>(0, kNumberPrecision + 2 + divisor.bits() - parts.bits());
        parts.mantissa <<= static_cast<unsigned>(shift);
        BigInt quotient;
        BigInt remainder;
        divide_qr(parts.mantissa, divisor.mantissa, quotient, remainder);
        parts.mantissa = std::move(quotient);
        parts.exponent -= shift + divisor.exponent;
        loss.sticky = !remainder.is_zero();
        loss.exact = !loss.sticky;
    }
    return loss;
}

// Out of range: the value for rules that accept such numbers.
ParsedNumber far_exponent(Parts parts, bool is_small) {
    parts.form = is_small ? Form::Zero : Form::Infinite;
    parts.mantissa = 0;
    return {.number = make_number(std::move(parts), kNumberPrecision), .problem = NumberProblem::Exponent};
}

ParsedNumber parse_scaled(const Scaled& scaled, Parts parts, bool is_integer) {
    ParsedNumber out;
    parts.form = Form::Finite;
    parts.mantissa = integer_of_digits(scaled.digits);
    parts.exponent = scaled.power2;
    if (std::int64_t top = parts.top(); top > internal::kMaxTop || top < internal::kMinTop)
        return far_exponent(std::move(parts), top < 0);
    Loss loss = scale_by_five(parts, scaled.power5);
    if (parts.form == Form::Finite) {
        auto odd_bits = parts.bits() - static_cast<std::int64_t>(lsb(parts.mantissa));
        if (scaled.is_cut || odd_bits > static_cast<std::int64_t>(kNumberPrecision)) loss.exact = false;
    }
    bool was_zero = parts.form == Form::Zero;
    internal::round_parts(parts, kNumberPrecision, loss.sticky);
    if (parts.form == Form::Infinite)
        out.problem = NumberProblem::Overflow;
    else if (parts.form == Form::Zero || was_zero)
        out.problem = NumberProblem::Underflow;
    else if (!loss.exact && is_integer)
        out.problem = NumberProblem::Inexact;
    out.number = make_number(std::move(parts), kNumberPrecision);
    return out;
}

}  // namespace

ParsedNumber parse_number(std::string_view text, NumberSyntax syntax) {
    ParsedNumber out;
    // Most numbers are short integers.
    if (!text.empty() && text.size() <= 18 && std::ranges::all_of(text, is_decimal_digit)) {
        std::int64_t value = 0;
        std::from_chars(text.data(), text.data() + text.size(), value);
        out.number = Number::integer(value, kNumberPrecision);
        return out;
    }
    Scanned s = scan(text, syntax);
    if (!s.valid) {
        out.problem = NumberProblem::Syntax;
        return out;
    }
    Parts parts;
    parts.negative = s.negative;
    if (s.infinite) {
        parts.form = Form::Infinite;
        out.number = make_number(std::move(parts), kNumberPrecision);
        return out;
    }
    // Even if the digits are zero, as in the reference.
    if (s.exponent_overflow) return far_exponent(std::move(parts), s.digits.empty() || s.exponent < 0);
    if (s.digits.empty()) {
        out.number = make_number(std::move(parts), kNumberPrecision);
        return out;
    }

    // An integer in any notation: 15, 1.5e1, 150e-1.
    const auto end_zeros = static_cast<std::int64_t>(s.digits.size() - s.digits.find_last_not_of('0') - 1);
    const bool is_integer = !s.binary_exponent && s.exponent >= s.fraction - end_zeros;

    // Guards the sums below against overflow; such numbers are refused later anyway.
    constexpr std::int64_t kHuge = std::int64_t{1} << 40;
    const std::int64_t exponent = std::clamp(s.exponent, -kHuge, kHuge);
    Scaled scaled{.digits = std::move(s.digits),
                  .power2 = exponent - s.fraction,
                  .power5 = (s.binary_exponent ? 0 : exponent) - s.fraction};
    scaled.cut();
    if (scaled.is_short_fraction()) {
        std::uint64_t digits = 0;
        std::from_chars(scaled.digits.data(), scaled.digits.data() + scaled.digits.size(), digits);
        out.number = internal::decimal_fraction(digits, static_cast<unsigned>(-scaled.power5), s.negative);
        return out;
    }
    return parse_scaled(scaled, std::move(parts), is_integer);
}

namespace {

// ---------------------------------------------------------------- writing

// Beyond this exponent the leading digits come from an approximation of 1,280 bits: the exact integer would
// be long, and the digits shown do not depend on the rest.
constexpr std::int64_t kExactExponent = 4096;
constexpr unsigned kApproximateBits = 1280;
constexpr std::int64_t kApproximateDigits = 360;

// The number is positive and finite. `need`: the number of digits that will be read.
Decimal decimal_of(const BigInt& mantissa, std::int64_t exponent, std::int64_t need) {
    Decimal d;
    std::int64_t bits = static_cast<std::int64_t>(msb(mantissa)) + 1;
    if (need <= kApproximateDigits - 20 && (exponent > kExactExponent || exponent < -kExactExponent)) {
        // x = mantissa * 2^exponent; we want about x * 10^-k with kApproximateDigits digits before the point.
        auto digits_before =
            static_cast<std::int64_t>(static_cast<double>(exponent + bits) * 0.30102999566398120);
        std::int64_t k = digits_before - kApproximateDigits;
        Parts scaled = finite(mantissa, exponent - k);
        Parts five = power_of_five(static_cast<std::uint64_t>(k < 0 ? -k : k), kApproximateBits);
        if (k < 0) {
            scaled.mantissa *= five.mantissa;
            scaled.exponent += five.exponent;
        } else {
            auto shift = std::max<std::int64_t>(
                0, static_cast<std::int64_t>(kApproximateBits) + five.bits() - scaled.bits());
            scaled.mantissa <<= static_cast<unsigned>(shift);
            scaled.mantissa /= five.mantissa;
            scaled.exponent -= shift + five.exponent;
        }
        // The scaled number has about 1,200 bits before the point and an exponent near zero.
        BigInt whole = scaled.exponent >= 0
                           ? BigInt(scaled.mantissa << static_cast<unsigned>(scaled.exponent))
                           : BigInt(scaled.mantissa >> static_cast<unsigned>(-scaled.exponent));
        d.digits = whole.str();
        d.point = static_cast<std::int64_t>(d.digits.size()) + k;
        // The digits after these are not reliable.
        d.digits.resize(std::min<std::size_t>(d.digits.size(), kApproximateDigits - 20));
        trim(d);
        d.more = true;
        return d;
    }
    if (exponent >= 0) {
        d.digits = BigInt(mantissa << static_cast<unsigned>(exponent)).str();
        d.point = static_cast<std::int64_t>(d.digits.size());
    } else {
        BigInt scaled = mantissa * boost::multiprecision::pow(BigInt(5), static_cast<unsigned>(-exponent));
        d.digits = scaled.str();
        d.point = static_cast<std::int64_t>(d.digits.size()) + exponent;
    }
    trim(d);
    return d;
}

char digit_at(const Decimal& d, std::size_t i) {
    return i < d.digits.size() ? d.digits[i] : '0';
}

// The shortest decimal between the midpoints to the neighbours at the number's own precision.
Decimal shortest(const Parts& p, unsigned precision) {
    if (auto quick = internal::shortest_digits(p, precision)) return std::move(*quick);
    constexpr std::int64_t kNeed = 340;
    // Numbers with thousands of bits are exact integers: all their digits count.
    std::int64_t need = std::max(kNeed, static_cast<std::int64_t>(precision) / 3 + 10);
    Decimal d = decimal_of(p.mantissa, p.exponent, need);
    // The mantissa of an integer may end in zero bits, which its precision does not count.
    const auto zeros = static_cast<unsigned>(lsb(p.mantissa));
    const unsigned bits = static_cast<unsigned>(p.bits()) - zeros;
    precision = std::max(precision, bits);
    // The mantissa, scaled so that its last bit is half a unit in the last place.
    const unsigned shift = precision + 1 - bits;
    BigInt mantissa = BigInt(p.mantissa >> zeros) << shift;
    std::int64_t exponent = p.exponent + zeros - shift;
    bool inclusive = !bit_test(mantissa, 1);
    Decimal lower = decimal_of(BigInt(mantissa - 1), exponent, need);
    Decimal upper = decimal_of(BigInt(mantissa + 1), exponent, need);
    // Digit i of the neighbours has the same place value only if their points agree. They differ only at a
    // power of ten, where the first digits differ and decide.
    for (std::size_t i = 0; i < d.digits.size(); ++i) {
        char m = d.digits[i];
        char l = digit_at(lower, i);
        char u = digit_at(upper, i);
        bool down = l != m || (inclusive && i + 1 == lower.digits.size() && !lower.more);
        bool up = m != u && (inclusive || m + 1 < u || i + 1 < upper.digits.size() || upper.more);
        if (down && up) {
            round_to(d, static_cast<std::int64_t>(i) + 1);
            return d;
        }
        if (down) {
            round_down(d, i + 1);
            return d;
        }
        if (up) {
            round_up(d, i + 1);
            return d;
        }
    }
    return d;
}

std::string plain(const Decimal& d, std::int64_t fraction) {
    std::string out;
    if (d.point > 0) {
        auto whole = static_cast<std::size_t>(d.point);
        out.append(d.digits, 0, std::min(whole, d.digits.size()));
        if (whole > d.digits.size()) out.append(whole - d.digits.size(), '0');
    } else {
        out += '0';
    }
    if (fraction > 0) {
        out += '.';
        for (std::int64_t i = 0; i < fraction; ++i) {
            std::int64_t at = d.point + i;
            out += at < 0 ? '0' : digit_at(d, static_cast<std::size_t>(at));
        }
    }
    return out;
}

std::string scientific(const Decimal& d, std::int64_t fraction, char letter) {
    std::string out(1, digit_at(d, 0));
    if (fraction > 0) {
        out += '.';
        for (std::int64_t i = 1; i <= fraction; ++i) out += digit_at(d, static_cast<std::size_t>(i));
    }
    out += letter;
    std::int64_t exponent = d.digits.empty() ? 0 : d.point - 1;
    out += exponent < 0 ? '-' : '+';
    if (exponent < 0) exponent = -exponent;
    if (exponent < 10) out += '0';
    return out + std::to_string(exponent);
}

std::int64_t size_of(const Decimal& d) {
    return static_cast<std::int64_t>(d.digits.size());
}

}  // namespace

std::optional<std::string> Number::to_text() const {
    if (!big_) {
        auto magnitude =
            word_ < 0 ? 0 - static_cast<std::uint64_t>(word_) : static_cast<std::uint64_t>(word_);
        if (precision_ >= 63 || magnitude >> precision_ == 0) {
            char buffer[24];
            auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, word_);
            return std::string(buffer, end);
        }
    }
    return format('f', std::nullopt);
}

std::string Number::to_display() const {
    constexpr std::int64_t kPlain = 200;  // bits
    std::int64_t e = exponent();
    std::optional<std::string> text;
    if (min_precision() > 4096)
        text = format('e', 20);
    else
        text = e > kPlain * 5 || e < -kPlain * 5 ? format('e', std::nullopt) : to_text();
    return text ? *text : std::string("(number)");
}

std::optional<std::string> Number::format(char style, std::optional<int> digits) const {
    Parts p = parts_of(*this);
    internal::round_parts(p, 0);  // makes the mantissa odd, so that its length is the precision it needs
    std::string sign = p.negative ? "-" : "";
    if (p.form == Form::Infinite) return (p.negative ? "-Inf" : "+Inf");
    constexpr auto kMost = static_cast<std::int64_t>(kMaxNumberText);
    if (digits && (*digits < 0 || *digits > kMost)) return std::nullopt;
    std::int64_t count = digits.value_or(0);
    char letter = style == 'E' || style == 'G' ? 'E' : 'e';

    // Plain notation is as long as the exponent: too long a result is refused before any work is done.
    auto decimal_top =
        static_cast<std::int64_t>(static_cast<double>(p.form == Form::Finite ? p.top() : 0) * 0.302);
    if (style == 'f' && (decimal_top > kMost - count || (!digits && decimal_top < -kMost)))
        return std::nullopt;

    Decimal d;
    if (p.form == Form::Finite) {
        if (!digits) {
            if (p.bits() > 4 * kMost) return std::nullopt;
            d = shortest(p, precision_);
        } else {
            std::int64_t keep = style == 'f' ? decimal_top + 3 + count : count + 1;
            auto quick = internal::leading_digits(p, keep + 2);
            d = quick ? std::move(*quick) : decimal_of(p.mantissa, p.exponent, keep + 2);
        }
    }
    if (!digits) {
        count = style == 'f' ? std::max<std::int64_t>(size_of(d) - d.point, 0)
                             : (style == 'g' || style == 'G' ? size_of(d) : size_of(d) - 1);
    } else {
        if ((style == 'g' || style == 'G') && count == 0) count = 1;
        round_to(d, style == 'f' ? d.point + count : (style == 'g' || style == 'G' ? count : count + 1));
    }
    if (style == 'f') {
        if (std::max<std::int64_t>(d.point, 1) + count > kMost) return std::nullopt;
        return sign + plain(d, count);
    }
    if (style == 'e' || style == 'E') return sign + scientific(d, count, letter);
    // g: scientific notation only for small and large exponents.
    std::int64_t limit = count;
    if (limit > size_of(d) && size_of(d) >= d.point) limit = size_of(d);
    if (!digits) limit = 6;
    std::int64_t exponent10 = d.point - 1;
    if (exponent10 < -4 || exponent10 >= limit)
        return sign + scientific(d, std::min(count, size_of(d)) - 1, letter);
    return sign + plain(d, std::max<std::int64_t>((count > d.point ? size_of(d) : count) - d.point, 0));
}

// ---------------------------------------------------------------- other bases

std::optional<Number> Number::parse_integer(std::string_view text, int base) {
    HCL_DCHECK(base >= 2 && base <= 62);
    bool negative = false;
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
        negative = text[0] == '-';
        text.remove_prefix(1);
    }
    if (text.empty() || text.size() > kMostDigits / 2) return std::nullopt;
    BigInt value;
    // Digits are collected in machine words first.
    std::uint64_t chunk = 0;
    std::uint64_t scale = 1;
    for (char c : text) {
        int digit;
        if (is_decimal_digit(c))
            digit = c - '0';
        else if (c >= 'a' && c <= 'z')
            digit = c - 'a' + 10;
        else if (c >= 'A' && c <= 'Z')
            digit = c - 'A' + (base <= 36 ? 10 : 36);
        else
            return std::nullopt;
        if (digit >= base) return std::nullopt;
        chunk = chunk * static_cast<unsigned>(base) + static_cast<unsigned>(digit);
        scale *= static_cast<unsigned>(base);
        if (scale > (std::uint64_t{1} << 56)) {
            value = value * scale + chunk;
            chunk = 0;
            scale = 1;
        }
    }
    value = value * scale + chunk;
    if (value.is_zero()) return integer(0);
    auto bits = static_cast<unsigned>(msb(value)) + 1;
    Parts parts = finite(std::move(value));
    parts.negative = negative;
    return make_number(std::move(parts), std::max(bits, kIntegerPrecision));
}

std::optional<std::string> Number::to_base(int base) const {
    HCL_DCHECK(base >= 2 && base <= 62);
    Parts p = parts_of(*this);
    if (!is_integer() || (p.form == Form::Finite && p.top() > 200'000)) return std::nullopt;
    if (p.form == Form::Zero) return "0";
    static constexpr char kDigits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    BigInt value = p.mantissa << static_cast<unsigned>(p.exponent);
    std::string out;
    // Several digits per division.
    std::uint64_t scale = 1;
    int per_chunk = 0;
    while (scale < (std::uint64_t{1} << 56)) {
        scale *= static_cast<unsigned>(base);
        ++per_chunk;
    }
    while (!value.is_zero()) {
        BigInt quotient;
        BigInt remainder;
        divide_qr(value, BigInt(scale), quotient, remainder);
        auto chunk = static_cast<std::uint64_t>(remainder);
        value = std::move(quotient);
        for (int i = 0; i < per_chunk && (chunk != 0 || !value.is_zero()); ++i) {
            out += kDigits[chunk % static_cast<unsigned>(base)];
            chunk /= static_cast<unsigned>(base);
        }
    }
    if (p.negative) out += '-';
    std::reverse(out.begin(), out.end());
    return out;
}

}  // namespace hcl
