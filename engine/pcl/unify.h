// The common type of two or more types.
#pragma once

#include <span>

#include "engine/pcl/convert.h"

namespace hcl::pcl {

struct Unified {
    Type type;
    Conversion kind = Conversion::None;  // the worse of the conversions from both to `type`
};
Unified unify(const Type& a, const Type& b);

struct CommonTypes {
    // Every one of the types converts to it safely: their union when there is no narrower such type.
    Type safe;
    // Narrower: an unsafe conversion suffices.
    Type unsafe;
};
// Unifies from left to right. `none` for an empty list. Of very many types, constants inside of others count
// as their types; of very many different ones, or very large ones, the result is unknown: the work is
// bounded.
CommonTypes common_types(std::span<const Type> types);

}  // namespace hcl::pcl
