#include "engine/eval/functions/float64.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>

// An implicit fused multiply-add would change last digits.
#if defined(__clang__)
#pragma clang fp contract(off)
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif

namespace hcl::eval::functions {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// 2^exponent times the polynomial for the remainder; the argument is first divided by 16, then squared back.
double exponential(double x) {
    if (std::isnan(x) || x == kInfinity) return x;
    if (x == -kInfinity) return 0;
    if (x > 7.09782712893384e+02) return kInfinity;
    if (x < -800) return 0;
    const auto exponent = static_cast<int>(std::nearbyint(x * 1.4426950408889634073599246810018920));
    const auto e = static_cast<double>(exponent);
    x = std::fma(-e, 0.69314718055966295651160180568695068359375, x);
    x = std::fma(-e, 0.28235290563031577122588448175013436025525412068e-12, x);
    x *= 0.0625;
    // Taylor series of (e^x - 1) / x.
    double sum = 2.4801587301587301587e-5;
    for (const double coefficient :
         {1.9841269841269841270e-4, 1.3888888888888888889e-3, 8.3333333333333333333e-3,
          4.1666666666666666667e-2, 1.6666666666666666667e-1, 0.5, 1.0})
        sum = std::fma(x, sum, coefficient);
    double y = x * sum;  // e^x - 1
    // (1 + y)^2 - 1 = y (y + 2), four times.
    for (int i = 0; i < 3; ++i) y = y * (y + 2.0);
    y = std::fma(y, y + 2.0, 1.0);
    return std::ldexp(y, exponent);
}

bool is_odd_integer(double x) {
    if (std::fabs(x) >= 0x1p53) return false;  // all doubles of this size are even
    double whole = 0;
    return std::modf(x, &whole) == 0 && (static_cast<std::int64_t>(whole) & 1) != 0;
}

}  // namespace

double natural_log(double x) {
    if (std::isnan(x) || x == kInfinity) return x;
    if (x < 0) return kNan;
    if (x == 0) return -kInfinity;

    // x = 2^k * (1 + f) with 1 + f between sqrt(2)/2 and sqrt(2).
    int exponent = 0;
    double fraction = std::frexp(x, &exponent);
    if (fraction <= 7.07106781186547524401e-01) {
        fraction *= 2;
        --exponent;
    }
    const double f = fraction - 1;
    const auto k = static_cast<double>(exponent);

    // log(1 + f) = f - f^2/2 + s (f^2/2 + R(s)) with s = f / (2 + f) and R a minimax polynomial in s^2.
    const double s = f / (2.0 + f);
    const double s2 = s * s;
    const double s4 = s2 * s2;
    const double odd =
        s2 *
        (6.666666666666735130e-01 +
         s4 * (2.857142874366239149e-01 + s4 * (1.818357216161805012e-01 + s4 * 1.479819860511658591e-01)));
    const double even =
        s4 * (3.999999999940941908e-01 + s4 * (2.222219843214978396e-01 + s4 * 1.531383769920937332e-01));
    const double r = odd + even;
    const double half_square = 0.5 * f * f;
    return k * 6.93147180369123816490e-01 -
           ((half_square - (s * (half_square + r) + k * 1.90821492927058770002e-10)) - f);
}

double power(double base, double exponent) {
    if (exponent == 0 || base == 1) return 1;
    if (exponent == 1) return base;
    if (std::isnan(base) || std::isnan(exponent)) return kNan;
    if (base == 0) {
        const bool keeps_sign = std::signbit(base) && is_odd_integer(exponent);
        if (exponent < 0) return keeps_sign ? -kInfinity : kInfinity;
        return keeps_sign ? base : 0;
    }
    if (std::isinf(exponent)) {
        if (base == -1) return 1;
        return (std::fabs(base) < 1) == (exponent > 0) ? 0 : kInfinity;
    }
    if (std::isinf(base)) {
        if (base < 0) return power(1 / base, -exponent);
        return exponent < 0 ? 0 : kInfinity;
    }
    if (exponent == 0.5) return std::sqrt(base);
    if (exponent == -0.5) return 1 / std::sqrt(base);

    double whole = 0;
    double fraction = std::modf(std::fabs(exponent), &whole);
    if (fraction != 0 && base < 0) return kNan;
    if (whole >= 0x1p63) {
        if (base == -1) return 1;
        return (std::fabs(base) < 1) == (exponent > 0) ? 0 : kInfinity;
    }

    // The result is mantissa * 2^binary.
    double mantissa = 1;
    std::int64_t binary = 0;
    if (fraction != 0) {
        if (fraction > 0.5) {
            fraction -= 1;
            whole += 1;
        }
        mantissa = exponential(fraction * natural_log(base));
    }
    int square_binary_int = 0;
    double square = std::frexp(base, &square_binary_int);
    std::int64_t square_binary = square_binary_int;
    for (auto bits = static_cast<std::int64_t>(whole); bits != 0; bits >>= 1) {
        if (square_binary < -(1 << 12) || square_binary > (1 << 12)) {
            binary += square_binary;  // far out of range already
            break;
        }
        if (bits & 1) {
            mantissa *= square;
            binary += square_binary;
        }
        square *= square;
        square_binary *= 2;
        if (square < 0.5) {
            square += square;
            --square_binary;
        }
    }
    if (exponent < 0) {
        mantissa = 1 / mantissa;
        binary = -binary;
    }
    return std::ldexp(mantissa, static_cast<int>(binary));
}

}  // namespace hcl::eval::functions
