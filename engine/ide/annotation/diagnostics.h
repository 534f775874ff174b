// All findings of one file: the single place that merges the findings of every room.
#pragma once

#include <functional>

#include "engine/base/cancel.h"
#include "engine/source/diagnostic.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

// Gets those findings that are known before anything is evaluated, when the rest will take a while: those of
// the syntax, and what is wrong with a block by itself. All of them are among the findings that follow. There
// may be none.
using FirstFindings = std::function<void(Diagnostics)>;

// Sorted; each carries its file. Empty for a file that is not in the snapshot.
Diagnostics diagnostics_for(const world::Snapshot& snapshot, FileId file, const Cancel& cancel,
                            const FirstFindings& first = {});

// Those of the syntax, while nothing but the file itself is known: a part of the result of diagnostics_for().
Diagnostics syntax_diagnostics_for(const world::Snapshot& snapshot, FileId file, const Cancel& cancel);

}  // namespace hcl::ide
