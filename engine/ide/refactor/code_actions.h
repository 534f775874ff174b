// What can be done about findings: their fixes, one by one or all at once.
#pragma once

#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/source/diagnostic.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

struct QuickFix {
    Diagnostic diagnostic;  // what it mends
    Fix fix;                // every edit names its file
};

// Of the findings that touch `span`, in their order; the preferred fix of each first.
std::vector<QuickFix> quick_fixes(const world::Snapshot& snapshot, FileId file, Span span,
                                  const Cancel& cancel);

struct FixAll {
    std::size_t mended = 0;       // findings
    std::vector<FileEdit> edits;  // by file and place, disjoint
};

// The same for the findings of one code alone.
FixAll fix_all_of(const world::Snapshot& snapshot, FileId file, DiagCode code, const Cancel& cancel);

// All preferred fixes of the file's findings; of those that would change the same text the first alone.
FixAll fix_all(const world::Snapshot& snapshot, FileId file, const Cancel& cancel);

}  // namespace hcl::ide
