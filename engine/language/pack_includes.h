// Bodies of a pack that include themselves. Private to language/.
#pragma once

#include <string_view>

#include "engine/language/language.h"

namespace hcl::language {

// Specs whose own specs belong to the same body.
bool is_group(std::string_view type);

void check_includes(const Language& language, Diagnostics& out);

}  // namespace hcl::language
