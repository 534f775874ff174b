// The persistent sequence of a body's chunks: a balanced tree whose nodes sum up
// bytes, lines and flags, so that finding a position, replacing a few chunks and
// checking for errors take logarithmic time.
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

// A long block, split one level down: its header up to the line end after "{", its items, and
// "}" with the trivia around it.
struct SplitBlock {
    StoredChunkPtr open;
    ChunkTreePtr items;
    StoredChunkPtr close;
    NameTablePtr names;        // null for JSON, where objects and arrays are split at any depth
    std::uint32_t indent = 0;  // of the line where it starts
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
    std::uint32_t chunks = 0;      // including those of split blocks
    std::uint32_t attributes = 0;  // directly in this body
    std::uint32_t tokens = 0;
    std::uint32_t reach = 0;  // beyond the last entry; see StoredChunk
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

// Totals of the entries before a position of the sequence.
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
    // The entry at an index; `place` receives its start.
    const ChunkEntry& entry(std::uint32_t index, ChunkPlace& place) const;
    // The entry that contains the byte, the last one for the end; `place` receives its start.
    const ChunkEntry& entry_at_offset(std::uint32_t offset, ChunkPlace& place) const;
    // The first entry whose parsing depended on the byte, or the entry that contains it.
    const ChunkEntry& entry_reaching(std::uint32_t offset, ChunkPlace& place) const;
    // The entry that contains the start of the line: the first byte after `line` line ends. The second
    // function counts lone returns as line ends.
    const ChunkEntry& entry_at_line(std::uint32_t line, ChunkPlace& place) const;
    const ChunkEntry& entry_at_editor_line(std::uint32_t line, ChunkPlace& place) const;
    const ChunkEntry& entry_at_chunk(std::uint32_t chunk, ChunkPlace& place) const;

    // Calls visit(entry, offset) for every entry in order; subtrees and entries whose
    // summary is not `wanted` are skipped.
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

    // Calls visit(entry, offset) for the entries that overlap `span` and have a wanted summary.
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

    // The number of entries at the start (or end) that are the same objects in both.
    // Shared subtrees are not visited.
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

    std::vector<ChunkTreePtr> children_;  // all of the same height
    std::vector<ChunkEntry> entries_;
    ChunkSummary summary_;
};

}  // namespace hcl::syntax
