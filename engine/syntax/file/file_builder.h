// Creates Files: by parsing a text, or from another File and an edit.
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

// Memory of a file in bytes, by part, including allocator overhead.
struct FileMemory {
    std::size_t text = 0;
    std::size_t tokens = 0;
    std::size_t nodes = 0;
    std::size_t chunks = 0;       // other members of chunks
    std::size_t sequence = 0;     // the tree of chunks, which also indexes lines
    std::size_t diagnostics = 0;  // without message texts

    std::size_t total() const { return text + tokens + nodes + chunks + sequence + diagnostics; }
};

struct FileBuilder {
    // Adds the cost of parsing to `work`, if given: bytes lexed or searched, and tokens examined again.
    static FilePtr parse(std::string_view text, const ParseOptions& options, std::uint64_t* work = nullptr);
    static FilePtr parse_in_parts(std::string_view text, const ParseOptions& options, std::size_t parts,
                                  const ParallelFor& run);
    static FilePtr parse_expression(std::string_view text);
    // See parse_bounded() in held_text.h.
    static FilePtr parse_bounded(std::string_view text, const ParseOptions& options);
    static FilePtr edited(const File& old, std::span<const Edit> edits, std::uint64_t* work = nullptr);
    static FileMemory memory(const File& file);
    static const ChunkTree& chunks(const File& file);
    static bool is_held_as_text(const File& file);
    // All chunks in order with their starts; the pieces of a JSON file.
    static void each_chunk(const File& file,
                           const std::function<void(const ChunkPtr&, std::uint32_t)>& visit);

  private:
    static FilePtr edited_tree(const File& old, std::span<const Edit> edits, std::uint64_t* work);
    static FilePtr edited_bounded(const File& old, const Edit& edit, std::uint64_t* work);
    static FilePtr hold(std::string_view text, const ParseOptions& options, std::uint64_t weight);
    static FilePtr edited_text(const File& old, const Edit& edit, std::uint64_t weight);
};

}  // namespace hcl::syntax
