// Refactorings: extract, inline, convert, sort, fill in.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/check/language_extension.h"
#include "engine/source/diagnostic.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

struct Refactoring {
    std::string id;  // kind of refactoring, unique at one position
    std::string title;
    std::string kind;  // LSP code action kind: "refactor.extract", ...
    std::vector<FileEdit> edits;
    std::vector<check::NewFile> new_files{};
};

// The refactorings of the selection, or at the cursor when it is empty. Kinds that are
// not wanted are not computed.
std::vector<Refactoring> refactorings(const world::Snapshot& snapshot, FileId file, Span span,
                                      const std::function<bool(std::string_view kind)>& is_wanted,
                                      const Cancel& cancel);

}  // namespace hcl::ide
