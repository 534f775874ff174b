// The modules of a stack: those of its components, stacks inside of it, and the stack of its deployments.
// Private to terraform/.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/check/language_extension.h"
#include "engine/terraform/place.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

// Whether it is the language of stacks, or that of their deployments.
bool is_of_stacks(const language::Language& language);

// The module whose variables the `inputs` of a block set, and whose outputs the block has; null: it has none,
// or it is not known.
bind::ModulePtr module_of_part(const check::ExtensionContext& context, const bind::UnitSlot& slot,
                               const bind::BoundBlock& block);
// The same for the block with an address, such as `component.a`.
bind::ModulePtr module_of_part(const check::ExtensionContext& context, const std::string& type,
                               const std::string& name);

// Whether the finding is about a key of `providers`: the name of a provider, or of one with an alias.
bool is_key_of_providers(const bind::ModuleFile& file, const Diagnostic& found);

// The names in a file that belong to these modules: keys of `inputs`, and outputs.
std::vector<check::ExtensionName> names_in_stack(const RuleInput& input);

}  // namespace hcl::terraform
