// Logarithm and power in double precision with fixed algorithms, so that the last digit is the same on every
// machine and as in the reference: rounding in the C library differs between versions.
#pragma once

namespace hcl::eval::functions {

double natural_log(double x);
double power(double base, double exponent);

}  // namespace hcl::eval::functions
