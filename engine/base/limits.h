// Limits on the resources that a file or a workspace can use, in one table with their reasons. `hcl-ls
// doctor` prints it and SECURITY.md refers to it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace hcl {

// The defaults of all.
namespace limits {
#define HCL_LIMIT(name, value, unit, reason) inline constexpr std::uint64_t name = value;
#define HCL_USER_LIMIT(name, value, unit, reason, setting, factor, most) HCL_LIMIT(name, value, unit, reason)
#include "engine/base/limits.def"
#undef HCL_USER_LIMIT
#undef HCL_LIMIT
}  // namespace limits

// The limits that users can set, in an editor or on the command line. Files of a workspace cannot.
struct Limits {
#define HCL_LIMIT(name, value, unit, reason)
#define HCL_USER_LIMIT(name, value, unit, reason, setting, factor, most) std::uint64_t name = value;
#include "engine/base/limits.def"
#undef HCL_USER_LIMIT
#undef HCL_LIMIT
    // In a workspace of many modules (world/module_share.h), these are less than in the table.
    bool is_share = false;
    std::uint64_t instance_steps = module_steps / 4;  // for its evaluation with the values of one call
    std::uint64_t steps_of_byte = limits::byte_steps;
    bool operator==(const Limits&) const = default;
};

struct LimitInfo {
    std::string_view name;
    std::uint64_t value;
    std::string_view unit;
    std::string_view reason;
    // Only for limits that users can set: the name of the setting, the size of its unit, and its largest
    // value.
    std::string_view setting{};
    std::uint64_t factor = 1;
    std::uint64_t most = 0;
    std::uint64_t Limits::* member = nullptr;
};

std::span<const LimitInfo> all_limits();

// The limit of a setting's name; null when users cannot set one of that name.
const LimitInfo* limit_of_setting(std::string_view setting);

}  // namespace hcl
