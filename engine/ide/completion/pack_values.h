// Names in packs that are declared elsewhere: kinds of symbols of packs that a pack extends, or of a language
// that it calls; languages to extend. Private to completion.
#pragma once

#include "engine/ide/completion/draft.h"

namespace hcl::ide {

// At the last node of the cursor, in the value of the attribute, whose expression is cursor.path[first].
void add_pack_names(Draft& draft, const AttributeDef& def, std::size_t first);

}  // namespace hcl::ide
