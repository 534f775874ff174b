// Members of the instances of a block that a reference names.
#pragma once

#include <string>
#include <vector>

#include "engine/bind/unit.h"

namespace hcl::bind {

struct InstanceMember {
    std::string name;
    Span span;                // in the unit
    bool is_in_loop = false;  // behind the name of an element, not behind the reference itself
};

// The attribute steps that are applied to instances of a referenced call: `x` in `a.b[0].x`,
// `a.b[each.key].x`, `a.b[*].x`, `values(a.b)[*].x`, and in `[for v in a.b : v.x]`.
std::vector<InstanceMember> members_of_instances(const BoundUnit& unit, const Reference& reference);

}  // namespace hcl::bind
