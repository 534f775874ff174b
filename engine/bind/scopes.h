// The scopes of expressions of a module. Valid while the module lives.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/bind/module.h"
#include "engine/eval/scope.h"

namespace hcl::bind {

// The names of the module for expressions of a unit.
std::shared_ptr<const eval::Scope> module_scope_of(const Module& module, const UnitSlot& slot);
// For expressions in a body, including the names of the module. Scopes of several bodies of a unit can share
// these names (`around`), which are looked for once then.
std::shared_ptr<const eval::Scope> scope_of(const Module& module, const UnitSlot& slot, std::uint32_t body,
                                            std::shared_ptr<const eval::Scope> around = nullptr);
// For pack expressions about an object that stands for a block: self, label. `def` null: it stands for none.
std::shared_ptr<eval::MapScope> pack_scope_of_object(const language::Language& language, const BlockDef* def,
                                                     const std::vector<std::string>& labels, Value self);
// For pack expressions about a block: self, label, set.
std::shared_ptr<const eval::Scope> pack_scope_of_block(const Module& module, const UnitSlot& slot,
                                                       std::uint32_t block);

}  // namespace hcl::bind
