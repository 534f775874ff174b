// Parses a text item by item into entries of the chunk sequence: the top level of a
// file, or the inside of a block.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/syntax/parse/parser.h"
#include "engine/syntax/tree/chunk_tree.h"

namespace hcl::syntax {

// The chunk of a text that is a single item.
StoredChunkPtr whole_chunk(Parser& parser, std::string_view text, const ChunkScratch& scratch);

NameTablePtr name_table(const ChunkTree& body, const ParseOptions& options);

// The top-level items of a text. A block or object that was closed by layout is provisional: if an unmatched
// closing brace follows later, such items are parsed again with ends decided only by braces.
class ItemReader {
  public:
    ItemReader(std::string_view text, const ParseOptions& options, bool starts_file);
    // Splits all blocks from that position on, however short.
    void split_from(std::uint32_t position) { parser_.split_from(position); }

    // False at the end of the text.
    bool next();
    std::uint32_t end() const { return end_; }          // of the last item
    bool saw_end() const { return parser_.saw_end(); }  // of the text
    // Whether an item was left open, so that a later brace may belong to it.
    bool has_provisional() const { return !provisional_.empty(); }
    const std::vector<RestSearch>& searches() const { return parser_.searches(); }
    std::uint64_t work() const { return parser_.work(); }  // see Parser
    std::vector<ChunkEntry> take() { return std::move(entries_); }

  private:
    ChunkEntry entry_of(const ChunkScratch& scratch);
    std::uint32_t close_by_braces(ChunkScratch& scratch, std::uint32_t start);

    std::string_view text_;
    ParseOptions options_;
    Parser parser_;
    std::vector<ChunkEntry> entries_;
    std::vector<std::uint32_t> starts_;
    std::vector<std::size_t> provisional_;
    std::uint32_t reread_ = 0;  // start of the last item that was closed by its braces
    std::uint32_t levels_ = 0;  // number of consecutive items parsed again, each enclosing the previous one
    std::uint32_t end_ = 0;
};

// The items of a block that is indented by `indent`; with `strict`, only braces decide where it ends.
class UnitReader {
  public:
    UnitReader(std::string_view text, const ParseOptions& options, std::uint32_t indent, bool strict);

    UnitKind next();
    std::uint32_t end() const { return end_; }                     // of the last item
    std::uint32_t position() const { return parser_.position(); }  // of the "}"
    bool saw_end() const { return parser_.saw_end(); }             // of the text
    bool has_unclosed() const { return has_unclosed_; }            // an item was closed by its layout
    const std::vector<RestSearch>& searches() const { return parser_.searches(); }
    std::uint64_t work() const { return parser_.work(); }  // see Parser
    std::vector<ChunkEntry> take() { return std::move(entries_); }

  private:
    std::string_view text_;
    std::uint32_t indent_;
    bool strict_;
    Parser parser_;
    std::vector<ChunkEntry> entries_;
    std::uint32_t end_ = 0;
    bool has_unclosed_ = false;
};

}  // namespace hcl::syntax
