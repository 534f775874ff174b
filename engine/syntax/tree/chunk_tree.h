// The persistent sequence of a body's chunks: a balanced tree whose nodes sum up bytes, lines and flags, so
// that finding a place, replacing a few chunks and asking whether anything is wrong cost the logarithm of the
// size.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/syntax/tree/chunk.h"
#include "engine/syntax/tree/name_table.h"

namespace hcl::syntax {

class ChunkTree;
using ChunkTreePtr = std::shared_ptr<const ChunkTree>;
using StoredChunkPtr = std::shared_ptr<const StoredChunk>;

// A long block, cut one level down: its header up to the line end behind "{", its items, and "}" with what is
// around.
struct SplitBlock {
    StoredChunkPtr open;
    ChunkTreePtr items;
    StoredChunkPtr close;
    NameTablePtr names;        // none in JSON, where objects and arrays of any depth are cut
    std::uint32_t indent = 0;  // of the line it starts on
};

// One item of the sequence: a chunk, or a split block.
struct ChunkEntry {
    StoredChunkPtr chunk;
    std::shared_ptr<const SplitBlock> split;
};

struct ChunkSummary {
    std::uint32_t bytes = 0;
    std::uint32_t newlines = 0;
    std::uint32_t lone_returns = 0;
    std::uint32_t entries = 0;
    std::uint32_t chunks = 0;      // those of split blocks included
    std::uint32_t attributes = 0;  // that stand in this body itself
    std::uint32_t tokens = 0;
    std::uint32_t reach = 0;  // behind the end of all; see StoredChunk
    std::uint64_t ends = 0;   // see StoredChunk
    std::uint32_t diagnostics = 0;
    bool has_diagnostics = false;
    bool is_ascii = true;
    bool is_irregular = false;  // see StoredChunk
    bool has_unclosed = false;
    bool has_stray = false;
    bool unclosed_before_stray = false;
    bool depends_on_rest = false;
    bool crosses_layout = false;  // see StoredChunk
    bool has_redefined = false;   // a split block sets an argument twice

    static ChunkSummary of(const ChunkEntry& entry);
    void append(const ChunkSummary& next);
};

// Totals of the entries before a place of the sequence.
struct ChunkPlace {
    std::uint32_t entry = 0;
    std::uint32_t chunk = 0;
    std::uint32_t offset = 0;
    std::uint32_t line = 0;
    std::uint32_t lone_returns = 0;
};

class ChunkTree {
  public:
    static constexpr std::size_t kFanout = 24;

    static ChunkTreePtr build(std::vector<ChunkEntry> entries);
    // Replaces entries [first, last).
    ChunkTreePtr splice(std::uint32_t first, std::uint32_t last, std::vector<ChunkEntry> replacement) const;

    const ChunkSummary& summary() const { return summary_; }
    // The entry at an index, and where it starts.
    const ChunkEntry& entry(std::uint32_t index, ChunkPlace& place) const;
    // The entry that holds the byte, the last one for the end; `place` says where it starts.
    const ChunkEntry& entry_at_offset(std::uint32_t offset, ChunkPlace& place) const;
    // The first entry whose reading looked at the byte, or the one that holds it.
    const ChunkEntry& entry_reaching(std::uint32_t offset, ChunkPlace& place) const;
    // The entry that holds the start of the line: the first byte behind the line-th line end. The second
    // counts lone returns as line ends.
    const ChunkEntry& entry_at_line(std::uint32_t line, ChunkPlace& place) const;
    const ChunkEntry& entry_at_editor_line(std::uint32_t line, ChunkPlace& place) const;
    const ChunkEntry& entry_at_chunk(std::uint32_t chunk, ChunkPlace& place) const;

    // Calls visit(entry, offset) for every entry in order; `wanted` says which summaries are worth descending
    // into.
    template <typename Wanted, typename Visit>
    void for_each(std::uint32_t offset, const Wanted& wanted, const Visit& visit) const {
        if (!wanted(summary_)) return;
        for (const ChunkTreePtr& child : children_) {
            child->for_each(offset, wanted, visit);
            offset += child->summary_.bytes;
        }
        for (const ChunkEntry& item : entries_) {
            ChunkSummary one = ChunkSummary::of(item);
            if (wanted(one)) visit(item, offset);
            offset += one.bytes;
        }
    }

    // Calls visit(entry, offset) for the entries that overlap `span` and whose summaries are wanted.
    template <typename Wanted, typename Visit>
    void for_each_in(std::uint32_t offset, Span span, const Wanted& wanted, const Visit& visit) const {
        auto overlaps = [&](const ChunkSummary& s) {
            return span.start < offset + s.bytes && span.end > offset && wanted(s);
        };
        for (const ChunkTreePtr& child : children_) {
            if (overlaps(child->summary_)) child->for_each_in(offset, span, wanted, visit);
            offset += child->summary_.bytes;
        }
        for (const ChunkEntry& item : entries_) {
            ChunkSummary one = ChunkSummary::of(item);
            if (overlaps(one)) visit(item, offset);
            offset += one.bytes;
        }
    }

    // Calls visit(entry, offset) for the entries [first, end) of the tree, which starts at `offset`.
    template <typename Visit>
    void for_range(std::uint32_t first, std::uint32_t end, std::uint32_t offset, const Visit& visit) const {
        std::uint32_t at = 0;
        for (const ChunkTreePtr& child : children_) {
            std::uint32_t next = at + child->summary_.entries;
            if (at < end && next > first)
                child->for_range(std::max(first, at) - at, std::min(end, next) - at, offset, visit);
            offset += child->summary_.bytes;
            at = next;
        }
        for (const ChunkEntry& item : entries_) {
            if (at >= first && at < end) visit(item, offset);
            offset += ChunkSummary::of(item).bytes;
            ++at;
        }
    }

    // How many entries at the start (or end) of both are the same objects. Subtrees that both have are not
    // looked into.
    static std::uint32_t common(const ChunkTree& a, const ChunkTree& b, bool at_end);

    std::size_t memory() const;

    ChunkTree() = default;
    explicit ChunkTree(std::vector<ChunkEntry> entries);
    explicit ChunkTree(std::vector<ChunkTreePtr> children);

  private:
    bool is_leaf() const { return children_.empty(); }
    template <typename Before>
    const ChunkEntry& find(const Before& before, ChunkPlace& place) const;
    std::vector<ChunkTreePtr> spliced(std::uint32_t first, std::uint32_t last,
                                      std::vector<ChunkEntry>& replacement) const;

    std::vector<ChunkTreePtr> children_;  // of one height
    std::vector<ChunkEntry> entries_;
    ChunkSummary summary_;
};

}  // namespace hcl::syntax
