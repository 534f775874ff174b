// Arithmetic. Integers of 64 bits take the fast paths at the top of each function; everything else is exact
// integer arithmetic on mantissas, rounded once at the end.
#include "engine/value/number.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "engine/base/check.h"
#include "engine/value/cells.h"
#include "engine/value/number_digits.h"
#include "engine/value/number_parts.h"

namespace hcl {

namespace internal {

void retain(const BigNumber* number) {
    number->retain();
}
void release(const BigNumber* number) {
    if (number->release()) delete number;
}
void destroy_big_number(const Counted* number) {
    delete static_cast<const BigNumber*>(number);
}

Parts parts_of(const Number& number) {
    if (number.is_big()) return number.big()->parts;
    Parts parts;
    std::int64_t value = number.word();
    if (value == 0) return parts;
    parts.form = Form::Finite;
    parts.negative = value < 0;
    parts.mantissa = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    return parts;
}

void round_parts(Parts& parts, unsigned precision, bool sticky) {
    if (parts.form != Form::Finite) return;
    BigInt& m = parts.mantissa;
    std::int64_t bits = parts.bits();
    if (precision != 0 && bits > precision) {
        auto drop = static_cast<unsigned>(bits - precision);
        bool half = bit_test(m, drop - 1);
        bool above = half && (sticky || lsb(m) < drop - 1);
        m >>= drop;
        parts.exponent += drop;
        if (half && (above || bit_test(m, 0))) ++m;
    }
    if (unsigned zeros = static_cast<unsigned>(lsb(m))) {
        m >>= zeros;
        parts.exponent += zeros;
    }
    std::int64_t top = parts.top();
    if (top > kMaxTop) {
        parts.form = Form::Infinite;
        m = 0;
    } else if (top < kMinTop) {
        parts.form = Form::Zero;
        m = 0;
    }
}

Number make_number(Parts parts, unsigned precision, bool sticky) {
    round_parts(parts, precision, sticky);
    if (parts.form == Form::Zero && !parts.negative) return Number::integer(0, precision);
    if (parts.form == Form::Finite && parts.exponent >= 0 && parts.top() <= 64) {
        std::uint64_t magnitude = static_cast<std::uint64_t>(parts.mantissa) << parts.exponent;
        constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        if (magnitude <= kMax)
            return Number::integer(
                parts.negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude),
                precision);
        if (parts.negative && magnitude == kMax + 1)
            return Number::integer(std::numeric_limits<std::int64_t>::min(), precision);
    }
    auto* big = new BigNumber;
    big->parts = std::move(parts);
    return Number::adopt(big, precision);
}

}  // namespace internal

namespace {

using internal::BigInt;
using internal::Form;
using internal::make_number;
using internal::Parts;
using internal::parts_of;

unsigned larger_precision(const Number& a, const Number& b) {
    return std::max(a.precision(), b.precision());
}

// True if every integer of this magnitude is exact at this precision.
bool fits(std::int64_t value, unsigned precision) {
    if (precision >= 63) return true;
    auto magnitude = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    return magnitude >> precision == 0;
}

Number signed_zero(bool negative, unsigned precision) {
    Parts parts;
    parts.negative = negative;
    return make_number(std::move(parts), precision);
}

Number signed_infinity(bool negative, unsigned precision) {
    Parts parts;
    parts.form = Form::Infinite;
    parts.negative = negative;
    return make_number(std::move(parts), precision);
}

// Compares the magnitudes of two finite numbers.
int compare_magnitude(const Parts& a, const Parts& b) {
    std::int64_t top_a = a.top();
    std::int64_t top_b = b.top();
    if (top_a != top_b) return top_a < top_b ? -1 : 1;
    if (a.exponent == b.exponent) return a.mantissa.compare(b.mantissa);
    if (a.exponent > b.exponent)
        return BigInt(a.mantissa << static_cast<unsigned>(a.exponent - b.exponent)).compare(b.mantissa);
    return a.mantissa.compare(BigInt(b.mantissa << static_cast<unsigned>(b.exponent - a.exponent)));
}

// Fast path: most fractions in practice have few bits, so sums, products and remainders are exact in two
// machine words. If not, the result is nullopt and the general path is taken.
__extension__ using Wide = unsigned __int128;

// A finite number other than zero; for all others the mantissa is 0.
struct Short {
    std::uint64_t mantissa = 0;
    std::int64_t exponent = 0;
    bool negative = false;
};

Short short_of(const Number& number) {
    if (!number.is_big()) {
        const std::int64_t word = number.word();
        const auto magnitude = static_cast<std::uint64_t>(word);
        return {word < 0 ? 0 - magnitude : magnitude, 0, word < 0};
    }
    const Parts& parts = number.big()->parts;
    if (parts.form != Form::Finite || parts.bits() > 64) return {};
    return {static_cast<std::uint64_t>(parts.mantissa), parts.exponent, parts.negative};
}

// Two magnitudes with a common exponent.
struct Aligned {
    Wide a;
    Wide b;
    std::int64_t exponent;
};

std::optional<Aligned> align(const Short& a, const Short& b) {
    constexpr std::int64_t kMostShift = 60;
    if (a.mantissa == 0 || b.mantissa == 0) return std::nullopt;
    const std::int64_t exponent = std::min(a.exponent, b.exponent);
    if (std::max(a.exponent, b.exponent) - exponent > kMostShift) return std::nullopt;
    return Aligned{Wide{a.mantissa} << (a.exponent - exponent), Wide{b.mantissa} << (b.exponent - exponent),
                   exponent};
}

// The number with exactly this value. `at_least`: for products, whose precision grows as needed.
std::optional<Number> exact(Wide value, std::int64_t exponent, bool negative, unsigned precision,
                            bool at_least = false) {
    if (value == 0) return Number::integer(0, precision);
    const auto low = static_cast<std::uint64_t>(value);
    const int zeros =
        low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(value >> 64));
    value >>= zeros;
    exponent += zeros;
    const auto high = static_cast<std::uint64_t>(value >> 64);
    const auto bits = static_cast<unsigned>(high != 0 ? 64 + std::bit_width(high)
                                                      : std::bit_width(static_cast<std::uint64_t>(value)));
    if (at_least) precision = std::max(precision, bits);
    constexpr std::int64_t kFar = 1 << 30;
    if (bits > precision || exponent < -kFar || exponent > kFar) return std::nullopt;
    if (exponent >= 0) {
        if (bits + exponent > 63) return std::nullopt;
        const auto magnitude = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << exponent);
        return Number::integer(negative ? -magnitude : magnitude, precision);
    }
    auto* big = new internal::BigNumber;
    big->parts.form = Form::Finite;
    big->parts.negative = negative;
    big->parts.mantissa = value;
    big->parts.exponent = exponent;
    return Number::adopt(big, precision);
}

std::optional<Number> add_short(const Short& a, const Short& b, unsigned precision) {
    const auto both = align(a, b);
    if (!both) return std::nullopt;
    if (a.negative == b.negative) return exact(both->a + both->b, both->exponent, a.negative, precision);
    if (both->a >= both->b) return exact(both->a - both->b, both->exponent, a.negative, precision);
    return exact(both->b - both->a, both->exponent, b.negative, precision);
}

std::optional<Number> add_parts(Parts a, Parts b, unsigned precision) {
    if (a.form == Form::Infinite && b.form == Form::Infinite) {
        if (a.negative != b.negative) return std::nullopt;
        return make_number(std::move(a), precision);
    }
    if (a.form == Form::Zero && b.form == Form::Zero) return signed_zero(a.negative && b.negative, precision);
    if (a.form == Form::Infinite || b.form == Form::Zero) return make_number(std::move(a), precision);
    if (b.form == Form::Infinite || a.form == Form::Zero) return make_number(std::move(b), precision);

    if (compare_magnitude(a, b) < 0) std::swap(a, b);
    // Bits far below the last bit of the result affect only rounding. A small substitute keeps the sum short.
    std::int64_t floor = std::min(a.exponent, a.top() - static_cast<std::int64_t>(precision) - 4);
    if (b.top() < floor - 1) {
        b.mantissa = 1;
        b.exponent = floor - 2;
    }
    std::int64_t exponent = std::min(a.exponent, b.exponent);
    a.mantissa <<= static_cast<unsigned>(a.exponent - exponent);
    b.mantissa <<= static_cast<unsigned>(b.exponent - exponent);
    a.exponent = exponent;
    if (a.negative == b.negative)
        a.mantissa += b.mantissa;
    else
        a.mantissa -= b.mantissa;
    if (a.mantissa.is_zero()) return Number::integer(0, precision);
    return make_number(std::move(a), precision);
}

}  // namespace

Number Number::adopt(const internal::BigNumber* big, unsigned precision) {
    return Number(static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(big)),
                  static_cast<std::uint16_t>(precision), true);
}

Number Number::unsigned_integer(std::uint64_t value) {
    if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return integer(static_cast<std::int64_t>(value));
    Parts parts;
    parts.form = Form::Finite;
    parts.mantissa = value;
    return make_number(std::move(parts), kIntegerPrecision);
}

Number Number::from_double(double value) {
    constexpr unsigned kBits = 53;
    HCL_DCHECK(!std::isnan(value));
    if (std::isinf(value)) return infinity(value < 0);
    if (value == 0) return signed_zero(std::signbit(value), kBits);
    int exponent;
    double fraction = std::frexp(std::fabs(value), &exponent);
    Parts parts;
    parts.form = Form::Finite;
    parts.negative = value < 0;
    parts.mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, kBits));
    parts.exponent = exponent - static_cast<int>(kBits);
    return make_number(std::move(parts), kBits);
}

Number Number::infinity(bool negative) {
    return signed_infinity(negative, 0);
}

bool Number::is_integer() const {
    if (!big_) return true;
    const Parts& p = big()->parts;
    return p.form == Form::Zero || (p.form == Form::Finite && p.exponent >= 0);
}

bool Number::is_infinite() const {
    return big_ && big()->parts.form == Form::Infinite;
}
bool Number::is_negative() const {
    return big_ ? big()->parts.negative : word_ < 0;
}
bool Number::is_zero() const {
    return big_ ? big()->parts.form == Form::Zero : word_ == 0;
}

int Number::sign() const {
    if (is_zero()) return 0;
    return is_negative() ? -1 : 1;
}

unsigned Number::min_precision() const {
    if (!big_) {
        auto magnitude =
            word_ < 0 ? 0 - static_cast<std::uint64_t>(word_) : static_cast<std::uint64_t>(word_);
        if (magnitude == 0) return 0;
        return static_cast<unsigned>(std::bit_width(magnitude) - std::countr_zero(magnitude));
    }
    const Parts& p = big()->parts;
    return p.form == Form::Finite ? static_cast<unsigned>(p.bits()) : 0;
}

std::int64_t Number::exponent() const {
    Parts p = parts_of(*this);
    return p.form == Form::Finite ? p.top() : 0;
}

std::optional<std::int64_t> Number::to_int64() const {
    if (!big_) return word_;
    if (is_zero()) return 0;
    return std::nullopt;
}

std::optional<std::uint64_t> Number::to_uint64() const {
    if (!big_) return word_ >= 0 ? std::optional<std::uint64_t>(word_) : std::nullopt;
    const Parts& p = big()->parts;
    if (p.form == Form::Zero) return 0;
    if (p.form != Form::Finite || p.negative || p.exponent < 0 || p.top() > 64) return std::nullopt;
    return static_cast<std::uint64_t>(p.mantissa) << p.exponent;
}

double Number::to_double() const {
    if (!big_ && fits(word_, 53)) return static_cast<double>(word_);
    Parts p = parts_of(*this);
    double magnitude = 0;
    if (p.form == Form::Infinite || (p.form == Form::Finite && p.top() > 1024)) {
        magnitude = std::numeric_limits<double>::infinity();
    } else if (p.form == Form::Finite && p.top() >= -1074) {
        // Subnormal numbers have fewer bits; at the very edge none is left, and the rounding is done by
        // hand.
        std::int64_t bits = std::min<std::int64_t>(53, p.top() + 1074);
        if (bits == 0) {
            magnitude = p.mantissa > 1 ? std::numeric_limits<double>::denorm_min() : 0.0;
        } else {
            bool negative = p.negative;
            internal::round_parts(p, static_cast<unsigned>(bits));
            magnitude = std::ldexp(static_cast<double>(static_cast<std::uint64_t>(p.mantissa)),
                                   static_cast<int>(p.exponent));
            p.negative = negative;
        }
    }
    return p.negative ? -magnitude : magnitude;
}

Number Number::with_precision(unsigned precision) const {
    if (!big_ && fits(word_, precision)) return integer(word_, precision);
    return make_number(parts_of(*this), precision);
}

Number Number::truncated() const {
    if (is_integer() || is_infinite()) return *this;
    Parts p = big()->parts;
    if (p.top() <= 0) return signed_zero(false, precision_);
    p.mantissa >>= static_cast<unsigned>(-p.exponent);
    p.exponent = 0;
    return make_number(std::move(p), precision_);
}

Number Number::floor() const {
    if (is_integer() || is_infinite()) return *this;
    Number whole = truncated();
    return is_negative() ? *subtract(whole, integer(1, precision_)) : whole;
}

Number Number::ceil() const {
    if (is_integer() || is_infinite()) return *this;
    Number whole = truncated();
    return is_negative() ? whole : *add(whole, integer(1, precision_));
}

Number Number::negated() const {
    if (!big_ && word_ != 0 && word_ != std::numeric_limits<std::int64_t>::min())
        return integer(-word_, precision_);
    Parts p = parts_of(*this);
    p.negative = !p.negative;
    return make_number(std::move(p), precision_);
}

Number Number::absolute() const {
    return is_negative() ? negated() : *this;
}

std::strong_ordering Number::compare_slow(const Number& a, const Number& b) {
    int sign_a = a.sign();
    int sign_b = b.sign();
    if (sign_a != sign_b) return sign_a <=> sign_b;
    if (sign_a == 0) return std::strong_ordering::equal;
    if (const auto both = align(short_of(a), short_of(b))) {
        if (both->a == both->b) return std::strong_ordering::equal;
        return (both->a < both->b) == (sign_a > 0) ? std::strong_ordering::less
                                                   : std::strong_ordering::greater;
    }
    bool inf_a = a.is_infinite();
    bool inf_b = b.is_infinite();
    int magnitude = inf_a || inf_b ? static_cast<int>(inf_a) - static_cast<int>(inf_b)
                                   : compare_magnitude(parts_of(a), parts_of(b));
    return (sign_a < 0 ? -magnitude : magnitude) <=> 0;
}

std::size_t Number::hash() const {
    if (!big_) return std::hash<std::int64_t>()(word_);
    const Parts& p = big()->parts;
    if (p.form == Form::Zero) return std::hash<std::int64_t>()(0);
    std::size_t low = p.form == Form::Finite ? static_cast<std::size_t>(p.mantissa & ~std::uint64_t{0}) : 7;
    return (low ^ static_cast<std::size_t>(p.exponent) * 31u) + (p.negative ? 0x9E37'79B9u : 0u);
}

std::optional<Number> add(const Number& a, const Number& b) {
    if (!a.is_big() && !b.is_big()) [[likely]] {
        std::int64_t sum;
        if (!__builtin_add_overflow(a.word(), b.word(), &sum)) {
            unsigned precision = larger_precision(a, b);
            if (fits(sum, precision)) return Number::integer(sum, precision);
        }
    }
    if (auto sum = add_short(short_of(a), short_of(b), larger_precision(a, b))) return sum;
    return add_parts(parts_of(a), parts_of(b), larger_precision(a, b));
}

std::optional<Number> subtract(const Number& a, const Number& b) {
    if (!a.is_big() && !b.is_big()) [[likely]] {
        std::int64_t difference;
        if (!__builtin_sub_overflow(a.word(), b.word(), &difference)) {
            unsigned precision = larger_precision(a, b);
            if (fits(difference, precision)) return Number::integer(difference, precision);
        }
    }
    Short other = short_of(b);
    other.negative = !other.negative;
    if (auto difference = add_short(short_of(a), other, larger_precision(a, b))) return difference;
    Parts negated = parts_of(b);
    negated.negative = !negated.negative;
    return add_parts(parts_of(a), std::move(negated), larger_precision(a, b));
}

std::optional<Number> multiply(const Number& a, const Number& b) {
    unsigned precision = larger_precision(a, b);
    if (!a.is_big() && !b.is_big()) [[likely]] {
        std::int64_t product;
        if (!__builtin_mul_overflow(a.word(), b.word(), &product) &&
            (product != 0 || (a.word() >= 0 && b.word() >= 0))) {
            Number result = Number::integer(product, precision);
            if (precision >= 63) return result;
            return Number::integer(product, std::max(precision, result.min_precision()));
        }
    }
    const Short few_a = short_of(a), few_b = short_of(b);
    if (few_a.mantissa != 0 && few_b.mantissa != 0)
        if (auto product = exact(Wide{few_a.mantissa} * few_b.mantissa, few_a.exponent + few_b.exponent,
                                 few_a.negative != few_b.negative, precision, true))
            return product;
    Parts x = parts_of(a);
    Parts y = parts_of(b);
    bool negative = x.negative != y.negative;
    if (x.form == Form::Infinite || y.form == Form::Infinite) {
        if (x.form == Form::Zero || y.form == Form::Zero) return std::nullopt;
        return signed_infinity(negative, precision);
    }
    if (x.form == Form::Zero || y.form == Form::Zero) return signed_zero(negative, precision);
    x.mantissa *= y.mantissa;
    x.exponent += y.exponent;
    x.negative = negative;
    internal::round_parts(x, kNumberPrecision);
    if (x.form == Form::Finite) precision = std::max(precision, static_cast<unsigned>(x.bits()));
    return make_number(std::move(x), precision);
}

std::optional<Number> divide(const Number& a, const Number& b) {
    unsigned precision = larger_precision(a, b);
    if (!a.is_big() && !b.is_big() && b.word() > 0 && a.word() % b.word() == 0) {
        std::int64_t quotient = a.word() / b.word();
        if (fits(quotient, precision)) return Number::integer(quotient, precision);
    }
    const Short few_a = short_of(a), few_b = short_of(b);
    if (few_a.mantissa != 0 && few_b.mantissa != 0 && few_b.mantissa >> 63 == 0 && precision != 0 &&
        precision <= kNumberPrecision)
        return internal::quotient(few_a.mantissa, few_b.mantissa, few_a.exponent - few_b.exponent,
                                  few_a.negative != few_b.negative, precision);
    Parts x = parts_of(a);
    Parts y = parts_of(b);
    bool negative = x.negative != y.negative;
    if (x.form == y.form && x.form != Form::Finite) return std::nullopt;  // 0 / 0, Inf / Inf
    if (x.form == Form::Zero || y.form == Form::Infinite) return signed_zero(negative, precision);
    if (x.form == Form::Infinite || y.form == Form::Zero) return signed_infinity(negative, precision);
    // Two extra bits, so that only the presence of a remainder matters for rounding.
    std::int64_t want = static_cast<std::int64_t>(precision ? precision : kNumberPrecision) + 2;
    std::int64_t shift = std::max<std::int64_t>(0, want + y.bits() - x.bits());
    x.mantissa <<= static_cast<unsigned>(shift);
    BigInt quotient;
    BigInt remainder;
    divide_qr(x.mantissa, y.mantissa, quotient, remainder);
    x.mantissa = std::move(quotient);
    x.exponent -= shift + y.exponent;
    x.negative = negative;
    return make_number(std::move(x), precision, !remainder.is_zero());
}

std::optional<Number> modulo(const Number& a, const Number& b) {
    if (!a.is_big() && !b.is_big() && b.word() != 0 && a.word() != std::numeric_limits<std::int64_t>::min()) {
        unsigned precision = larger_precision(a, b);
        if (a.precision() >= 63 && precision >= 63)
            return Number::integer(a.word() % b.word(), a.precision());
    }
    if (a.is_infinite() || b.is_infinite()) return multiply(a, b);
    if (b.is_zero()) return a;
    // From this precision on, nothing below is rounded.
    constexpr unsigned kExactFrom = 192;
    if (a.precision() >= kExactFrom) {
        const Short few_a = short_of(a), few_b = short_of(b);
        if (const auto both = align(few_a, few_b)) {
            const bool in_words = both->a >> 64 == 0 && both->b >> 64 == 0;
            const Wide rest =
                in_words ? Wide{static_cast<std::uint64_t>(both->a) % static_cast<std::uint64_t>(both->b)}
                         : both->a % both->b;
            if (auto result = exact(rest, both->exponent, few_a.negative, a.precision())) return result;
        }
    }
    // The reference rounds at each of these steps: to the larger precision first, then to the left operand's.
    std::optional<Number> ratio = divide(a, b);
    if (!ratio || ratio->is_infinite()) return std::nullopt;
    unsigned precision = a.precision();
    Parts whole = parts_of(ratio->truncated().with_precision(precision));
    Parts divisor = parts_of(b);
    if (whole.form == Form::Zero) {
        whole.negative = !divisor.negative;
        return add_parts(parts_of(a), std::move(whole), precision);
    }
    whole.mantissa *= divisor.mantissa;
    whole.exponent += divisor.exponent;
    whole.negative = whole.negative == divisor.negative;  // taken away
    internal::round_parts(whole, precision);
    return add_parts(parts_of(a), std::move(whole), precision);
}

}  // namespace hcl
