// Names of other modules that a unit writes or reaches through a value.
#pragma once

#include <vector>

#include "engine/check/language_extension.h"

namespace hcl::terragrunt {

// Keys of `inputs`, which name variables of the module; `dependency.vpc.outputs.ID`; and the locals of a file
// that is read: `read_terragrunt_config("a.hcl").locals.NAME`, also through locals that hold it.
std::vector<check::ExtensionName> reached_names(const check::ExtensionContext& context,
                                                const bind::ModuleFile& file);

// The unit that a dependency of this one leads to; null when it is not known.
bind::ModulePtr unit_of_dependency(const check::ExtensionContext& context, const bind::ModuleFile& file,
                                   const std::string& dependency);
// The module that the unit of a dependency runs; null when it is not known.
bind::ModulePtr module_of_dependency(const check::ExtensionContext& context, const bind::ModuleFile& file,
                                     const std::string& dependency);
// Whether the module that the unit of a dependency runs is known.
bool is_run_by_dependency_known(const check::ExtensionContext& context, const bind::ModuleFile& file,
                                const std::string& dependency);

}  // namespace hcl::terragrunt
