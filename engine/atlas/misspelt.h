// Words of Atlas that are nearly known ones. Other versions and databases have more, so what is like no known
// word is left alone.
#pragma once

#include "engine/bind/module.h"
#include "engine/source/diagnostic.h"

namespace hcl::atlas {

// Names of arguments and blocks, and words that arguments take.
void add_misspelt(const bind::UnitSlot& slot, Diagnostics& out);

}  // namespace hcl::atlas
