// Typed 32-bit ids: table indices that cannot be confused with those of another table.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace hcl {

template <typename Tag>
struct Id {
    static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
    std::uint32_t value = kNone;

    constexpr Id() = default;
    constexpr explicit Id(std::uint32_t v) : value(v) {}
    constexpr bool is_valid() const { return value != kNone; }
    constexpr auto operator<=>(const Id&) const = default;
};

// A file known to the engine. The server maps ids to paths and URIs.
using FileId = Id<struct FileTag>;

}  // namespace hcl

template <typename Tag>
struct std::hash<hcl::Id<Tag>> {
    std::size_t operator()(hcl::Id<Tag> id) const noexcept { return id.value * 0x9E37'79B9'7F4A'7C15ull; }
};
