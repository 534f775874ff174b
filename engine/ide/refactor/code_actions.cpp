#include "engine/ide/refactor/code_actions.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

#include "engine/ide/annotation/diagnostics.h"
#include "engine/ide/refactor/tidy_edits.h"

namespace hcl::ide {

namespace {

bool touch(Span a, Span b) {
    return a.start <= b.end && b.start <= a.end;
}

// Edits that overlap or insert at the same position cannot both be applied.
bool clash(const FileEdit& a, const FileEdit& b) {
    if (a.file != b.file) return false;
    Span x = a.edit.range;
    Span y = b.edit.range;
    if (x.start == y.start) return true;
    return x.start < y.end && y.start < x.end;
}

// Several findings can offer one fix, such as to add all that is missing.
bool is_same(const Fix& a, const Fix& b) {
    auto is_same_edit = [](const FileEdit& x, const FileEdit& y) {
        return x.file == y.file && x.edit == y.edit;
    };
    return a.title == b.title && std::ranges::equal(a.edits, b.edits, is_same_edit);
}

// Those of the file that was asked about last: an editor asks at each movement of the cursor, and each
// answer needs them several times.
struct LastFindings {
    struct Kept {
        std::mutex mutex;
        FileId file;
        std::shared_ptr<const Diagnostics> list;
    };
    std::unique_ptr<Kept> kept = std::make_unique<Kept>();
};

std::shared_ptr<const Diagnostics> findings_of(const world::Snapshot& snapshot, FileId file,
                                               const Cancel& cancel) {
    LastFindings::Kept& kept = *snapshot.memo().get<LastFindings>([] { return LastFindings(); }).kept;
    {
        std::lock_guard lock(kept.mutex);
        if (kept.list && kept.file == file) return kept.list;
    }
    auto list = std::make_shared<const Diagnostics>(diagnostics_for(snapshot, file, cancel));
    std::lock_guard lock(kept.mutex);
    kept.file = file;
    kept.list = list;
    return list;
}

void name_file(Fix& fix, FileId file) {
    for (FileEdit& edit : fix.edits)
        if (!edit.file.is_valid()) edit.file = file;
}

}  // namespace

std::vector<QuickFix> quick_fixes(const world::Snapshot& snapshot, FileId file, Span span,
                                  const Cancel& cancel) {
    std::vector<QuickFix> found;
    const auto findings = findings_of(snapshot, file, cancel);
    for (const Diagnostic& with_fixes : *findings) {
        if (with_fixes.fixes.empty() || !touch(with_fixes.span, span)) continue;
        Diagnostic diagnostic = with_fixes;
        std::vector<Fix> fixes = std::move(diagnostic.fixes);
        diagnostic.fixes.clear();
        std::ranges::stable_partition(fixes, [](const Fix& fix) { return fix.preferred; });
        for (Fix& fix : fixes) {
            name_file(fix, file);
            // Findings are sorted, so those with a common fix are near each other.
            constexpr std::size_t kNear = 64;
            auto near = std::span(found).last(std::min(found.size(), kNear));
            if (std::ranges::none_of(near, [&](const QuickFix& other) { return is_same(other.fix, fix); }))
                found.push_back({diagnostic, std::move(fix)});
        }
    }
    for (QuickFix& one : found) one.fix.edits = tidy_edits(snapshot, std::move(one.fix.edits));
    return found;
}

namespace {

// More are left as they are made: tidying costs as much as the items around each edit are long.
constexpr std::size_t kMostTidied = 1000;

// Where a bracket or quote is missing depends on what is typed next.
bool closes_something(const Fix& fix) {
    return std::ranges::any_of(fix.edits, [](const FileEdit& one) {
        const std::string_view text = one.edit.replacement;
        const std::size_t first = text.find_first_not_of(" \n");
        return one.edit.range.is_empty() && first + 1 == text.size() &&
               std::string_view("}])\"").contains(text[first]);
    });
}

FixAll fix_some(const world::Snapshot& snapshot, FileId file, std::optional<DiagCode> only,
                const Cancel& cancel) {
    FixAll all;
    const auto findings = findings_of(snapshot, file, cancel);
    for (const Diagnostic& diagnostic : *findings) {
        cancel.poll();
        if (only && diagnostic.code != *only) continue;
        for (Fix fix : diagnostic.fixes) {
            if (!fix.preferred || fix.is_guess || (!only && (fix.is_removal || closes_something(fix))))
                continue;
            name_file(fix, file);
            // Findings are sorted and fixes are near them, so conflicts are near the end.
            constexpr std::size_t kNear = 64;
            std::size_t from = all.edits.size() > kNear ? all.edits.size() - kNear : 0;
            bool is_free = std::ranges::none_of(fix.edits, [&](const FileEdit& edit) {
                return std::any_of(all.edits.begin() + static_cast<std::ptrdiff_t>(from), all.edits.end(),
                                   [&](const FileEdit& other) { return clash(edit, other); });
            });
            if (!is_free) continue;
            ++all.mended;
            for (FileEdit& edit : fix.edits) all.edits.push_back(std::move(edit));
            break;
        }
    }
    std::ranges::stable_sort(all.edits, [](const FileEdit& a, const FileEdit& b) {
        return a.file != b.file ? a.file < b.file : a.edit.range < b.edit.range;
    });
    // Drop conflicts outside of the window above.
    auto clashes = std::ranges::unique(all.edits, clash);
    all.edits.erase(clashes.begin(), clashes.end());
    if (all.edits.size() <= kMostTidied) all.edits = tidy_edits(snapshot, std::move(all.edits));
    return all;
}

}  // namespace

FixAll fix_all(const world::Snapshot& snapshot, FileId file, const Cancel& cancel) {
    return fix_some(snapshot, file, std::nullopt, cancel);
}

FixAll fix_all_of(const world::Snapshot& snapshot, FileId file, DiagCode code, const Cancel& cancel) {
    return fix_some(snapshot, file, code, cancel);
}

}  // namespace hcl::ide
