// The native language extensions of this build.
#pragma once

#include "engine/check/language_extension.h"

namespace hcl::server {

check::LanguageExtensions language_extensions();

}  // namespace hcl::server
