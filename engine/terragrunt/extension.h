// Checks of Terragrunt's units: the extension that the pack "terragrunt" names.
#pragma once

#include <memory>

#include "engine/check/language_extension.h"

namespace hcl::terragrunt {

std::shared_ptr<const check::LanguageExtension> make_extension();

}  // namespace hcl::terragrunt
