// The sequence that a native file is made of, for those that keep something for each of its parts: each entry
// is an item with the trivia before it, or trivia alone, and stays the same object as long as nothing in it
// changes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "engine/syntax/file/file.h"

namespace hcl::syntax {

struct FileEntry {
    std::shared_ptr<const void> source;  // its identity; keeps its nodes alive
    const Chunk* chunk = nullptr;        // of a split block: its header
    std::uint32_t start = 0;             // in the file
    std::uint32_t size = 0;
    std::optional<BodyItem> item;  // none: trivia alone
};

std::uint32_t entry_count(const File& file);
void each_entry(const File& file, std::uint32_t first, std::uint32_t end,
                const std::function<void(const FileEntry&)>& visit);

// Entries [first, old_end) of the one became [first, now_end) of the other; all others are the same objects.
struct EntryChange {
    std::uint32_t first = 0;
    std::uint32_t old_end = 0;
    std::uint32_t now_end = 0;
};
// The difference that an edit made, at a cost in proportion to it; all of both files if they share nothing.
EntryChange change_between(const File& old, const File& now);

// The chunks that an item lies in, and where each starts.
void each_chunk(const BodyItem& item, const std::function<void(const Chunk&, std::uint32_t)>& visit);

}  // namespace hcl::syntax
