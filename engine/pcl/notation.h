// Parses types written as text: both renderings of a type, and the type labels of config blocks.
//
//     union(none, string)   string?   "hot" | "cold"   object({a = int})   { a: int }   tuple(int)   (int,
//     string) optional(list(any))   enum(pkg:index:Tier(string): "hot","cold")   type(pkg:index:Thing) Asset
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "engine/pcl/type.h"

namespace hcl::pcl {

struct ParsedType {
    std::optional<Type> type;  // empty: `problem` says why
    std::string problem;
    std::size_t at = 0;  // byte offset of the problem
};

// Any other word is the name of an opaque type.
ParsedType parse_type(std::string_view text, Integers integers = Integers::All);

}  // namespace hcl::pcl
