// Logarithm and power in double precision, step by step, so that the last digit is the same on every machine
// and the same as in the reference: the C library's functions round differently from one version to the next.
#pragma once

namespace hcl::eval::functions {

double natural_log(double x);
double power(double base, double exponent);

}  // namespace hcl::eval::functions
