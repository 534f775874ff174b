// Lenses above declarations: reference counts, and strings that the pack computes for blocks.
#pragma once

#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

struct CodeLens {
    Span span;          // the declared name, or the header of a block
    std::string title;  // empty: shows the number of references, see lens_uses
};

// Lenses of blocks that declare a symbol, define a function, or have a lens in the pack; sorted by position.
std::vector<CodeLens> code_lenses(const world::Snapshot& snapshot, FileId file, const Cancel& cancel);
// References to the declaration at `offset`.
std::vector<Location> lens_uses(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                const Cancel& cancel);
// "3 references"
std::string lens_title(std::size_t uses);

}  // namespace hcl::ide
