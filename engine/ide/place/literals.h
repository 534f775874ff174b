// Literal strings among the arguments of a file.
#pragma once

#include <functional>
#include <string>

#include "engine/ide/place/bound_place.h"

namespace hcl::ide {

// Visits every string without interpolation in the value of a known argument, including those inside of lists
// and objects. The span is the text between the quotes, in bytes of the file.
void each_literal(
    const BoundPlace& place, const Cancel& cancel,
    const std::function<void(const bind::BoundAttribute& attribute, Span span, std::string text)>& visit);

}  // namespace hcl::ide
