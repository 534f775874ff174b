// The kinds of symbols that a pack declares, for completion and checks in packs.
#pragma once

#include <string>
#include <vector>

#include "engine/language/language.h"

namespace hcl::language {

// The kinds of symbols of a pack, with those of the packs that it extends.
std::vector<std::string> kinds_of_symbols(const Language& pack);

}  // namespace hcl::language
