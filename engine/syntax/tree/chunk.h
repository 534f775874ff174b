// Makes immutable chunks out of the parser's scratch arrays: one allocation, exact size, offsets from the
// chunk's start.
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

// Where the elements of a list or object lie that is being edited, in runs of some of them. Runs are read
// alone; what is wrong in each is kept here, as one that cannot be read hides what the parser found behind
// it.
struct ElementRuns {
    struct Run {
        std::uint32_t token;  // behind what separates it from the run before
        std::uint32_t node;
    };
    struct Faulty {
        std::uint32_t run;
        bool is_broken;         // an element is
        bool has_wrong_tokens;  // the lexer says so
        Diagnostics of_tokens;  // spans count from the run
        Diagnostics of_grammar;
    };
    std::uint32_t attribute = 0;  // node
    std::uint32_t list = 0;       // node
    std::uint32_t depth = 0;      // brackets and blocks that are open in it
    std::uint32_t indent = 0;     // of the attribute
    bool is_in_block = false;
    std::vector<Run> runs;  // by place; one more behind the last element
    std::vector<Faulty> faulty;
};

// Data that few chunks have.
struct ChunkExtra {
    // Markers that were searched behind this chunk, found or not: an edit that adds or removes such a line,
    // or such an end of a comment, may change this chunk.
    std::vector<std::string> awaited;
    // Set on long chunks in which elements are edited; see element_edit.h.
    std::unique_ptr<const ElementRuns> runs;
};

// A chunk with what only File asks for.
struct StoredChunk : Chunk {
    bool has_unclosed = false;    // JSON: brackets in it do not match
    bool has_stray = false;       // JSON: the object or array around is broken by it
    bool is_irregular = false;    // JSON: by the indentation alone, brackets would be paired otherwise
    bool crosses_layout = false;  // an item of a block that by its indentation would have ended before it
    // A filter of the ends of heredocs and comments in the text; see end_bit().
    std::uint64_t ends = 0;
    std::uint64_t name_hash = 0;  // of an attribute's name, else 0
    // How many bytes behind this chunk were read as part of it before it was given up as broken: an edit
    // there may change this chunk.
    std::uint32_t reach = 0;
    std::unique_ptr<const ChunkExtra> extra;

    bool depends_on_rest() const { return extra && !extra->awaited.empty(); }
    const ElementRuns* runs() const { return extra ? extra->runs.get() : nullptr; }
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

// The arrays of a chunk that is being filled.
struct ChunkArrays {
    char* text = nullptr;
    TokenKind* kinds = nullptr;
    std::uint32_t* starts = nullptr;  // one more than kinds
    NodeData* nodes = nullptr;
    WideNode* wide = nullptr;
};
// With its views of the arrays set.
std::shared_ptr<StoredChunk> allocate_chunk(std::size_t text, std::size_t tokens, std::size_t nodes,
                                            std::size_t wide, ChunkArrays& arrays);
// The node with tokens counted from `token_begin`.
inline NodeData node_data(const ScratchNode& node, std::uint32_t token_begin) {
    const std::uint32_t count = node.token_end - node.first_token;
    return {node.kind, node.flags,
            static_cast<std::uint16_t>(count < NodeData::kWide ? count : NodeData::kWide),
            node.first_token - token_begin, node.size};
}

// A chunk with room for that much behind it, in one allocation.
std::shared_ptr<StoredChunk> allocate_chunk(std::size_t room, char*& begin);
// Makes all places count from `base`; those at the end of the file stay.
void rebase(Diagnostics& diagnostics, std::uint32_t base);
std::uint32_t count_newlines(std::string_view text);
// Fills in what follows from the text.
void scan_text(StoredChunk& chunk);

}  // namespace hcl::syntax
