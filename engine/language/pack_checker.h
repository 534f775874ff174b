// Checks a pack as a whole: dangling names, and settings that contradict each other. The schema of packs
// checks each setting by itself. Private to language/.
#pragma once

#include "engine/language/language.h"

namespace hcl::language {

Diagnostics check_pack(const Language& language);

}  // namespace hcl::language
