#include "engine/syntax/json/json_entries.h"

#include "engine/syntax/file/file_builder.h"
#include "engine/syntax/tree/chunk_tree.h"

namespace hcl::syntax {

namespace {

JsonEntry entry_of(const ChunkEntry& entry, std::uint32_t start) {
    return {entry.chunk, entry.split, start, ChunkSummary::of(entry).bytes};
}

}  // namespace

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
