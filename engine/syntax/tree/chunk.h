// Builds immutable chunks from the parser's scratch arrays: one allocation of the exact size,
// with offsets relative to the chunk.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/syntax/lex/lexer.h"
#include "engine/syntax/parse/parser.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::syntax {

// The elements of a list or object that is being edited, grouped in runs. A run can be parsed
// separately; errors are stored per run, because a parse error hides the parser's findings after
// it.
struct ElementRuns {
    struct Run {
        std::uint32_t token;  // after the separator from the previous run
        std::uint32_t node;
    };
    struct Faulty {
        std::uint32_t run;
        bool is_broken;         // an element has a syntax error
        bool has_wrong_tokens;  // with lexical errors
        Diagnostics of_tokens;  // spans are relative to the run
        Diagnostics of_grammar;
    };
    std::uint32_t attribute = 0;  // node
    std::uint32_t list = 0;       // node
    std::uint32_t depth = 0;      // number of brackets and blocks open in it
    std::uint32_t indent = 0;     // of the attribute
    bool is_in_block = false;
    std::vector<Run> runs;  // in order, with a final one after the last element
    std::vector<Faulty> faulty;
};

// Data that few chunks have.
struct ChunkExtra {
    // Markers that were searched for after this chunk, found or not: an edit that adds or removes such a line
    // or comment end may change this chunk.
    std::vector<std::string> awaited;
    // Set on long chunks whose elements are edited; see element_edit.h.
    std::unique_ptr<const ElementRuns> runs;
};

// A chunk with the data that only File uses.
struct StoredChunk : Chunk {
    bool has_unclosed = false;    // JSON: it contains unmatched brackets
    bool has_stray = false;       // JSON: the enclosing object or array is broken by it
    bool is_irregular = false;    // JSON: by indentation alone, brackets would be paired differently
    bool crosses_layout = false;  // an item of a block that by its indentation would have ended earlier
    // A filter of the heredoc and comment ends in the text; see end_bit().
    std::uint64_t ends = 0;
    std::uint64_t name_hash = 0;  // of an attribute's name, else 0
    // The number of bytes after this chunk that were parsed as part of it before it was given up as broken:
    // an edit there may change this chunk.
    std::uint32_t reach = 0;
    std::unique_ptr<const ChunkExtra> extra;

    bool depends_on_rest() const { return extra && !extra->awaited.empty(); }
    const ElementRuns* runs() const { return extra ? extra->runs.get() : nullptr; }
};

// The bit of StoredChunk::ends for a marker: clear when no line of the chunk consists of it.
std::uint64_t end_bit(std::string_view marker);
std::uint64_t hash_of_name(std::string_view name);

// The parts of a chunk before they are copied. Token starts and diagnostics are relative to `base`, token
// indexes in nodes to `token_begin`.
struct ChunkParts {
    std::string_view text;
    std::uint32_t base = 0;
    std::uint32_t token_begin = 0;
    std::span<const TokenKind> token_kinds;
    std::span<const std::uint32_t> token_starts;
    std::span<const ScratchNode> nodes;
    std::span<Diagnostic> diagnostics;  // moved from
};

std::shared_ptr<StoredChunk> make_chunk(const ChunkParts& parts);

// The arrays of a chunk under construction.
struct ChunkArrays {
    char* text = nullptr;
    TokenKind* kinds = nullptr;
    std::uint32_t* starts = nullptr;  // one more than kinds
    NodeData* nodes = nullptr;
    WideNode* wide = nullptr;
};
// Allocates the chunk and sets its views of the arrays.
std::shared_ptr<StoredChunk> allocate_chunk(std::size_t text, std::size_t tokens, std::size_t nodes,
                                            std::size_t wide, ChunkArrays& arrays);
// The node with token indexes relative to `token_begin`.
inline NodeData node_data(const ScratchNode& node, std::uint32_t token_begin) {
    const std::uint32_t count = node.token_end - node.first_token;
    return {node.kind, node.flags,
            static_cast<std::uint16_t>(count < NodeData::kWide ? count : NodeData::kWide),
            node.first_token - token_begin, node.size};
}

// A chunk with `room` bytes after it, in one allocation.
std::shared_ptr<StoredChunk> allocate_chunk(std::size_t room, char*& begin);
// Makes all positions relative to `base`, except those at the end of the file.
void rebase(Diagnostics& diagnostics, std::uint32_t base);
std::uint32_t count_newlines(std::string_view text);
// Sets the members that are derived from the text.
void scan_text(StoredChunk& chunk);

}  // namespace hcl::syntax
