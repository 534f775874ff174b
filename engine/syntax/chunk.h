// Makes immutable chunks out of the parser's scratch arrays: one allocation, exact size, offsets from the
// chunk's start.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/syntax/lexer.h"
#include "engine/syntax/parser.h"
#include "engine/syntax/tree.h"

namespace hcl::syntax {

// A chunk with what only File asks for.
struct StoredChunk : Chunk {
    bool has_unclosed = false;    // JSON: brackets in it do not match
    bool has_stray = false;       // JSON: the object or array around is broken by it
    bool is_irregular = false;    // JSON: by the indentation alone, brackets would be paired otherwise
    bool crosses_layout = false;  // an item of a block that by its indentation would have ended before it
    // Which ends of heredocs and comments may stand in the text; see end_bit().
    std::uint64_t ends = 0;
    std::uint64_t name_hash = 0;  // of an attribute's name, else 0
    // How many bytes behind this chunk were read as part of it before it was given up as broken: an edit
    // there may change this chunk.
    std::uint32_t reach = 0;
    // What was looked for beyond this chunk, found or not: an edit that adds or removes such a line, or such
    // an end of a comment, may change this chunk.
    std::unique_ptr<const std::vector<std::string>> awaited;

    bool depends_on_rest() const { return awaited != nullptr; }
};

// The bit of StoredChunk::ends for a marker: clear when no line of the chunk holds that alone.
std::uint64_t end_bit(std::string_view marker);
std::uint64_t hash_of_name(std::string_view name);

// The parts of a chunk before they are copied together. Token starts and diagnostics count from `base`, token
// indexes in nodes from `token_begin`.
struct ChunkParts {
    std::string_view text;
    std::uint32_t base = 0;
    std::uint32_t token_begin = 0;
    std::span<const TokenKind> token_kinds;
    std::span<const std::uint32_t> token_starts;
    std::span<const ScratchNode> nodes;
    std::span<Diagnostic> diagnostics;  // taken
};

std::shared_ptr<StoredChunk> make_chunk(const ChunkParts& parts);

// A chunk with room for that much behind it, in one allocation.
std::shared_ptr<StoredChunk> allocate_chunk(std::size_t room, char*& begin);
// Fills in what follows from the text.
void scan_text(StoredChunk& chunk);

}  // namespace hcl::syntax
