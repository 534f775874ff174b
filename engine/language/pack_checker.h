// What is wrong with a pack as a whole: names that nothing answers to, and words that contradict each other.
// What a single word may be is told by the pack language's own pack. Private to language/.
#pragma once

#include "engine/language/language.h"

namespace hcl::language {

Diagnostics check_pack(const Language& language);

}  // namespace hcl::language
