// Computes the white space of native syntax: line by line over the tokens, in one pass.
//
// A line has up to three cells: the start, the assignment from "=" on, and the trailing
// comment. The assignments and comments of adjacent lines are aligned. Indentation
// follows the brackets that are still open.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/source/span.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::format {

// Replaces the white space in [start, end) by `spaces` spaces.
struct SpaceEdit {
    std::uint32_t start;
    std::uint32_t end;
    std::uint32_t spaces : 31;
    std::uint32_t is_plain : 1;  // it consists only of spaces now
};

// A chunk and its start in the file.
struct PlacedChunk {
    const syntax::Chunk* chunk;
    std::uint32_t start;
};

// Requests the run of aligned assignments that includes the "=" at `offset`: `run` is set to the span from
// the white space before the first "=" to the last. Unchanged when there is none.
struct AlignedRun {
    std::uint32_t offset = 0;
    Span* run = nullptr;
};

struct LayoutOptions {
    // Parts of the text (ascending, disjoint) to skip; lines that touch them are not changed.
    std::span<const Span> frozen = {};
    AlignedRun wanted = {};
    // The number of blocks that contain the chunks.
    std::uint32_t level = 0;
    // Unterminated quoted strings end with their line, as in the parser.
    bool line_ends_quote = true;
};

// Lays out consecutive chunks; no bracket is open at their start and end. Returns only the white space that
// changes, in ascending order.
std::vector<SpaceEdit> lay_out(std::span<const PlacedChunk> chunks, const LayoutOptions& options = {});

// The indentation level of a line that starts at `offset`.
std::uint32_t indent_level(std::span<const PlacedChunk> chunks, std::uint32_t offset,
                           const LayoutOptions& options);

}  // namespace hcl::format
