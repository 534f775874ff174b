// Numbers: inline 64-bit integers; all others are binary floats, each with its own precision.
//
// Every number has a precision (mantissa bits): results are rounded to it, and text output is
// the shortest decimal that reads back at it. Literals and parsed text have 512 bits, whole
// numbers from functions 64, doubles 53. Sums, differences and quotients have the larger
// precision of their operands; a product has enough for its exact value, up to 512. Rounding is
// to nearest, ties to even. There are infinities and a negative zero, but no NaN: operations
// that would produce one return nothing.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace hcl {

inline constexpr unsigned kNumberPrecision = 512;  // of literals and of parsed numbers
inline constexpr unsigned kIntegerPrecision = 64;  // of whole numbers that functions produce

namespace internal {
struct BigNumber;  // number.cpp; counted, immutable
void retain(const BigNumber* number);
void release(const BigNumber* number);
}  // namespace internal

class Number {
  public:
    Number() = default;  // 0
    Number(const Number& other) noexcept
        : word_(other.word_), precision_(other.precision_), big_(other.big_) {
        if (big_) internal::retain(big());
    }
    Number(Number&& other) noexcept
        : word_(std::exchange(other.word_, 0)),
          precision_(other.precision_),
          big_(std::exchange(other.big_, false)) {}
    Number& operator=(Number other) noexcept {
        std::swap(word_, other.word_);
        std::swap(precision_, other.precision_);
        std::swap(big_, other.big_);
        return *this;
    }
    ~Number() {
        if (big_) internal::release(big());
    }

    static Number integer(std::int64_t value, unsigned precision = kIntegerPrecision) {
        return Number(value, static_cast<std::uint16_t>(precision), false);
    }
    static Number unsigned_integer(std::uint64_t value);
    // 53 bits. `value` is not a NaN.
    static Number from_double(double value);
    static Number infinity(bool negative = false);
    // Digits of `base` (2 to 62: 0-9, a-z, and from 37 on A-Z as further digits), with an optional sign;
    // empty when the text is no such integer. Exact: the precision is what the number needs, at least 64.
    static std::optional<Number> parse_integer(std::string_view text, int base);

    bool is_integer() const;
    bool is_infinite() const;
    bool is_negative() const;  // also true for negative zero
    bool is_zero() const;
    int sign() const;  // -1, 0, 1
    unsigned precision() const { return precision_; }
    // The smallest precision that represents this number exactly.
    unsigned min_precision() const;
    // The number of bits before the binary point (the exponent of 0.1xxx form); 0 for zero and infinities.
    std::int64_t exponent() const;

    // Exact conversions to machine numbers: empty when the number is not an integer in range.
    std::optional<std::int64_t> to_int64() const;
    std::optional<std::uint64_t> to_uint64() const;
    // The nearest double; overflow gives an infinity.
    double to_double() const;
    // Decimal text without exponent: the shortest that reads back to this number at its precision. Infinities
    // are "+Inf" and "-Inf". Empty when it would be longer than kMaxNumberText.
    std::optional<std::string> to_text() const;
    // The same, but in scientific notation when the plain text would be too long: for messages.
    std::string to_display() const;
    // The integer's digits in `base` (2 to 62); empty when it is not an integer or too long.
    std::optional<std::string> to_base(int base) const;
    // Like C's "%.*f", "%.*e", "%.*g" (style 'f', 'e', 'g'; 'E', 'G' for an upper-case exponent), from the
    // exact value; without `digits`, the shortest that reads back. Empty when it would be longer than
    // kMaxNumberText.
    std::optional<std::string> format(char style, std::optional<int> digits) const;

    Number with_precision(unsigned precision) const;  // rounds
    Number truncated() const;                         // towards zero; infinities are unchanged
    Number floor() const;
    Number ceil() const;
    Number negated() const;
    Number absolute() const;

    friend Number operator-(const Number& a) { return a.negated(); }

    friend std::strong_ordering operator<=>(const Number& a, const Number& b) {
        if (!a.big_ && !b.big_) [[likely]]
            return a.word_ <=> b.word_;
        return compare_slow(a, b);
    }
    // By numeric value: ignores precision, and negative zero equals zero.
    friend bool operator==(const Number& a, const Number& b) { return (a <=> b) == 0; }
    std::size_t hash() const;  // equal numbers have equal hashes

    // For Value, which stores a number in its own 16 bytes.
    bool is_big() const { return big_; }
    std::int64_t word() const { return word_; }
    static Number from_word(std::int64_t word, std::uint16_t precision, bool big) {
        Number n(word, precision, big);
        if (big) internal::retain(n.big());
        return n;
    }
    // Takes over one reference to `big`.
    static Number adopt(const internal::BigNumber* big, unsigned precision);
    const internal::BigNumber* big() const { return reinterpret_cast<const internal::BigNumber*>(word_); }
    // Releases ownership of the reference to the caller.
    std::int64_t release_word() {
        big_ = false;
        return std::exchange(word_, 0);
    }

  private:
    Number(std::int64_t word, std::uint16_t precision, bool big)
        : word_(word), precision_(precision), big_(big) {}
    static std::strong_ordering compare_slow(const Number& a, const Number& b);

    std::int64_t word_ = 0;  // the integer, or the address of a BigNumber
    std::uint16_t precision_ = kIntegerPrecision;
    bool big_ = false;
};

// Empty when the result would not be a number: Inf - Inf, 0 * Inf, 0 / 0, Inf / Inf, Inf % x. x / 0 is an
// infinity; x % 0 is x; with an infinity on either side, x % y is an infinity with the sign of the
// product.
std::optional<Number> add(const Number& a, const Number& b);
std::optional<Number> subtract(const Number& a, const Number& b);
std::optional<Number> multiply(const Number& a, const Number& b);
std::optional<Number> divide(const Number& a, const Number& b);
std::optional<Number> modulo(const Number& a, const Number& b);

// The longest text that to_text and format produce.
inline constexpr std::size_t kMaxNumberText = 100'000;

enum class NumberProblem : std::uint8_t {
    None,
    Syntax,     // the text is not a number
    Exponent,   // the exponent is out of range (about two billion bits); `number` is 0 or an
                // infinity
    Inexact,    // an integer that does not fit the precision; `number` is rounded
    Overflow,   // `number` is an infinity
    Underflow,  // a non-zero number became zero
};
struct ParsedNumber {
    Number number;
    NumberProblem problem = NumberProblem::None;  // Syntax: `number` is not set
};
enum class NumberSyntax : std::uint8_t {
    Plain,     // digits, optionally a point and more digits; an optional minus sign (the information model)
    Literal,   // the same without a sign, and an optional exponent (source text of both syntaxes)
    Flexible,  // like strings in the reference: also a sign, `.5`, `1.`, `1e3`, `1p3`, `Inf`, `-inf`
};
// With 512 bits. The caller's rules decide which problems are errors.
ParsedNumber parse_number(std::string_view text, NumberSyntax syntax);

}  // namespace hcl
