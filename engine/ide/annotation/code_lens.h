// Lenses above declarations: how often each is referred to, and what the language says of blocks.
#pragma once

#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

struct CodeLens {
    Span span;          // the name that is declared, or the header of a block
    std::string title;  // empty: the number of uses, see lens_uses
};

// Of blocks that declare a symbol or define a function, and of those of which a pack has something to say;
// by place.
std::vector<CodeLens> code_lenses(const world::Snapshot& snapshot, FileId file, const Cancel& cancel);
// The references of what is declared at `offset`.
std::vector<Location> lens_uses(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                const Cancel& cancel);
// "3 references"
std::string lens_title(std::size_t uses);

}  // namespace hcl::ide
