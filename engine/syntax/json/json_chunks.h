// JSON files as sequences of chunks: long objects and arrays are split into their elements at every depth,
// and an edit parses only the affected elements again.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/source/edit.h"
#include "engine/syntax/json/json_parser.h"
#include "engine/syntax/tree/chunk_tree.h"

namespace hcl::syntax {

// The text as a single entry: a chunk, or its root value split into elements. Adds the lexed bytes to `work`.
ChunkTreePtr json_chunks(std::string_view text, std::uint64_t& work);

// All chunks joined to one, as if nothing had been split.
ChunkPtr joined_json(const ChunkTree& chunks);

// False when the effect of the edit is not limited to a part of the text.
bool edit_json(const Edit& edit, ChunkTreePtr& chunks, std::uint64_t& work);

// Builds entries from the parsed tree; shared by json_chunks and edit_json.
class JsonCutter {
  public:
    JsonCutter(std::string_view text, JsonTree& tree);

    // The whole text; its root is split if possible.
    ChunkEntry file();
    // The elements between the marks of `found`, up to the given end token and node.
    std::vector<ChunkEntry> elements(const JsonSplit& found, std::uint32_t first_token,
                                     std::uint32_t first_node, std::uint32_t end_token,
                                     std::uint32_t end_node);

  private:
    struct Range {
        std::uint32_t token;
        std::uint32_t token_end;
        std::uint32_t node;
        std::uint32_t node_end;
    };
    ChunkEntry entry(const Range& range, const JsonNotes& notes);
    ChunkEntry block(const Range& range, std::uint32_t container, const JsonSplit& split,
                     const JsonNotes& notes);
    StoredChunkPtr chunk(const Range& range, const JsonNotes& notes, std::uint32_t header = 0);
    const JsonSplit* split_of(std::uint32_t node) const;
    std::uint32_t token_end(std::uint32_t node) const;

    std::string_view text_;
    JsonTree& tree_;
    std::size_t next_diagnostic_ = 0;
};

}  // namespace hcl::syntax
