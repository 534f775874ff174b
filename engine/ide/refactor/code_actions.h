// Quick fixes of findings, one by one or all at once.
#pragma once

#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/source/diagnostic.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

struct QuickFix {
    Diagnostic diagnostic;  // the finding that it fixes
    Fix fix;                // every edit carries its file
};

// Fixes of the findings that touch `span`, in their order; the preferred fix of each first.
std::vector<QuickFix> quick_fixes(const world::Snapshot& snapshot, FileId file, Span span,
                                  const Cancel& cancel);

struct FixAll {
    std::size_t mended = 0;       // number of findings
    std::vector<FileEdit> edits;  // sorted by file and position, disjoint
};

// The same for findings of one code.
FixAll fix_all_of(const world::Snapshot& snapshot, FileId file, DiagCode code, const Cancel& cancel);

// The preferred fixes of all findings of the file; of overlapping ones only the first.
FixAll fix_all(const world::Snapshot& snapshot, FileId file, const Cancel& cancel);

}  // namespace hcl::ide
