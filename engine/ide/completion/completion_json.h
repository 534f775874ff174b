// Completion in JSON syntax. Private to completion.
#pragma once

#include "engine/ide/completion/draft.h"

namespace hcl::ide {

// Locates the cursor, and adds the candidates to the draft.
void complete_json(Cursor& cursor, Draft& draft);

}  // namespace hcl::ide
