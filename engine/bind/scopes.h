// The scopes of expressions of a module. Valid while the module lives.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/bind/module.h"
#include "engine/eval/scope.h"

namespace hcl::bind {

// For expressions in a body, including the names of the module.
std::shared_ptr<const eval::Scope> scope_of(const Module& module, const UnitSlot& slot, std::uint32_t body);
// For pack expressions about a block: self, label, set.
std::shared_ptr<const eval::Scope> pack_scope_of_block(const Module& module, const UnitSlot& slot,
                                                       std::uint32_t block);

}  // namespace hcl::bind
