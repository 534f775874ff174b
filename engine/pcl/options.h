// The options of resources and components, of calls of `invoke`, and what each of them names. Private to this
// room.
#pragma once

#include <functional>
#include <string_view>

#include "engine/pcl/type.h"
#include "engine/source/diagnostic.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::pcl {

// Whether the program declares a resource or component with this name.
using IsInstance = std::function<bool(std::string_view name)>;

// Reports the values of an option that are no resource or provider, where it takes those; nothing for other
// options.
void check_named_instances(std::string_view option, const Type& type, syntax::Node expr,
                           const IsInstance& is_instance, Diagnostics& findings);

}  // namespace hcl::pcl
