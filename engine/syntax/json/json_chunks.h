// JSON files as sequences of chunks: a long object or array is cut into its elements, at every depth, and an
// edit reads again only the elements around it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/source/edit.h"
#include "engine/syntax/json/json_parser.h"
#include "engine/syntax/tree/chunk_tree.h"

namespace hcl::syntax {

// The text as one entry: a chunk, or its root value cut into elements. What was lexed is added to `work`.
ChunkTreePtr json_chunks(std::string_view text, std::uint64_t& work);

// All of it as one chunk, as if nothing had been cut.
ChunkPtr joined_json(const ChunkTree& chunks);

// False when what the edit may change cannot be told from a part of the text.
bool edit_json(const Edit& edit, ChunkTreePtr& chunks, std::uint64_t& work);

// Makes entries out of what was read: shared by the two above.
class JsonCutter {
  public:
    JsonCutter(std::string_view text, JsonTree& tree);

    // The whole text; its root is cut if it can be.
    ChunkEntry file();
    // The elements between the marks of `found`; they end at a token and a node.
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
