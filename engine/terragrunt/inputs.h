// The values that a unit passes to the variables of its module.
#pragma once

#include <vector>

#include "engine/check/language_extension.h"

namespace hcl::terragrunt {

// Names that the module does not declare, and values of the wrong type: those of the unit, and those of files
// that it includes.
void check_inputs(const check::ExtensionContext& context, const bind::ModuleFile& file, Diagnostics& out);
// The variables that `inputs` does not set, at one of its keys.
std::vector<check::ExtensionItem> inputs_to_complete(const check::ExtensionContext& context,
                                                     const bind::ModuleFile& file,
                                                     const check::ExtensionCursor& cursor);

// Keys of `mock_outputs`: the outputs of the module that the dependency runs.
std::vector<check::ExtensionItem> mocks_to_complete(const check::ExtensionContext& context,
                                                    const bind::ModuleFile& file,
                                                    const check::ExtensionCursor& cursor);

// Those that an included file sets, at a cursor behind `include.NAME.inputs.`.
std::vector<check::ExtensionItem> inputs_of_includes(const check::ExtensionContext& context,
                                                     const check::ExtensionCursor& cursor);

}  // namespace hcl::terragrunt
