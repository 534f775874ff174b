// Checks values part by part, as far as they are written out. Private to this room.
#pragma once

#include <string_view>

#include "engine/pcl/known_values.h"
#include "engine/pcl/type.h"
#include "engine/source/diagnostic.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::pcl {

// Reports, at their places in `expr`, the parts of a value of the type `given` that do not fit in `wanted`:
// what has another type, known values that cannot be converted, and required properties that are missing; as
// warnings, properties that objects do not have. `name`: what the value is for; empty: nothing with a name.
// Returns false when the value does not fit as a whole, and nothing says so yet.
bool check_value(const Type& wanted, const Type& given, syntax::Node expr, std::string_view name,
                 const KnownNames& names, Diagnostics& findings);

}  // namespace hcl::pcl
