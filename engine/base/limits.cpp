#include "engine/base/limits.h"

#include <algorithm>
#include <array>

namespace hcl {

namespace {

constexpr std::array kLimits = {
#define HCL_LIMIT(name, value, unit, reason) LimitInfo{#name, value, unit, reason},
#define HCL_USER_LIMIT(name, value, unit, reason, setting, factor, most) \
    LimitInfo{#name, value, unit, reason, setting, factor, most, &Limits::name},
#include "engine/base/limits.def"
#undef HCL_USER_LIMIT
#undef HCL_LIMIT
};

}  // namespace

std::span<const LimitInfo> all_limits() {
    return kLimits;
}

const LimitInfo* limit_of_setting(std::string_view setting) {
    auto found = std::ranges::find(kLimits, setting, &LimitInfo::setting);
    return found == kLimits.end() || setting.empty() ? nullptr : &*found;
}

}  // namespace hcl
