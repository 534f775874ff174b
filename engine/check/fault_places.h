// Where a finding of a unit is, whether what is there is evaluated, and on which inputs of its module it
// depends. Private to check/.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "engine/bind/module.h"

namespace hcl::check {

// The innermost attribute around a place of the unit; kNone when there is none.
std::uint32_t attribute_at(const bind::BoundUnit& unit, Span place);

// False where a block that can be repeated or disabled makes nothing, or may not.
bool is_surely_made(const bind::Module& module, const bind::UnitSlot& slot, std::uint32_t body);
// Whether what is at the place is evaluated. What repeats a block is, also where it gives no instance.
bool is_surely_evaluated(const bind::Module& module, const bind::UnitSlot& slot, Span place);

// Inputs of a module by name. Names in the place itself come first, then the rest of its attribute; the value
// of a name is near, the rest of its block is far.
using DistanceOfInputs = std::map<std::string, int>;
// The inputs that the expression or block at a place of a unit depends on.
DistanceOfInputs inputs_behind(const bind::Module& module, const bind::UnitSlot& slot, Span place,
                               std::string_view kind);

}  // namespace hcl::check
