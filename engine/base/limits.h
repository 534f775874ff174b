// Limits on the resources that a file or a workspace can use, in one table with their reasons. `hcl-ls
// doctor` prints it and SECURITY.md refers to it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace hcl {

namespace limits {
#define HCL_LIMIT(name, value, unit, reason) inline constexpr std::uint64_t name = value;
#include "engine/base/limits.def"
#undef HCL_LIMIT
}  // namespace limits

struct LimitInfo {
    std::string_view name;
    std::uint64_t value;
    std::string_view unit;
    std::string_view reason;
};

std::span<const LimitInfo> all_limits();

}  // namespace hcl
