#include "server/cli/report/render.h"

#include <unicode/uchar.h>

#include <algorithm>

#include "engine/base/counted.h"
#include "engine/source/position.h"
#include "engine/source/severity.h"
#include "server/cli/printable.h"

namespace hcl::server {

namespace {

constexpr std::uint32_t kTab = 4;
// Cells shown around the range in a long line.
constexpr std::uint32_t kWidest = 160;
constexpr std::uint32_t kBefore = 60;
// The number of bytes before the range whose cells are counted exactly.
constexpr std::uint32_t kFarthest = 4096;

std::uint32_t cells_of(std::uint32_t code) {
    if (code < 0x300) return 1;
    auto point = static_cast<UChar32>(code);
    switch (u_charType(point)) {
        case U_NON_SPACING_MARK:
        case U_ENCLOSING_MARK:
        case U_FORMAT_CHAR:
            return 0;
        default:
            break;
    }
    int width = u_getIntPropertyValue(point, UCHAR_EAST_ASIAN_WIDTH);
    return width == U_EA_FULLWIDTH || width == U_EA_WIDE ? 2 : 1;
}

struct Style {
    std::string_view bold, severity, dim, reset;
};

Style style_of(Severity severity, bool color) {
    if (!color) return {};
    static constexpr std::string_view kColors[] = {"\x1b[1;31m", "\x1b[1;33m", "\x1b[1;34m", "\x1b[1;36m"};
    return {"\x1b[1m", kColors[static_cast<std::size_t>(severity)], "\x1b[2m", "\x1b[0m"};
}

}  // namespace

SourceLines::SourceLines(std::string_view text) : text_(text), starts_{0} {
    for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
        starts_.push_back(static_cast<std::uint32_t>(at + 1));
}

std::uint32_t SourceLines::line_of(std::uint32_t offset) const {
    return static_cast<std::uint32_t>(std::ranges::upper_bound(starts_, offset) - starts_.begin() - 1);
}

std::string_view SourceLines::text_of(std::uint32_t line) const {
    std::size_t end = line + 1 < starts_.size() ? starts_[line + 1] - 1 : text_.size();
    std::string_view text = text_.substr(starts_[line], end - starts_[line]);
    if (text.ends_with('\r')) text.remove_suffix(1);
    return text;
}

std::uint32_t SourceLines::column_of(std::uint32_t offset) const {
    std::uint32_t start = starts_[line_of(offset)];
    std::uint32_t column = 0;
    // There may be many findings on one long line: continue from the last position.
    if (known_offset_ >= start && known_offset_ <= offset) {
        start = known_offset_;
        column = known_column_;
    }
    column += count_units(text_.substr(start, offset - start), ColumnUnit::Grapheme);
    // A character certainly ends between two of these.
    auto is_plain = [&](std::size_t at) { return at < text_.size() && text_[at] >= ' ' && text_[at] <= '~'; };
    if (offset > 0 && is_plain(offset - 1) && is_plain(offset)) {
        known_offset_ = offset;
        known_column_ = column;
    }
    return column;
}

ShownLine show_line(std::string_view line, std::uint32_t start, std::uint32_t end) {
    ShownLine shown;
    end = std::min(end, static_cast<std::uint32_t>(line.size()));
    start = std::min(start, static_cast<std::uint32_t>(line.size()));
    // Tab stops count from the start of the line, so the hidden part is measured too.
    std::uint32_t cell = 0;
    std::uint32_t cut = 0;  // hidden cells on the left
    auto cells_before = static_cast<std::uint32_t>(start);
    if (cells_before > kWidest - kBefore) cut = cells_before - kBefore;
    bool has_start = false;
    bool has_end = false;
    std::size_t first = 0;
    if (start > kFarthest) {
        // Far into a long line, cells are approximated by bytes.
        first = start - kFarthest;
        while (first < start && (static_cast<unsigned char>(line[first]) & 0xC0) == 0x80) ++first;
        cell = static_cast<std::uint32_t>(first);
    }
    for (std::size_t at = first; at <= line.size();) {
        if (!has_start && at >= start) {
            shown.start = cell > cut ? cell - cut : 0;
            has_start = true;
        }
        if (!has_end && at >= end) {
            shown.end = cell > cut ? cell - cut : 0;
            has_end = true;
        }
        if (at == line.size() || (has_end && cell > cut + kWidest)) break;
        Character c = read_character(line, at);
        std::string_view bytes = line.substr(at, c.length);
        std::uint32_t cells = 1;
        std::string piece;
        if (c.code == '\t') {
            cells = kTab - cell % kTab;
            piece.assign(cells, ' ');
        } else if (!c.is_valid) {
            piece = "\xEF\xBF\xBD";
        } else if (c.code < 0x20 || c.code == 0x7F || (c.code >= 0x80 && c.code < 0xA0)) {
            piece = "\xC2\xB7";
        } else {
            piece = bytes;
            cells = cells_of(c.code);
        }
        if (cell >= cut && cell <= cut + kWidest) shown.text += piece;
        cell += cells;
        at += c.length;
    }
    if (cut > 0) {
        shown.text.insert(0, "...");
        shown.start += 3;
        shown.end += 3;
    }
    if (cell > cut + kWidest) {
        shown.text += "...";
        shown.end = std::min(shown.end, kWidest + 3);
    }
    shown.end = std::max(shown.end, shown.start + 1);
    return shown;
}

std::string name_place(std::string_view path, const SourceLines& lines, std::uint32_t offset) {
    return printable(path) + ":" + std::to_string(lines.line_of(offset) + 1) + ":" +
           std::to_string(lines.column_of(offset) + 1);
}

namespace {

// A position with its source line, and the range underlined.
class Excerpt {
  public:
    Excerpt(const Style& style, std::string& out) : style_(style), out_(out) {}

    void write(std::string_view path, const SourceLines& lines, Span span, std::string_view underline_style,
               char underline) {
        const std::uint32_t line = lines.line_of(span.start);
        // A range that ends with a line break does not extend to the next line.
        const std::uint32_t last = span.is_empty() ? line : lines.line_of(span.end - 1);
        const std::uint32_t begin = lines.start_of(line);
        const auto line_size = static_cast<std::uint32_t>(lines.text_of(line).size());
        const std::uint32_t end = last > line ? line_size : span.end - begin;
        const ShownLine shown = show_line(lines.text_of(line), span.start - begin, end);
        const std::string number = std::to_string(line + 1);
        const std::string margin(number.size(), ' ');
        add({style_.dim, margin, "--> ", style_.reset, name_place(path, lines, span.start), "\n"});
        add({style_.dim, margin, " |", style_.reset, "\n"});
        add({style_.dim, number, " | ", style_.reset, shown.text, "\n"});
        add({style_.dim, margin, " | ", style_.reset, std::string(shown.start, ' '), underline_style,
             std::string(shown.end - shown.start, underline), last > line ? "..." : "", style_.reset, "\n"});
    }
    void add(std::initializer_list<std::string_view> parts) {
        for (std::string_view part : parts) out_ += part;
    }

  private:
    const Style& style_;
    std::string& out_;
};

}  // namespace

std::string render_diagnostic(const Diagnostic& diagnostic, std::string_view path, const SourceLines& lines,
                              const RenderOptions& options) {
    const Style style = style_of(diagnostic.severity, options.color);
    std::string out;
    Excerpt excerpt(style, out);
    // Both names of the finding for options and comments.
    const std::string name =
        diagnostic.rule.empty() ? std::string(diag_info(diagnostic.code).name) : printable(diagnostic.rule);
    excerpt.add({style.severity, severity_word(diagnostic.severity), style.reset, style.bold, ": ",
                 printable(diagnostic.title), style.reset, " [", diag_id(diagnostic.code), " ", name, "]\n"});
    // Any of the merged files could hold what is missing: such a place has no file.
    if (diagnostic.has_place && (diagnostic.file.is_valid() || !path.empty()))
        excerpt.write(path, lines, diagnostic.span, style.severity, '^');
    else if (!path.empty())
        excerpt.add({style.dim, "--> ", style.reset, printable(path), "\n"});
    if (!diagnostic.message.empty()) excerpt.add({"  ", printable_lines(diagnostic.message), "\n"});
    for (const RelatedPlace& related : diagnostic.related) {
        const FileId file = related.where.file;
        RenderSource source{path, &lines};
        if (file.is_valid() && file != diagnostic.file)
            source = options.find_source ? options.find_source(file) : RenderSource{};
        excerpt.add({"  ", style.bold, "note", style.reset, ": ", printable(related.message), "\n"});
        if (source.lines) excerpt.write(source.name, *source.lines, related.where.span, style.dim, '-');
    }
    for (const Fix& fix : diagnostic.fixes)
        excerpt.add({"  ", style.bold, "fix", style.reset, ": ", printable(fix.title), "\n"});
    return out;
}

std::string count_line(std::size_t errors, std::size_t warnings) {
    if (warnings == 0) return counted(errors, "error");
    if (errors == 0) return counted(warnings, "warning");
    return counted(errors, "error") + ", " + counted(warnings, "warning");
}

}  // namespace hcl::server
