// The cost of a conversion in steps of evaluation, before it is made. Each object in the value is compared
// with all attributes of its type.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/value/value.h"

namespace hcl {

inline std::uint64_t conversion_cost(const Value& value, const Type& to) {
    constexpr std::uint64_t kPartsOfStep = 8;
    constexpr std::uint64_t kMost = 1u << 30;
    return std::min<std::uint64_t>(kMost, value.weight() * (1 + to.weight() / kPartsOfStep));
}

}  // namespace hcl
