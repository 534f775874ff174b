// The variables of pack expressions for a block: `self`, `label`, `set`. Private to bind/.
#pragma once

#include "engine/bind/module.h"

namespace hcl::bind {

// The value of a body as an object: attributes that are not set are null. Those that must be are still to be
// written: they are unknown.
Value body_object(const BoundUnit& unit, const UnitState& state, std::uint32_t body,
                  const language::Needs* needs, int depth);
// The same; missing parts come from the declarations that it overrides.
Value merged_object(const Module& module, const UnitSlot& slot, std::uint32_t body,
                    const language::Needs* needs);
// The labels by the names that the pack gives them; null where an optional one is omitted.
Value labels_of(const BlockDef* def, const std::vector<std::string>& texts);
Value labels_of(const BoundBlock& block);
// The same of the blocks that a block generates, as far as they are known.
Value generated_labels_of(const UnitSlot& slot, const BoundBlock& generator);
// For each name of the schema that is needed, whether the body has it. Without `needs`: for all.
Value set_of(const Module& module, const UnitSlot& slot, std::uint32_t body,
             const language::Needs* needs = nullptr);

}  // namespace hcl::bind
