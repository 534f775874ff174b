// The exact parts of a number (sign, mantissa, exponent), and rounding. Only the number_*.cpp files include
// this (Boost.Multiprecision is slow to compile).
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>

#include "engine/value/counted.h"
#include "engine/value/number.h"

// A false positive: GCC loses track of the union when it inlines the destructor.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace hcl::internal {

using BigInt = boost::multiprecision::cpp_int;

enum class Form : std::uint8_t { Zero, Finite, Infinite };

// (-1)^negative * mantissa * 2^exponent
struct Parts {
    Form form = Form::Zero;
    bool negative = false;
    BigInt mantissa;  // Finite: positive
    std::int64_t exponent = 0;

    std::int64_t bits() const { return static_cast<std::int64_t>(boost::multiprecision::msb(mantissa)) + 1; }
    // The exponent of the form 0.1xxx * 2^top.
    std::int64_t top() const { return exponent + bits(); }
};

struct BigNumber : Counted {
    Parts parts;  // Finite: odd mantissa
};

// Exponent limits for the form 0.1xxx * 2^top, as in the reference. Beyond them a number is infinite or
// zero.
inline constexpr std::int64_t kMaxTop = 2'147'483'647;
inline constexpr std::int64_t kMinTop = -2'147'483'648;

Parts parts_of(const Number& number);
// Rounds to `precision` bits (0: keeps all). `sticky`: the exact value is slightly larger in magnitude, by
// less than the last bit of `parts`, which then has more than `precision` bits.
Number make_number(Parts parts, unsigned precision, bool sticky = false);
// Only the rounding; the resulting mantissa is odd.
void round_parts(Parts& parts, unsigned precision, bool sticky = false);

// 0.digits * 10^point; no trailing zeros. `more`: digits were dropped, the exact value is slightly larger.
struct Decimal {
    std::string digits;
    std::int64_t point = 0;
    bool more = false;
};

}  // namespace hcl::internal
