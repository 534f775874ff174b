// Many places of one file as positions. What comes in order costs next to nothing: the lines of the chunk at
// hand are kept.
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
        // Of the line at hand.
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

    const syntax::File& tree_;
    ColumnUnit unit_;
    syntax::ChunkPtr chunk_;
    std::uint32_t index_ = 0;
    std::uint32_t base_ = 0;
    std::uint32_t end_ = 0;
    Position start_;                    // of the chunk
    std::vector<std::uint32_t> lines_;  // where lines of the chunk start, the first one left out
    std::size_t line_ = 0;              // of the chunk, the one asked for last
    bool is_plain_ = false;             // a byte is a column
    bool is_odd_ = false;               // the file is asked itself
    // The line asked for last, when each of its bytes is a column; empty when not.
    std::uint32_t plain_start_ = 0;
    std::uint32_t plain_length_ = 0;
    std::uint32_t plain_line_ = 0;
    std::uint32_t plain_column_ = 0;  // where it starts
};

// As the protocol writes it.
void append_range(std::string& out, const lsp::Range& range);

}  // namespace hcl::server
