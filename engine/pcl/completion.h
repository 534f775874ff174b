// What may be written at a cursor in a program, as its types and packages say.
#pragma once

#include <vector>

#include "engine/check/language_extension.h"
#include "engine/pcl/program.h"

namespace hcl::pcl {

// `program` is bound with the tree of the cursor.
std::vector<check::ExtensionItem> completions(const Program& program, const Packages& packages,
                                              const check::ExtensionCursor& cursor, const Cancel& cancel);

}  // namespace hcl::pcl
