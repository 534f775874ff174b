#include "engine/check/unused_parts.h"

#include <algorithm>
#include <iterator>

namespace hcl::check {

namespace {

// The program reads the headers of all blocks.
bool is_of_header(DiagCode code) {
    return code == DiagCode::MissingLabel || code == DiagCode::ExtraneousLabel ||
           code == DiagCode::UnexpectedLabel || code == DiagCode::DuplicateLabels;
}

}  // namespace

UnusedParts::UnusedParts(const bind::Module& module, FileId file) {
    for (bind::Symbol symbol : module.symbols().unused(file)) {
        const bind::Declaration& d = module.declaration(symbol);
        if (d.def->is_checked_when_used && d.block != bind::kNone)
            blocks_.push_back(
                module.unit_of(symbol).blocks[d.block].span.shifted(module.slot_of(symbol).base));
    }
    std::ranges::sort(blocks_, {}, &Span::start);
}

void UnusedParts::soften(Diagnostic& found) const {
    if (blocks_.empty() || found.severity != Severity::Error || is_of_header(found.code)) return;
    auto after = std::ranges::upper_bound(blocks_, found.span.start, {}, &Span::start);
    if (after != blocks_.begin() && std::prev(after)->contains(found.span.start))
        found.severity = Severity::Warning;
}

}  // namespace hcl::check
