// The values that callers of a module, and files of values, give to one of its symbols.
#pragma once

#include <string>

#include "engine/base/cancel.h"
#include "engine/bind/module.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

// A list in Markdown; empty when nothing gives a value. Looks at a bounded number of files.
std::string given_values(const world::Snapshot& snapshot, const bind::Module& module, bind::Symbol symbol,
                         const Cancel& cancel);

}  // namespace hcl::ide
