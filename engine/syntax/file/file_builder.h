// How Files come to be: by parsing a text, or from another File and an edit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "engine/base/parallel_for.h"
#include "engine/syntax/file/file.h"

namespace hcl::syntax {

class ChunkTree;

// Memory of a file in bytes, by part; allocations include the allocator's overhead.
struct FileMemory {
    std::size_t text = 0;
    std::size_t tokens = 0;
    std::size_t nodes = 0;
    std::size_t chunks = 0;       // what a chunk takes beside these
    std::size_t sequence = 0;     // the tree of chunks, which is also the table of lines
    std::size_t diagnostics = 0;  // without the text of messages

    std::size_t total() const { return text + tokens + nodes + chunks + sequence + diagnostics; }
};

struct FileBuilder {
    // With `work`, adds to it what reading took: bytes lexed or searched, and tokens looked at again.
    static FilePtr parse(std::string_view text, const ParseOptions& options, std::uint64_t* work = nullptr);
    static FilePtr parse_in_parts(std::string_view text, const ParseOptions& options, std::size_t parts,
                                  const ParallelFor& run);
    static FilePtr parse_expression(std::string_view text);
    static FilePtr edited(const File& old, std::span<const Edit> edits, std::uint64_t* work = nullptr);
    static FileMemory memory(const File& file);
    static const ChunkTree& chunks(const File& file);
    // All chunks in order, and where each starts; of JSON the pieces.
    static void each_chunk(const File& file,
                           const std::function<void(const ChunkPtr&, std::uint32_t)>& visit);
};

}  // namespace hcl::syntax
