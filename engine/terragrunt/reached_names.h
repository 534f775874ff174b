// Names of other modules that a unit reaches through a value: outputs of the module that a dependency runs,
// and locals of a file that it reads.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/check/language_extension.h"

namespace hcl::terragrunt {

// Where the name at the offset is declared: `dependency.vpc.outputs.ID`, and `local.common.locals.NAME` where
// the local is the result of read_terragrunt_config().
std::optional<check::ExtensionDefinition> reached_name_at(const check::ExtensionContext& context,
                                                          const bind::ModuleFile& file, std::uint32_t offset);

}  // namespace hcl::terragrunt
