// Completion in a program, from its types and package schemas.
#pragma once

#include <vector>

#include "engine/check/language_extension.h"
#include "engine/pcl/program.h"

namespace hcl::pcl {

// `program` must be bound with the syntax tree of `cursor`.
std::vector<check::ExtensionItem> completions(const Program& program, const Packages& packages,
                                              const check::ExtensionCursor& cursor, const Cancel& cancel);

}  // namespace hcl::pcl
