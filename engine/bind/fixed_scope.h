// Scopes whose names are the same for all blocks of a definition: made once, since a pack can list hundreds.
#pragma once

#include <memory>

#include "engine/eval/scope.h"
#include "engine/language/language.h"

namespace hcl::bind {

// Null when the names depend on the block.
std::shared_ptr<const eval::MapScope> fixed_scope(const language::Language& language,
                                                  const language::BlockDef& def);

}  // namespace hcl::bind
