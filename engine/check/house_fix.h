// The fix of a rule of the workspace: arguments that are set in the block, or removed from it.
#pragma once

#include <optional>
#include <string_view>

#include "engine/check/insertion.h"
#include "engine/check/rule.h"

namespace hcl::check {

// `fix` is an object: the names of arguments, and their values. A value that refers to `names` is evaluated,
// any other is written as it is in the rule; null removes the argument. Empty when a value is unknown, and
// when the fix changes nothing, or not the argument `changed` (unless that is empty). Places are in the unit.
std::optional<Fix> house_fix(syntax::Node fix, std::string_view changed, const BodySource& source,
                             const eval::Scope& names, RuleWork& work);

}  // namespace hcl::check
