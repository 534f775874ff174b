// Completion of what no pack lists: providers that a module needs, their versions, addresses in moves.
// Private to terraform/.
#pragma once

#include <vector>

#include "engine/check/language_extension.h"

namespace hcl::terraform {

std::vector<check::ExtensionItem> completions_at(const check::ExtensionContext& context,
                                                 const check::ExtensionCursor& cursor);

}  // namespace hcl::terraform
