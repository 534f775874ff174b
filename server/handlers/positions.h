// Converts many offsets of one file to positions. Ascending offsets are cheap: the lines of the current chunk
// are cached.
#pragma once

#include <vector>

#include "engine/syntax/file/file.h"
#include "protocol/model/generated/base.h"

namespace hcl::server {

class Positions {
  public:
    Positions(const syntax::File& tree, ColumnUnit unit) : tree_(tree), unit_(unit) {}

    // Equal to tree.position().
    lsp::Position at(std::uint32_t offset) {
        // Fast path: on the current line.
        if (offset - plain_start_ < plain_length_)
            return {plain_line_, plain_column_ + (offset - plain_start_)};
        return found(offset);
    }
    lsp::Range range(Span span) {
        lsp::Position start = at(span.start);
        return {start, at(span.end)};
    }
    ColumnUnit unit() const { return unit_; }

  private:
    lsp::Position found(std::uint32_t offset);
    void enter(std::uint32_t offset);
    // The units in a part of the chunk that begins with a line.
    std::uint32_t units_to(std::uint32_t from, std::uint32_t place);

    const syntax::File& tree_;
    ColumnUnit unit_;
    syntax::ChunkPtr chunk_;
    std::uint32_t index_ = 0;
    std::uint32_t base_ = 0;
    std::uint32_t end_ = 0;
    Position start_;                    // of the chunk
    std::vector<std::uint32_t> lines_;  // line starts in the chunk, except the first
    std::size_t line_ = 0;              // index of the last line in the chunk
    bool is_plain_ = false;             // each byte is one column
    bool is_odd_ = false;               // use tree.position() instead
    // The last line, if each of its bytes is one column; otherwise empty.
    std::uint32_t plain_start_ = 0;
    std::uint32_t plain_length_ = 0;
    std::uint32_t plain_line_ = 0;
    std::uint32_t plain_column_ = 0;  // column of its start
    // Another line, as far as it was counted.
    std::uint32_t counted_from_ = 0;
    std::uint32_t counted_to_ = 0;
    std::uint32_t counted_ = 0;
};

// Writes a position as JSON.
void append_range(std::string& out, const lsp::Range& range);

}  // namespace hcl::server
