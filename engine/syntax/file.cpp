#include "engine/syntax/file.h"

#include <algorithm>

#include "engine/syntax/chunk_tree.h"
#include "engine/syntax/file_builder.h"
#include "engine/syntax/file_data.h"

namespace hcl::syntax {

File::File() = default;
File::~File() = default;

FilePtr File::parse(std::string_view text, ParseOptions options) {
    return FileBuilder::parse(text, options);
}
FilePtr parse_expression(std::string_view text) {
    return FileBuilder::parse_expression(text);
}
FilePtr parse_template(std::string_view text) {
    ParseOptions options;
    options.syntax = Syntax::Template;
    return File::parse(text, options);
}

FilePtr File::edited(std::span<const Edit> edits) const {
    return FileBuilder::edited(*this, edits);
}

const ParseOptions& File::options() const {
    return data_->options;
}
std::uint32_t File::size() const {
    return data_->chunks->summary().bytes;
}
std::uint32_t File::chunk_count() const {
    return data_->chunks->summary().chunks;
}
std::uint32_t File::line_count() const {
    return data_->chunks->summary().newlines + 1;
}

BodyView File::body() const {
    BodyView view;
    view.chunks_ = data_->chunks.get();
    view.span_ = {0, size()};
    return view;
}

Node File::root() const {
    ChunkPtr first = chunk(0);
    if (!first || first->nodes.empty()) return {};
    return {first.get(), 0, 0};
}

namespace {

// A chunk of a sequence with its place; descends into split blocks.
struct PlacedChunk {
    const StoredChunkPtr* chunk = nullptr;
    ChunkPlace place;
};

void step_over(ChunkPlace& place, const StoredChunk& chunk) {
    ++place.chunk;
    place.offset += static_cast<std::uint32_t>(chunk.text.size());
    place.line += chunk.newlines;
}

enum class By : std::uint8_t { Chunk, Offset, Line };

PlacedChunk find_chunk(const ChunkTree& tree, By by, std::uint32_t value, ChunkPlace place = {}) {
    const ChunkEntry* entry = nullptr;
    switch (by) {
        case By::Chunk:
            entry = &tree.entry_at_chunk(value, place);
            break;
        case By::Offset:
            entry = &tree.entry_at_offset(value, place);
            break;
        case By::Line:
            entry = &tree.entry_at_line(value, place);
            break;
    }
    if (entry->chunk) return {&entry->chunk, place};
    auto is_within = [&](std::uint32_t chunks, std::uint32_t bytes, std::uint32_t lines) {
        switch (by) {
            case By::Chunk:
                return value < place.chunk + chunks;
            case By::Offset:
                return value < place.offset + bytes;
            default:
                return value <= place.line + lines;
        }
    };
    const SplitBlock& split = *entry->split;
    if (is_within(1, static_cast<std::uint32_t>(split.open->text.size()), split.open->newlines))
        return {&split.open, place};
    step_over(place, *split.open);
    const ChunkSummary& inner = split.items->summary();
    if (is_within(inner.chunks, inner.bytes, inner.newlines))
        return find_chunk(*split.items, by, value, place);
    place.chunk += inner.chunks;
    place.offset += inner.bytes;
    place.line += inner.newlines;
    return {&split.close, place};
}

}  // namespace

ChunkPtr File::chunk(std::uint32_t index) const {
    if (index >= chunk_count()) return nullptr;
    return *find_chunk(*data_->chunks, By::Chunk, index).chunk;
}

std::uint32_t File::chunk_start(std::uint32_t index) const {
    if (index >= chunk_count()) return size();
    return find_chunk(*data_->chunks, By::Chunk, index).place.offset;
}

std::uint32_t File::chunk_at(std::uint32_t offset) const {
    if (chunk_count() == 0) return 0;
    return find_chunk(*data_->chunks, By::Offset, offset).place.chunk;
}

std::string File::text() const {
    return text({0, size()});
}

std::string File::text(Span span) const {
    std::string out;
    span.end = std::min(span.end, size());
    span.start = std::min(span.start, span.end);
    out.reserve(span.length());
    append_text(*data_->chunks, span, out);
    return out;
}

Position File::position(std::uint32_t offset, ColumnUnit unit) const {
    offset = std::min(offset, size());
    if (chunk_count() == 0) return {};
    PlacedChunk at = find_chunk(*data_->chunks, By::Offset, offset);
    std::string_view before = (*at.chunk)->text.substr(0, offset - at.place.offset);
    Position position;
    position.line = at.place.line + static_cast<std::uint32_t>(std::ranges::count(before, '\n'));
    std::size_t line_end = before.rfind('\n');
    std::string joined;
    std::string_view line = before.substr(line_end == std::string_view::npos ? 0 : line_end + 1);
    bool is_whole = line_end != std::string_view::npos || at.place.offset == 0;
    for (std::uint32_t index = at.place.chunk; !is_whole && index > 0;) {
        // The line starts in an earlier chunk.
        ChunkPtr previous = chunk(--index);
        line_end = previous->text.rfind('\n');
        is_whole = line_end != std::string_view::npos || index == 0;
        joined = std::string(previous->text.substr(line_end == std::string_view::npos ? 0 : line_end + 1)) +
                 std::string(line);
        line = joined;
    }
    // People do not see a byte order mark.
    if (unit == ColumnUnit::Grapheme && position.line == 0 && line.starts_with("\xEF\xBB\xBF"))
        line.remove_prefix(3);
    position.column = count_units(line, unit);
    return position;
}

std::uint32_t File::offset(Position position, ColumnUnit unit) const {
    if (chunk_count() == 0) return 0;
    if (position.line >= line_count()) return size();
    // Where the line starts.
    std::uint32_t start = 0;
    if (position.line > 0) {
        PlacedChunk at = find_chunk(*data_->chunks, By::Line, position.line);
        std::string_view text = (*at.chunk)->text;
        std::size_t place = 0;
        for (std::uint32_t line = at.place.line; line < position.line; ++line)
            place = text.find('\n', place) + 1;
        start = at.place.offset + static_cast<std::uint32_t>(place);
    }
    // The line may end in a later chunk.
    std::string joined;
    std::string_view line;
    for (std::uint32_t at = start; at < size();) {
        PlacedChunk placed = find_chunk(*data_->chunks, By::Offset, at);
        std::string_view rest = (*placed.chunk)->text.substr(at - placed.place.offset);
        std::size_t end = rest.find('\n');
        std::string_view part = rest.substr(0, end);
        if (joined.empty() && end != std::string_view::npos) {
            line = part;
            break;
        }
        joined += part;
        line = joined;
        if (end != std::string_view::npos) break;
        at += static_cast<std::uint32_t>(rest.size());
    }
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (unit == ColumnUnit::Grapheme && start == 0 && line.starts_with("\xEF\xBB\xBF"))
        return 3 + bytes_of_units(line.substr(3), position.column, unit);
    return start + bytes_of_units(line, position.column, unit);
}

}  // namespace hcl::syntax
