// Definitions and references of the names in a template, and of the keys in its calls that give them.
#pragma once

#include <optional>
#include <vector>

#include "engine/ide/navigation/navigation.h"

namespace hcl::ide {

// Empty elsewhere, and for names that the template binds.
std::optional<FoundDefinition> template_definition(const world::Snapshot& snapshot,
                                                   const world::FileState& state, std::uint32_t offset,
                                                   const Cancel& cancel);
std::vector<NameUse> template_uses(const world::Snapshot& snapshot, const world::FileState& state,
                                   std::uint32_t offset, UseScope scope, const Cancel& cancel);

}  // namespace hcl::ide
