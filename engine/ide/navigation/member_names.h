// Members of values behind the names of symbols: keys of objects, and attributes of types.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/ide/navigation/navigation.h"
#include "engine/ide/place/bound_place.h"

namespace hcl::ide {

struct MemberName {
    FoundDefinition definition;
    std::vector<std::string> path;  // of references to it, from the root
};
// The member at the place, in a reference or where it is written: `a` of `local.cfg.a` is the key in the
// object, `port` of `var.site.port` the attribute in its type. Empty when that is not known.
std::optional<MemberName> member_at(const BoundPlace& place);

}  // namespace hcl::ide
