#include "engine/base/limits.h"

#include <array>

namespace hcl {

namespace {

constexpr std::array kLimits = {
#define HCL_LIMIT(name, value, unit, reason) LimitInfo{#name, value, unit, reason},
#include "engine/base/limits.def"
#undef HCL_LIMIT
};

}  // namespace

std::span<const LimitInfo> all_limits() {
    return kLimits;
}

}  // namespace hcl
