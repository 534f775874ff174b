#include "engine/syntax/json/json_entries.h"

#include "engine/syntax/file/file_builder.h"
#include "engine/syntax/tree/chunk_tree.h"

namespace hcl::syntax {

namespace {

JsonEntry entry_of(const ChunkEntry& entry, std::uint32_t start) {
    return {entry.chunk, entry.split, start, ChunkSummary::of(entry).bytes};
}

void each_part_in(const ChunkTree& tree, std::uint32_t base, Span span,
                  const std::function<void(const Chunk&, std::uint32_t)>& visit) {
    auto offer = [&](const StoredChunk& chunk, std::uint32_t at) {
        const auto size = static_cast<std::uint32_t>(chunk.text.size());
        if (span.start < at + size && span.end > at) visit(chunk, at);
        return at + size;
    };
    tree.for_each_in(
        base, span, [](const ChunkSummary&) { return true; },
        [&](const ChunkEntry& entry, std::uint32_t at) {
            if (entry.chunk) {
                offer(*entry.chunk, at);
                return;
            }
            at = offer(*entry.split->open, at);
            each_part_in(*entry.split->items, at, span, visit);
            offer(*entry.split->close, at + entry.split->items->summary().bytes);
        });
}

}  // namespace

void each_part(const File& json, Span span, const std::function<void(const Chunk&, std::uint32_t)>& visit) {
    each_part_in(FileBuilder::chunks(json), 0, span, visit);
}

JsonEntry root_entry(const File& json) {
    ChunkPlace place;
    return entry_of(FileBuilder::chunks(json).entry(0, place), 0);
}

void each_entry(const JsonEntry& split, std::uint32_t first, std::uint32_t end,
                const std::function<void(const JsonEntry&)>& visit) {
    const auto header = static_cast<std::uint32_t>(split.split->open->text.size());
    split.split->items->for_range(
        first, end, split.start + header,
        [&](const ChunkEntry& entry, std::uint32_t start) { visit(entry_of(entry, start)); });
}

std::uint32_t part_count(const File& json) {
    return FileBuilder::chunks(json).summary().chunks;
}

}  // namespace hcl::syntax
