// Lenses above declarations: reference counts, and strings that the pack computes for blocks.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

struct CodeLens {
    Span span;          // the declared name, or the header of a block
    std::string title;  // empty: shows the number of references, see lens_uses
    std::string of;     // then: identifies the declaration in its file
};

struct LensUses {
    Span span;  // of the lens, in the text as it is now
    std::vector<Location> uses;
};

// Lenses of blocks that declare a symbol, define a function, or have a lens in the pack, and of the module
// when others call it; sorted by position.
std::vector<CodeLens> code_lenses(const world::Snapshot& snapshot, FileId file, const Cancel& cancel);
// References to the declaration `of`, or of its name the one nearest to `near`: editors resolve lenses at the
// place where the declaration was before an edit. With another name at `near` it has been renamed. nullopt:
// it is gone.
std::optional<LensUses> lens_uses(const world::Snapshot& snapshot, FileId file, std::string_view of,
                                  std::uint32_t near, const Cancel& cancel);
// "3 references"; "2 calls" for the lens of a module.
std::string lens_title(std::string_view of, std::size_t uses);

}  // namespace hcl::ide
