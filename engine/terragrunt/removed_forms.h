// Forms that newer versions of Terragrunt refuse or advise against, and what means the same now.
#pragma once

#include "engine/check/language_extension.h"

namespace hcl::terragrunt {

// Adds a fix to a finding about such a form, where there is one that changes nothing else.
void add_rewrite(const bind::ModuleFile& file, Diagnostic& d);

}  // namespace hcl::terragrunt
