#include "engine/syntax/file/file.h"

#include <algorithm>

#include "engine/syntax/file/file_builder.h"
#include "engine/syntax/file/file_data.h"
#include "engine/syntax/json/json_chunks.h"
#include "engine/syntax/tree/chunk_tree.h"

namespace hcl::syntax {

File::File() = default;
File::~File() = default;

FilePtr File::parse(std::string_view text, ParseOptions options) {
    return FileBuilder::parse(text, options);
}
FilePtr File::parse(std::string_view text, ParseOptions options, const ParallelFor& run) {
    constexpr std::size_t kPart = 1 << 20;
    constexpr std::size_t kMostParts = 16;
    return FileBuilder::parse_in_parts(text, options, run ? std::min(text.size() / kPart, kMostParts) : 1,
                                       run);
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
    // Plain text has the structure of a native file without items, whatever the file's syntax is.
    static constexpr ParseOptions kPlainText;
    return data_->bound.is_held ? kPlainText : data_->options;
}
std::uint32_t File::size() const {
    return data_->chunks->summary().bytes;
}
std::uint32_t File::chunk_count() const {
    if (data_->joined) return 1;
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

// A chunk of a sequence with its position; descends into split blocks.
struct PlacedChunk {
    const StoredChunkPtr* chunk = nullptr;
    ChunkPlace place;
};

void step_over(ChunkPlace& place, const StoredChunk& chunk) {
    ++place.chunk;
    place.offset += static_cast<std::uint32_t>(chunk.text.size());
    place.line += chunk.newlines;
    place.lone_returns += chunk.lone_returns;
}

enum class By : std::uint8_t { Chunk, Offset, Line, EditorLine };

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
        case By::EditorLine:
            entry = &tree.entry_at_editor_line(value, place);
            break;
    }
    if (entry->chunk) return {&entry->chunk, place};
    auto is_before_end_of = [&](const ChunkPlace& next) {
        switch (by) {
            case By::Chunk:
                return value < next.chunk;
            case By::Offset:
                return value < next.offset;
            case By::Line:
                return value <= next.line;
            default:
                return value <= next.line + next.lone_returns;
        }
    };
    const SplitBlock& split = *entry->split;
    ChunkPlace next = place;
    step_over(next, *split.open);
    if (is_before_end_of(next)) return {&split.open, place};
    place = next;
    const ChunkSummary& inner = split.items->summary();
    next.chunk += inner.chunks;
    next.offset += inner.bytes;
    next.line += inner.newlines;
    next.lone_returns += inner.lone_returns;
    if (is_before_end_of(next)) return find_chunk(*split.items, by, value, place);
    return {&split.close, next};
}

// Line ends of the text: "\n", and for editors also a lone return.
class LineEnds {
  public:
    LineEnds(const ChunkTree& tree, ColumnUnit unit)
        : counts_returns_(unit != ColumnUnit::Grapheme && tree.summary().lone_returns != 0) {}

    bool counts_returns() const { return counts_returns_; }
    std::uint32_t line(const ChunkPlace& place) const {
        return place.line + (counts_returns_ ? place.lone_returns : 0);
    }
    std::uint32_t lines(const ChunkSummary& s) const {
        return s.newlines + 1 + (counts_returns_ ? s.lone_returns : 0);
    }
    // The first line end at or after `from`, the last one before `end`, or npos.
    std::size_t next(std::string_view text, std::size_t from) const {
        if (!counts_returns_) return text.find('\n', from);
        while ((from = text.find_first_of("\r\n", from)) != std::string_view::npos && !ends_at(text, from))
            ++from;
        return from;
    }
    std::size_t last(std::string_view text, std::size_t end) const {
        if (!counts_returns_) return text.substr(0, end).rfind('\n');
        std::size_t at = text.substr(0, end).find_last_of("\r\n");
        while (at != std::string_view::npos && !ends_at(text, at))
            at = text.substr(0, at).find_last_of("\r\n");
        return at;
    }
    std::uint32_t count(std::string_view text, std::size_t end) const {
        if (!counts_returns_) return count_newlines(text.substr(0, end));
        std::uint32_t count = 0;
        for (std::size_t at = next(text, 0); at < end; at = next(text, at + 1)) ++count;
        return count;
    }

    // The start of the line that is `count` lines after the start of the text.
    std::size_t start_of_line(std::string_view text, std::uint32_t count) const {
        std::size_t place = 0;
        // Most of a long text is counted, not searched.
        constexpr std::size_t kBlock = 1024;
        while (!counts_returns_ && count > 0 && text.size() - place > kBlock) {
            const std::uint32_t lines = count_newlines(text.substr(place, kBlock));
            if (lines >= count) break;
            count -= lines;
            place += kBlock;
        }
        for (; count > 0; --count) place = next(text, place) + 1;
        return place;
    }

  private:
    // No chunk ends between the two bytes of "\r\n".
    static bool ends_at(std::string_view text, std::size_t at) {
        return text[at] == '\n' || !text.substr(at + 1).starts_with('\n');
    }

    bool counts_returns_;
};

std::uint32_t line_start(const ChunkTree& tree, const LineEnds& ends, std::uint32_t line) {
    if (line == 0) return 0;
    PlacedChunk at = find_chunk(tree, ends.counts_returns() ? By::EditorLine : By::Line, line);
    std::string_view text = (*at.chunk)->text;
    return at.place.offset + static_cast<std::uint32_t>(ends.start_of_line(text, line - ends.line(at.place)));
}

}  // namespace

ChunkPtr File::chunk(std::uint32_t index) const {
    if (index >= chunk_count()) return nullptr;
    if (JoinedJson* joined = data_->joined.get()) {
        std::scoped_lock lock(joined->mutex);
        if (!joined->chunk) joined->chunk = joined_json(*data_->chunks);
        return joined->chunk;
    }
    return *find_chunk(*data_->chunks, By::Chunk, index).chunk;
}

std::uint32_t File::chunk_start(std::uint32_t index) const {
    if (index >= chunk_count()) return size();
    if (data_->joined) return 0;
    return find_chunk(*data_->chunks, By::Chunk, index).place.offset;
}

std::uint32_t File::chunk_at(std::uint32_t offset) const {
    if (chunk_count() == 0 || data_->joined) return 0;
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
    if (data_->chunks->summary().chunks == 0) return {};
    const LineEnds ends(*data_->chunks, unit);
    PlacedChunk at = find_chunk(*data_->chunks, By::Offset, offset);
    std::string_view text = (*at.chunk)->text;
    std::size_t end = offset - at.place.offset;
    Position position;
    position.line = ends.line(at.place) + ends.count(text, end);
    std::size_t line_end = ends.last(text, end);
    std::string joined;
    std::size_t begin = line_end == std::string_view::npos ? 0 : line_end + 1;
    std::string_view line = text.substr(begin, end - begin);
    if (line_end == std::string_view::npos && at.place.offset != 0) {
        // The line starts in an earlier chunk.
        std::uint32_t start = line_start(*data_->chunks, ends, position.line);
        if (data_->chunks->summary().is_ascii && unit != ColumnUnit::Grapheme) {
            position.column = offset - start;
            return position;
        }
        append_text(*data_->chunks, {start, offset}, joined);
        line = joined;
    }
    // A byte order mark is invisible.
    if (unit == ColumnUnit::Grapheme && position.line == 0 && line.starts_with("\xEF\xBB\xBF"))
        line.remove_prefix(3);
    position.column = count_units(line, unit);
    return position;
}

std::uint32_t File::offset(Position position, ColumnUnit unit) const {
    if (data_->chunks->summary().chunks == 0) return 0;
    const LineEnds ends(*data_->chunks, unit);
    if (position.line >= ends.lines(data_->chunks->summary())) return size();
    const std::uint32_t start = line_start(*data_->chunks, ends, position.line);
    if (data_->chunks->summary().is_ascii && unit != ColumnUnit::Grapheme) {
        std::uint32_t end = size();
        if (position.line + 1 < ends.lines(data_->chunks->summary()))
            end = line_start(*data_->chunks, ends, position.line + 1) - 1;
        if (end > start && text({end - 1, end}) == "\r") --end;
        return position.column < end - start ? start + position.column : end;
    }
    // The line may end in a later chunk.
    std::string joined;
    std::string_view line;
    for (std::uint32_t at = start; at < size();) {
        PlacedChunk placed = find_chunk(*data_->chunks, By::Offset, at);
        std::string_view rest = (*placed.chunk)->text.substr(at - placed.place.offset);
        std::size_t end = ends.next(rest, 0);
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
