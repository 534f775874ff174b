// Candidates for names in front of values: arguments and blocks of a body, keys of an object. Private to
// completion.
#pragma once

#include "engine/ide/completion/draft.h"
#include "engine/ide/completion/expectation.h"

namespace hcl::ide {

// Whether dynamic blocks can generate such blocks: in a language whose packages define blocks, only those.
bool is_generated(const language::Language& language, const BlockDef& block);
// Arguments and blocks that the body at the cursor can still take.
void add_body_names(Draft& draft);
// Keys by which a call passes symbols to the called module; `before`: the steps before the cursor, with a
// dot. False when the object has no such keys.
bool add_passed_keys(Draft& draft, Node object, const Expectation& wanted, std::string_view before,
                     bool in_quotes);
// Keys that the object can still take.
void add_object_keys(Draft& draft, Node object, const Expectation& wanted, bool in_quotes);

}  // namespace hcl::ide
