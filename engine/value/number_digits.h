// Fast paths for decimal digits of fractions with common sizes; number_text.cpp has the general algorithms.
// Both produce the same digits.
#pragma once

#include <optional>
#include <string_view>

#include "engine/value/number_parts.h"

namespace hcl::internal {

// At least the first `need` digits of a positive number with a fraction. Empty: use the general algorithm.
std::optional<Decimal> leading_digits(const Parts& number, std::int64_t need);

// The shortest decimal that reads back to this positive number at `precision`; empty as above.
std::optional<Decimal> shortest_digits(const Parts& number, unsigned precision);

// a / b * 2^exponent, rounded to `precision` bits, which is at most kNumberPrecision. `b` is not zero and
// less than 2^63.
Number quotient(std::uint64_t a, std::uint64_t b, std::int64_t exponent, bool negative, unsigned precision);
// digits * 10^-places at kNumberPrecision. `places` is at most kMostPlaces.
inline constexpr unsigned kMostPlaces = 27;
Number decimal_fraction(std::uint64_t digits, unsigned places, bool negative);

// Shortens `d` to `count` digits: to nearest, ties to even.
void round_to(Decimal& d, std::int64_t count);
void round_down(Decimal& d, std::size_t count);
void round_up(Decimal& d, std::size_t count);
void trim(Decimal& d);

}  // namespace hcl::internal
