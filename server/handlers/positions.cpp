#include "server/handlers/positions.h"

#include <algorithm>
#include <cstring>

#include "protocol/json/writer.h"

namespace hcl::server {

using namespace std::string_view_literals;

void Positions::enter(std::uint32_t offset) {
    const bool is_next = chunk_ && offset >= end_ && index_ + 1 < tree_.chunk_count();
    syntax::ChunkPtr next = is_next ? tree_.chunk(index_ + 1) : nullptr;
    if (next && offset <= end_ + next->text.size()) {
        bool starts_line = !is_odd_ && chunk_->text.ends_with('\n');
        start_.line += chunk_->newlines;
        base_ = end_;
        ++index_;
        if (starts_line)
            start_.column = 0;
        else
            start_ = tree_.position(base_, unit_);
    } else {
        index_ = tree_.chunk_at(offset);
        base_ = tree_.chunk_start(index_);
        start_ = tree_.position(base_, unit_);
        next = tree_.chunk(index_);
    }
    chunk_ = std::move(next);
    std::string_view text = chunk_->text;
    end_ = base_ + static_cast<std::uint32_t>(text.size());
    is_odd_ = chunk_->lone_returns != 0 || unit_ == ColumnUnit::Grapheme;
    is_plain_ = chunk_->is_ascii || unit_ == ColumnUnit::Utf8;
    lines_.clear();
    line_ = 0;
    if (is_odd_) return;
    lines_.reserve(chunk_->newlines);
    for (const char* at = text.data();
         (at = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(text.end() - at))));)
        lines_.push_back(static_cast<std::uint32_t>(++at - text.data()));
}

std::uint32_t Positions::units_to(std::uint32_t from, std::uint32_t place) {
    const std::string_view text = chunk_->text;
    if (counted_from_ != base_ + from || counted_to_ > base_ + place) {
        counted_from_ = counted_to_ = base_ + from;
        counted_ = 0;
    }
    const std::uint32_t known = counted_to_ - base_;
    const std::uint32_t units = counted_ + count_units(text.substr(known, place - known), unit_);
    // A part of a character counts otherwise than the whole.
    const bool is_inside = place < text.size() && (static_cast<unsigned char>(text[place]) & 0xC0) == 0x80;
    if (!is_inside) {
        counted_to_ = base_ + place;
        counted_ = units;
    }
    return units;
}

lsp::Position Positions::found(std::uint32_t offset) {
    plain_length_ = 0;
    offset = std::min(offset, tree_.size());
    if (tree_.chunk_count() == 0) return {};
    if (!chunk_ || offset < base_ || offset > end_) enter(offset);
    if (is_odd_) {
        Position found = tree_.position(offset, unit_);
        return {found.line, found.column};
    }
    const std::uint32_t place = offset - base_;
    const std::size_t count = lines_.size();
    auto is_behind = [&](std::size_t line) { return line == 0 || lines_[line - 1] <= place; };
    if (!is_behind(line_) || (line_ < count && is_behind(line_ + 1))) {
        ++line_;
        if (line_ > count || !is_behind(line_) || (line_ < count && is_behind(line_ + 1)))
            line_ = static_cast<std::size_t>(std::ranges::upper_bound(lines_, place) - lines_.begin());
    }
    const std::uint32_t from = line_ == 0 ? 0 : lines_[line_ - 1];
    const std::uint32_t line = start_.line + static_cast<std::uint32_t>(line_);
    const std::uint32_t first = line_ == 0 ? start_.column : 0;
    if (!is_plain_) return {line, first + units_to(from, place)};
    plain_start_ = base_ + from;
    plain_length_ = (line_ < count ? lines_[line_] - from : end_ - base_ - from);
    plain_line_ = line;
    plain_column_ = first;
    return {line, first + (place - from)};
}

void append_range(std::string& out, const lsp::Range& range) {
    out += R"({"start":{"line":)"sv;
    lsp::append_json_integer(out, range.start.line);
    out += R"(,"character":)"sv;
    lsp::append_json_integer(out, range.start.character);
    out += R"(},"end":{"line":)"sv;
    lsp::append_json_integer(out, range.end.line);
    out += R"(,"character":)"sv;
    lsp::append_json_integer(out, range.end.character);
    out += "}}"sv;
}

}  // namespace hcl::server
