// What an editor may fold away: the insides of brackets and heredocs, runs of comments, and marked regions.
#pragma once

#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

enum class FoldKind : std::uint8_t { Code, Comment, Region, Imports };

struct Fold {
    // From behind what opens to before what closes: both stay in sight. Of comments and regions the first
    // line stays, and nothing behind the last.
    Span span;
    FoldKind kind = FoldKind::Code;
    bool is_block = false;  // of a kind that the language gives it
    std::string text;       // what the language shows in its place; empty: nothing of its own
    bool operator==(const Fold&) const = default;
};

// Those over more than one line, by place, an outer one before those within.
std::vector<Fold> folds(const world::Snapshot& snapshot, FileId file, const Cancel& cancel);

}  // namespace hcl::ide
