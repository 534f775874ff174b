// Blocks that other blocks generate, and the names that they declare.
#pragma once

#include <string>
#include <vector>

#include "engine/bind/module.h"

namespace hcl::check {

// Whether a `dynamic` block may generate a declaration that a string names: one of these kinds, visible
// there.
bool may_be_generated(const bind::Module& module, const bind::UnitSlot& slot,
                      const bind::Reference& reference, const std::vector<std::string>& kinds);

// The block type that a block produces: for a generator, the type of the generated blocks.
const std::string& made_type(const bind::Module& module, const bind::BoundBlock& block);

}  // namespace hcl::check
