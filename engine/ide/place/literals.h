// The texts that arguments of a file are given literally.
#pragma once

#include <functional>
#include <string>

#include "engine/ide/place/bound_place.h"

namespace hcl::ide {

// Every whole text in the value of an argument that the language knows, in lists and objects too. The span is
// what stands between the quotes, in bytes of the file; texts with interpolations are left out.
void each_literal(
    const BoundPlace& place, const Cancel& cancel,
    const std::function<void(const bind::BoundAttribute& attribute, Span span, std::string text)>& visit);

}  // namespace hcl::ide
