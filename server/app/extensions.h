// The native language extensions of this build.
#pragma once

#include <string>
#include <string_view>

#include "engine/check/language_extension.h"

namespace hcl::server {

check::LanguageExtensions language_extensions();
// The documentation of a rule of an extension, as Markdown; empty when none has that name.
std::string explain_rule(std::string_view name);

}  // namespace hcl::server
