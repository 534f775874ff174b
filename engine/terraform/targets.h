// Whether the target of an import or of an override exists. Private to terraform/.
#pragma once

#include <span>
#include <string>

#include "engine/check/language_extension.h"

namespace hcl::terraform {

// Why an address without keys (`names_of`) is not there; empty when it is, or when that is unknown.
// The module that a call of this name has as its source; null: it is not known.
bind::ModulePtr module_of_call(const check::ExtensionContext& context, const bind::Module& module,
                               std::string_view name);

std::string why_missing(const check::ExtensionContext& context, bind::ModulePtr module,
                        std::span<const std::string> names);

}  // namespace hcl::terraform
