// Candidates from the native extension of a language. Private to completion.
#pragma once

#include "engine/ide/completion/draft.h"
#include "engine/world/extension_lookup.h"

namespace hcl::ide {

// Call it before adding others, because the first candidate with a label is kept.
void add_extension_values(Draft& draft, const world::ExtensionOf& native, check::ExtensionCursor::At at);

}  // namespace hcl::ide
