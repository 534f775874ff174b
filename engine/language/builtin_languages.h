// The built-in packs that describe languages.
#pragma once

#include <vector>

#include "engine/language/language.h"

namespace hcl::language {

// Languages of which only the header was read, which has the patterns of files: by their positions in
// builtin_packs(). Null for a library.
const std::vector<LanguagePtr>& builtin_headers();

// The complete language for such a header; any other language is complete itself.
LanguagePtr whole_language(const LanguagePtr& language);

}  // namespace hcl::language
