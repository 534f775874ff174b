// Where the white space of native syntax belongs: line by line over the tokens, in one pass.
//
// A line is cut into up to three cells: what leads, the assignment from its "=" on, and the comment that ends
// it. Neighbouring lines align their assignments and comments. Indentation follows the brackets that lines
// leave open.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/source/span.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::format {

// The white space in [start, end) becomes `spaces` spaces.
struct SpaceEdit {
    std::uint32_t start;
    std::uint32_t end;
    std::uint32_t spaces : 31;
    std::uint32_t is_plain : 1;  // it is made of spaces alone now
};

// A chunk and where it starts in the file.
struct PlacedChunk {
    const syntax::Chunk* chunk;
    std::uint32_t start;
};

// Asks for the assignments that are aligned with each other around the one at `offset` (its "="): from the
// white space before the first of their "=" to the last of them. Left as it is when there are none.
struct AlignedRun {
    std::uint32_t offset = 0;
    Span* run = nullptr;
};

struct LayoutOptions {
    // Parts of the text (ascending, disjoint) that do not count; lines that touch them stay as they are.
    std::span<const Span> frozen = {};
    AlignedRun wanted = {};
    // How many blocks around the chunks begin before them.
    std::uint32_t level = 0;
    // Quoted strings that were never closed end with their line, as the parser has it.
    bool line_ends_quote = true;
};

// Lays out consecutive chunks that start and end where no brackets are open. Only white space that changes is
// in the result, ascending.
std::vector<SpaceEdit> lay_out(std::span<const PlacedChunk> chunks, const LayoutOptions& options = {});

// How many levels deep a line that starts at `offset` stands.
std::uint32_t indent_level(std::span<const PlacedChunk> chunks, std::uint32_t offset,
                           const LayoutOptions& options);

}  // namespace hcl::format
