// The parts of a JSON file, for caches with data per part. A long object or array is split into its header,
// its elements and its end; each part is the same object as long as its content does not change.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "engine/syntax/tree/entries.h"

namespace hcl::syntax {

// Some adjacent elements of an object or array, or a single long one.
struct JsonEntry {
    std::shared_ptr<const Chunk> chunk;       // null for a long element
    std::shared_ptr<const SplitBlock> split;  // the long element: see header_of() and end_of()
    std::uint32_t start = 0;                  // in the file
    std::uint32_t size = 0;
};

JsonEntry root_entry(const File& json);
void each_entry(const JsonEntry& split, std::uint32_t first, std::uint32_t end,
                const std::function<void(const JsonEntry&)>& visit);
// The chunks that the file consists of.
std::uint32_t part_count(const File& json);

// Calls visit(chunk, base) for each of them that overlaps `span`: chunk() of a File joins them.
void each_part(const File& json, Span span, const std::function<void(const Chunk&, std::uint32_t)>& visit);

// A long element as one chunk, as if it had not been split.
ChunkPtr joined_json(const std::shared_ptr<const SplitBlock>& split);

// Calls visit(node) for each element in a chunk: properties of an object, or values of an array.
template <typename Visit>
void each_element(const Chunk& chunk, const Visit& visit) {
    for (std::uint32_t id = 0; id < chunk.nodes.size(); id += chunk.nodes[id].size)
        visit(Node(&chunk, 0, id));
}

}  // namespace hcl::syntax
