// Whether the target of an import or of an override exists. Private to terraform/.
#pragma once

#include <span>
#include <string>

#include "engine/check/language_extension.h"

namespace hcl::terraform {

// Why an address without keys (`names_of`) is not there; empty when it is, or when that is unknown.
std::string why_missing(const check::ExtensionContext& context, bind::ModulePtr module,
                        std::span<const std::string> names);

}  // namespace hcl::terraform
