// Files of other languages that go by names of this one: Puppet's manifests end in ".pp", as programs of
// Pulumi do.
#pragma once

#include <string_view>

#include "engine/language/language.h"

namespace hcl::language {

// Whether a line near the beginning of the text is one that the language's pack calls `foreign`.
bool is_foreign(const Language& language, std::string_view text);

}  // namespace hcl::language
