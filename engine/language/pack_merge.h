// Merges what a pack says with the pack that it extends. Private to language/.
#pragma once

#include "engine/language/pack_source.h"

namespace hcl::language {

// A text with the places that its parts come from.
struct MergedText {
    std::string text;
    std::vector<PackSource::Piece> pieces;

    void add(std::string_view plain) { text += plain; }
    // A part of a tree, whose own parts come from `pieces`; empty: from the file.
    void copy(const syntax::File& tree, const std::vector<PackSource::Piece>& from, FileId file, Span span);
};

// `base` is a pack, or several that were merged; `own` extends it. Clashes are found at places in `own`.
MergedText merge_packs(const PackSource& base, const PackFile& own, Diagnostics& findings);

}  // namespace hcl::language
