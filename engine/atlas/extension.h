// Checks of schemas against their database: the extension that the pack "atlas-schema" names.
#pragma once

#include <memory>

#include "engine/check/language_extension.h"

namespace hcl::atlas {

std::shared_ptr<const check::LanguageExtension> make_extension();

}  // namespace hcl::atlas
