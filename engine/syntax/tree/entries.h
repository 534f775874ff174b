// The sequence of entries of a native file, for caches with data per part: each entry
// is an item with the trivia before it, or only trivia, and is the same object as
// long as its content does not change.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "engine/syntax/file/file.h"

namespace hcl::syntax {

struct FileEntry {
    std::shared_ptr<const void> source;  // its identity; keeps its nodes alive
    const Chunk* chunk = nullptr;        // for a split block: its header
    std::uint32_t start = 0;             // in the file
    std::uint32_t size = 0;
    std::optional<BodyItem> item;  // empty: only trivia

    bool is_split() const { return item && item->split; }
};

std::uint32_t entry_count(const File& file);
void each_entry(const File& file, std::uint32_t first, std::uint32_t end,
                const std::function<void(const FileEntry&)>& visit);

// Entries [first, old_end) of the old file became [first, now_end) of the new one; the others are shared.
struct EntryChange {
    std::uint32_t first = 0;
    std::uint32_t old_end = 0;
    std::uint32_t now_end = 0;
};
// The difference made by an edit, at proportional cost; all entries of both files if they share nothing.
EntryChange change_between(const File& old, const File& now);

// The parts of a split block: its header, the entries inside of it, and its end.
std::shared_ptr<const Chunk> header_of(const SplitBlock& block);
std::shared_ptr<const Chunk> end_of(const SplitBlock& block);
std::uint32_t entry_count(const SplitBlock& block);
// Starts are in the file.
void each_entry(const FileEntry& block, std::uint32_t first, std::uint32_t end,
                const std::function<void(const FileEntry&)>& visit);
EntryChange change_between(const SplitBlock& old, const SplitBlock& now);

// The bytes that an edit at the offset may parse again. Edits that change how brackets, quotes or comments
// match may parse more.
std::uint32_t bytes_around(const File& file, std::uint32_t offset);

// The chunks of an item with their starts.
void each_chunk(const BodyItem& item, const std::function<void(const Chunk&, std::uint32_t)>& visit);

}  // namespace hcl::syntax
