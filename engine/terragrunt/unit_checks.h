// What is wrong with a unit together with the files and modules that it names.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "engine/check/language_extension.h"

namespace hcl::terragrunt {

inline constexpr std::string_view kLevelsRule = "include-levels";
inline constexpr std::string_view kMissingInputsRule = "missing-inputs";

// The names that a unit and the files that it includes pass to the module.
struct PassedNames {
    std::set<std::string> names{};
    bool are_all = true;  // false: there may be others
};
PassedNames names_passed_by(const check::ExtensionContext& context, const bind::Module& unit);

// Included files that include others.
void check_include_levels(const check::ExtensionContext& context, Diagnostics& out);
// Keys of `mock_outputs` that are no outputs of the module that the dependency runs.
void check_mock_outputs(const check::ExtensionContext& context, const bind::ModuleFile& file,
                        Diagnostics& out);
// Variables without a default that neither the unit nor the files that it includes set, where all inputs are
// known. A hint: the environment may have them.
void check_missing_inputs(const check::ExtensionContext& context, const bind::ModuleFile& file,
                          Diagnostics& out);

}  // namespace hcl::terragrunt
