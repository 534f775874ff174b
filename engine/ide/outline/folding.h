// Folding ranges: contents of brackets and heredocs, runs of comments, and marked regions.
#pragma once

#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

enum class FoldKind : std::uint8_t { Code, Comment, Region, Imports };

struct Fold {
    // From after the opening bracket to before the closing one. For comments and regions the first line stays
    // visible.
    Span span;
    FoldKind kind = FoldKind::Code;
    bool is_block = false;  // a block that the pack folds
    std::string text;       // placeholder text from the pack; empty: the editor's default
    bool operator==(const Fold&) const = default;
};

// Ranges over more than one line, sorted by position, outer ranges first.
std::vector<Fold> folds(const world::Snapshot& snapshot, FileId file, const Cancel& cancel);

}  // namespace hcl::ide
