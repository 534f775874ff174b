// Makes immutable chunks out of the parser's scratch arrays: one allocation, exact size, offsets from the chunk's start.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "engine/syntax/parser.h"
#include "engine/syntax/tree.h"

namespace hcl::syntax {

// A chunk with what only File asks for.
struct StoredChunk : Chunk {
    bool has_unclosed = false;
    bool has_stray = false;
    bool depends_on_rest = false;
    std::unique_ptr<char[]> arena;
};

// The parts of a chunk before they are copied together. Token starts and diagnostics count from `base`, token indexes
// in nodes from `token_begin`.
struct ChunkParts {
    std::string_view text;
    std::uint32_t base = 0;
    std::uint32_t token_begin = 0;
    std::span<const TokenKind> token_kinds;
    std::span<const std::uint32_t> token_starts;
    std::span<const ScratchNode> nodes;
    Diagnostics diagnostics;
};

std::shared_ptr<StoredChunk> make_chunk(ChunkParts parts);

}  // namespace hcl::syntax
