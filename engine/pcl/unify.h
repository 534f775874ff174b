// What two or more types have in common.
#pragma once

#include <span>

#include "engine/pcl/convert.h"

namespace hcl::pcl {

struct Unified {
    Type type;
    Conversion kind = Conversion::None;  // the worse of the conversions of both to it
};
Unified unify(const Type& a, const Type& b);

struct CommonTypes {
    // What every one of the types converts into: their union where nothing narrower takes all safely.
    Type safe;
    // Narrower, where it is enough that some values convert.
    Type unsafe;
};
// Pair by pair, from the left. No types: `none`.
CommonTypes common_types(std::span<const Type> types);

}  // namespace hcl::pcl
