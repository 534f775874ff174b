// Completion in `rule` blocks of a configuration: language ids, block types, arguments and labels. Private to
// completion.
#pragma once

#include "engine/ide/completion/draft.h"

namespace hcl::ide {

// At the last node of the cursor, in the value of the attribute, whose expression is cursor.path[first]. True
// when nothing else can stand there.
bool add_rule_names(Draft& draft, const AttributeDef& def, std::size_t first);

}  // namespace hcl::ide
