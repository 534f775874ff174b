#include "engine/format/format.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/format/format_parallel.h"
#include "engine/format/frozen.h"
#include "engine/format/json_print.h"
#include "engine/format/layout.h"
#include "engine/syntax/file/file_builder.h"
#include "engine/syntax/lex/lexer.h"
#include "engine/syntax/tree/chunk_tree.h"

namespace hcl::format {

namespace {

using syntax::File;
using syntax::Node;
using syntax::NodeKind;
using syntax::Syntax;
using syntax::TokenKind;

// The chunks of the file, kept alive.
struct Chunks {
    explicit Chunks(const File& file) {
        std::uint32_t count = file.chunk_count();
        owners.reserve(count);
        placed.reserve(count);
        syntax::FileBuilder::each_chunk(file, [&](const syntax::ChunkPtr& chunk, std::uint32_t start) {
            owners.push_back(chunk);
            placed.push_back({chunk.get(), start});
        });
    }
    std::vector<syntax::ChunkPtr> owners;
    std::vector<PlacedChunk> placed;
};

// Only the difference: adds or removes the last spaces.
Edit to_edit(const SpaceEdit& edit) {
    std::uint32_t old = edit.end - edit.start;
    if (edit.is_plain && edit.spaces > old)
        return {{edit.end, edit.end}, std::string(edit.spaces - old, ' ')};
    if (edit.is_plain) return {{edit.start + edit.spaces, edit.end}, {}};
    return {{edit.start, edit.end}, std::string(edit.spaces, ' ')};
}

std::vector<Edit> to_edits(const std::vector<SpaceEdit>& spaces) {
    std::vector<Edit> edits;
    edits.reserve(spaces.size());
    for (const SpaceEdit& edit : spaces) edits.push_back(to_edit(edit));
    return edits;
}

std::uint32_t line_of(const File& file, std::uint32_t offset) {
    return file.position(offset, ColumnUnit::Utf8).line;
}

std::uint32_t line_start(const File& file, std::uint32_t line) {
    return file.offset({line, 0}, ColumnUnit::Utf8);
}

// Lines [first, last], as bytes up to where the next line starts.
Span line_span(const File& file, std::uint32_t first, std::uint32_t last) {
    return {line_start(file, first), last + 1 < file.line_count() ? line_start(file, last + 1) : file.size()};
}

Span touched_lines(const File& file, Span range) {
    std::uint32_t first = line_of(file, range.start);
    std::uint32_t last = line_of(file, range.end);
    if (last > first && line_start(file, last) == range.end) --last;
    return line_span(file, first, last);
}

// Keeps the edits inside the lines, which are ascending and disjoint. An insertion at the start of
// the next line belongs to that line.
void keep_inside(std::vector<Edit>& edits, const std::vector<Span>& lines, std::uint32_t file_size) {
    auto at = lines.begin();
    std::erase_if(edits, [&](const Edit& edit) {
        while (at != lines.end() && at->end <= edit.range.start && at->end != file_size) ++at;
        return at == lines.end() || edit.range.start < at->start || edit.range.end > at->end;
    });
}

std::vector<Span> merged(std::vector<Span> spans) {
    std::ranges::sort(spans);
    std::vector<Span> result;
    for (Span span : spans) {
        if (!result.empty() && span.start <= result.back().end)
            result.back().end = std::max(result.back().end, span.end);
        else
            result.push_back(span);
    }
    return result;
}

// ---------------------------------------------------------------- a part of a file

bool is_blank_line_first(std::string_view text) {
    std::size_t at = text.find_first_not_of(" \t");
    return at != std::string_view::npos && (text[at] == '\n' || text[at] == '\r');
}

// Whether nothing after the text is aligned with it: it ends with a brace on a separate line.
bool ends_with_lone_brace(std::string_view text) {
    std::size_t end = text.find_last_not_of(" \t\r\n");
    if (end == std::string_view::npos || text[end] != '}') return false;
    std::size_t before = text.substr(0, end).find_last_not_of(" \t");
    return before != std::string_view::npos && text[before] == '\n';
}

// +1 for a chunk that only opens a block, -1 for one that only closes one.
int opens(const syntax::Chunk& chunk) {
    if (!chunk.nodes.empty()) {
        const syntax::NodeData& first = chunk.nodes[0];
        return first.kind == NodeKind::Block && (first.flags & syntax::kSplit) != 0 ? 1 : 0;
    }
    return std::ranges::count(chunk.token_kinds, TokenKind::CBrace) > 0 ? -1 : 0;
}

// The number of long blocks that are open at the start of a chunk.
std::uint32_t depth_at(const File& file, std::uint32_t offset) {
    std::uint32_t depth = 0;
    for (syntax::BodyView body = file.body();;) {
        const std::vector<syntax::BodyItem> items = body.items_at(offset);
        auto around = std::ranges::find_if(items, [&](const syntax::BodyItem& item) {
            return item.split && item.span.start < offset && offset < item.span.end;
        });
        if (around == items.end()) return depth;
        ++depth;
        body = around->block().body();
    }
}

// The chunks that affect the layout at a position: in both directions to where nothing
// is aligned with it any more.
struct Window {
    Window(const File& file, Span place) {
        const std::uint32_t count = file.chunk_count();
        first = file.chunk_at(place.start);
        end = std::min(file.chunk_at(place.end) + 1, count);
        auto is_apart = [&](std::uint32_t i) {  // from the chunk before it
            return is_blank_line_first(file.chunk(i)->text) || ends_with_lone_brace(file.chunk(i - 1)->text);
        };
        while (first > 0 && !is_apart(first)) --first;
        while (end < count && !is_apart(end)) ++end;
        level = depth_at(file, file.chunk_start(first));
        for (std::uint32_t i = first; i < end; ++i) {
            owners.push_back(file.chunk(i));
            placed.push_back({owners.back().get(), file.chunk_start(i)});
        }
        frozen = frozen_spans(file, first, end);
    }

    bool holds(const File& file, Span place) const {
        return file.chunk_at(place.start) >= first && file.chunk_at(place.end) < end;
    }
    std::vector<Edit> edits(AlignedRun wanted = {}) const {
        return to_edits(lay_out(placed, {.frozen = frozen, .wanted = wanted, .level = level}));
    }

    std::uint32_t first = 0;
    std::uint32_t end = 0;
    std::uint32_t level = 0;
    std::vector<syntax::ChunkPtr> owners;
    std::vector<PlacedChunk> placed;
    std::vector<Span> frozen;
};

// A position where nothing is aligned across, which can split long sequences, and the number of open blocks.
struct PartStart {
    std::size_t index;
    std::uint32_t level;
};

std::vector<PartStart> part_starts(std::span<const PlacedChunk> chunks, std::size_t parts) {
    std::vector<PartStart> starts = {{0, 0}};
    int depth = 0;
    for (std::size_t i = 0; i < chunks.size() && starts.size() < parts; ++i) {
        const bool is_due = i >= chunks.size() * starts.size() / parts && i > starts.back().index;
        if (is_due) {
            std::string_view before = chunks[i - 1].chunk->text;
            if (before.ends_with('\n') &&
                (ends_with_lone_brace(before) || is_blank_line_first(chunks[i].chunk->text)))
                starts.push_back({i, static_cast<std::uint32_t>(depth)});
        }
        depth += opens(*chunks[i].chunk);
    }
    return starts;
}

// ---------------------------------------------------------------- on typing

// Whether the offset is in the lines of a heredoc, where white space is part of the text.
bool is_in_heredoc(const File& file, std::uint32_t offset) {
    if (file.size() == 0) return false;
    const std::uint32_t index = file.chunk_at(offset > 0 ? offset - 1 : 0);
    const auto chunk = file.chunk(index);
    const std::uint32_t base = file.chunk_start(index);
    for (std::uint32_t id = 0; id < chunk->nodes.size(); ++id) {
        const Node node(chunk.get(), base, id);
        if (!node.is(NodeKind::Heredoc)) continue;
        const Span span = node.span();
        const bool is_inside = span.start < offset && (offset < span.end || node.is_broken());
        if (is_inside && line_of(file, offset) > line_of(file, span.start)) return true;
    }
    return false;
}

// The smallest node that ends with the bracket at `offset`.
Span closed_by(const File& file, std::uint32_t offset) {
    auto index = file.chunk_at(offset);
    auto chunk = file.chunk(index);
    std::uint32_t base = file.chunk_start(index);
    Span found{offset, offset};
    for (std::uint32_t id = 0; id < chunk->nodes.size(); ++id) {
        Span span = Node(chunk.get(), base, id).span();
        if (span.end == offset + 1 && span.start < offset) found = {span.start, offset};
    }
    return found;
}

// Only the bracket at the end of `closed`, because the code around it is incomplete and not changed: it is
// indented like the line with its opener.
std::vector<Edit> below_its_opener(const File& file, Span closed) {
    const Span line = touched_lines(file, {closed.end, closed.end});
    const std::string before = file.text({line.start, closed.end});
    const bool is_first = before.find_first_not_of(" \t") == std::string::npos;
    const std::vector<Span> frozen = Window(file, line).frozen;
    const bool is_frozen = std::ranges::any_of(frozen, [&](Span span) { return span.touches(closed.end); });
    if (closed.is_empty() || closed.start >= line.start || !is_first || !is_frozen) return {};
    std::string indent = file.text(touched_lines(file, {closed.start, closed.start}));
    indent.resize(std::min(indent.find_first_not_of(" \t"), indent.size()));
    if (indent == before) return {};
    return {{{line.start, closed.end}, indent}};
}

std::vector<Edit> after_newline(const File& file, std::uint32_t offset) {
    std::uint32_t line = line_of(file, offset);
    if (line == 0) return {};
    Span here = line_span(file, line, line);
    std::uint32_t above = line_start(file, line - 1);
    Window window(file, {above, here.end});
    std::vector<Edit> edits = window.edits();
    std::string text = file.text(here);
    bool is_blank = text.find_first_not_of(" \t\r\n") == std::string::npos;
    // Formats the previous line, and indents this one.
    std::erase_if(edits, [&](const Edit& edit) {
        return edit.range.start < above || edit.range.end > here.end ||
               (edit.range.start >= here.start && (is_blank || edit.range.start > offset));
    });
    if (!is_blank) return edits;
    // Brackets of broken items do not count, except for the one being typed.
    std::erase_if(window.frozen, [&](Span span) {
        if (span.touches(here.start)) return true;
        return span.end < here.start &&
               file.text({span.end, here.start}).find_first_not_of(" \t\r\n") == std::string::npos;
    });
    LayoutOptions options{.frozen = window.frozen, .level = window.level};
    std::string indent(2 * std::size_t{indent_level(window.placed, here.start, options)}, ' ');
    std::size_t length = std::min(text.find_first_of("\r\n"), text.size());
    if (text.substr(0, length) != indent)
        edits.push_back({{here.start, here.start + static_cast<std::uint32_t>(length)}, indent});
    return edits;
}

std::vector<Edit> after_equals(const File& file, std::uint32_t offset) {
    std::uint32_t equals = offset - 1;
    Span line = touched_lines(file, {equals, equals});
    Window window(file, line);
    // An attribute is broken until its value is typed; format its line anyway.
    std::erase_if(window.frozen, [&](Span span) { return span.start >= line.start && span.end <= line.end; });
    Span run;
    std::vector<Edit> edits = window.edits({equals, &run});
    std::erase_if(edits, [&](const Edit& edit) {
        bool is_before = edit.range.start >= line.start && edit.range.end <= equals;
        return !is_before && (run.is_empty() || edit.range.start < run.start || edit.range.end > run.end ||
                              (edit.range.start >= offset && edit.range.end <= line.end));
    });
    return edits;
}

}  // namespace

std::vector<Edit> format(const File& file, FormatOptions options) {
    switch (file.options().syntax) {
        case Syntax::Template:
            return {};
        case Syntax::Json:
            return options.json == JsonFiles::Print ? print_json(file) : std::vector<Edit>{};
        case Syntax::Native:
            break;
    }
    std::vector<Span> frozen = frozen_spans(file);
    return to_edits(lay_out(Chunks(file).placed, {frozen}));
}

std::vector<Edit> format(const File& file, FormatOptions options, const ParallelFor& run) {
    constexpr std::size_t kPart = 1 << 20;
    constexpr std::size_t kMostParts = 16;
    const std::size_t parts = std::min(file.size() / kPart, kMostParts);
    const bool is_sound = file.options().syntax == Syntax::Native &&
                          !syntax::FileBuilder::chunks(file).summary().has_diagnostics;
    if (!run || parts < 2 || !is_sound) return format(file, options);
    Chunks chunks(file);
    std::vector<PartStart> starts = part_starts(chunks.placed, parts);
    std::vector<std::vector<Edit>> found(starts.size());
    starts.push_back({chunks.placed.size(), 0});
    run(found.size(), [&](std::size_t i) {
        const auto [first, level] = starts[i];
        auto part = std::span(chunks.placed).subspan(first, starts[i + 1].index - first);
        found[i] = to_edits(lay_out(part, {.frozen = {}, .wanted = {}, .level = level}));
    });
    std::vector<Edit> edits = std::move(found[0]);
    for (std::size_t i = 1; i < found.size(); ++i) std::ranges::move(found[i], std::back_inserter(edits));
    return edits;
}

std::vector<Edit> format_ranges(const File& file, std::span<const Span> ranges, FormatOptions options) {
    std::vector<Span> lines;
    for (Span range : ranges) {
        Span clamped{std::min(range.start, file.size()),
                     std::min(std::max(range.start, range.end), file.size())};
        lines.push_back(touched_lines(file, clamped));
    }
    lines = merged(std::move(lines));
    std::vector<Edit> edits;
    if (file.options().syntax != Syntax::Native) {
        edits = format(file, options);
        keep_inside(edits, lines, file.size());
        return edits;
    }
    for (std::size_t i = 0; i < lines.size();) {
        const Window window(file, lines[i]);
        std::vector<Span> inside{lines[i++]};
        while (i < lines.size() && window.holds(file, lines[i])) inside.push_back(lines[i++]);
        std::vector<Edit> part = window.edits();
        keep_inside(part, inside, file.size());
        std::ranges::move(part, std::back_inserter(edits));
    }
    return edits;
}

std::vector<Edit> format_on_type(const File& file, std::uint32_t offset, char typed, FormatOptions options) {
    if (file.options().syntax == Syntax::Template || offset > file.size()) return {};
    bool is_native = file.options().syntax == Syntax::Native;
    if (is_native && is_in_heredoc(file, offset)) return {};
    if (typed == '\n' && is_native) return after_newline(file, offset);
    if (offset == 0) return {};
    if (typed == '=' && is_native && file.text({offset - 1, offset}) == "=")
        return after_equals(file, offset);
    if (typed == '}' && file.text({offset - 1, offset}) == "}") {
        Span closed = closed_by(file, offset - 1);
        std::vector<Edit> edits = format_ranges(file, std::span<const Span>(&closed, 1), options);
        if (is_native && edits.empty()) edits = below_its_opener(file, closed);
        return edits;
    }
    return {};
}

std::string formatted_text(const File& file, FormatOptions options) {
    return apply_edits(file.text(), format(file, options));
}

std::string format_text(std::string_view text) {
    syntax::Lexer lexer(text, syntax::LexMode::Config, syntax::LexRecovery::None);
    syntax::TokenBuffer tokens;
    while (!lexer.is_at_end()) lexer.lex(tokens, static_cast<std::uint32_t>(text.size()));
    std::vector<std::uint32_t> starts(tokens.starts(), tokens.starts() + tokens.size());
    starts.push_back(static_cast<std::uint32_t>(text.size()));
    syntax::Chunk chunk;
    chunk.text = text;
    chunk.token_kinds = {tokens.kinds(), tokens.size()};
    chunk.token_starts = starts;
    chunk.is_ascii = false;  // not known
    PlacedChunk placed{&chunk, 0};
    return apply_edits(
        text, to_edits(lay_out({&placed, 1}, {.frozen = {}, .wanted = {}, .line_ends_quote = false})));
}

std::string apply_edits(std::string_view text, std::span<const Edit> edits) {
    std::size_t added = 0;
    for (const Edit& edit : edits) added += edit.replacement.size();
    std::string result;
    result.reserve(text.size() + added);
    std::size_t at = 0;
    for (const Edit& edit : edits) {
        result.append(text, at, edit.range.start - at);
        result.append(edit.replacement);
        at = edit.range.end;
    }
    result.append(text, at);
    return result;
}

}  // namespace hcl::format
