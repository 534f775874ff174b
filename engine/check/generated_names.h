// Names that generated blocks declare.
#pragma once

#include <string>
#include <vector>

#include "engine/bind/module.h"

namespace hcl::check {

// Whether a `dynamic` block may generate a declaration that a string names: one of these kinds, visible
// there.
bool may_be_generated(const bind::Module& module, const bind::UnitSlot& slot,
                      const bind::Reference& reference, const std::vector<std::string>& kinds);

}  // namespace hcl::check
