#include "server/cli/report/diff.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "server/cli/report/render.h"

namespace hcl::server {

namespace {

constexpr std::uint32_t kContext = 3;

// Replaces old lines [first, end) by `lines`.
struct Change {
    std::uint32_t first;
    std::uint32_t end;
    std::vector<std::string> lines;  // with line breaks
};

std::vector<std::string> split_lines(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        std::size_t end = text.find('\n');
        end = end == std::string_view::npos ? text.size() : end + 1;
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return lines;
}

// A line of the old text with its line break.
std::string_view old_line(const SourceLines& lines, std::string_view text, std::uint32_t line) {
    std::size_t end = line + 1 < lines.line_count() ? lines.start_of(line + 1) : text.size();
    return text.substr(lines.start_of(line), end - lines.start_of(line));
}

std::vector<Change> changed_lines(const SourceLines& lines, std::string_view text,
                                  std::span<const Edit> edits) {
    std::vector<Change> changes;
    for (std::size_t i = 0; i < edits.size();) {
        // Merge edits on the same and on adjacent lines.
        std::uint32_t first = lines.line_of(edits[i].range.start);
        std::uint32_t last = lines.line_of(edits[i].range.end);
        std::size_t end = i + 1;
        while (end < edits.size() && lines.line_of(edits[end].range.start) <= last + 1)
            last = std::max(last, lines.line_of(edits[end++].range.end));
        std::uint32_t at = lines.start_of(first);
        std::string changed;
        for (; i < end; ++i) {
            changed += text.substr(at, edits[i].range.start - at);
            changed += edits[i].replacement;
            at = edits[i].range.end;
        }
        std::size_t stop = last + 1 < lines.line_count() ? lines.start_of(last + 1) : text.size();
        changed += text.substr(at, stop - at);
        changes.push_back({first, last + 1, split_lines(changed)});
    }
    return changes;
}

class Writer {
  public:
    explicit Writer(bool color) : color_(color) {}

    void line(char sign, std::string_view text) {
        std::string_view color = sign == '-' ? "\x1b[31m" : sign == '+' ? "\x1b[32m" : "";
        bool is_colored = color_ && !color.empty();
        if (is_colored) out += color;
        out += sign;
        bool has_end = text.ends_with('\n');
        out += has_end ? text.substr(0, text.size() - 1) : text;
        if (is_colored) out += "\x1b[0m";
        out += '\n';
        if (!has_end) out += "\\ No newline at end of file\n";
    }

    std::string out;

  private:
    bool color_;
};

std::string hunk_range(std::uint32_t first, std::uint32_t count) {
    // An empty range is numbered by the line before it.
    return std::to_string(count == 0 ? first : first + 1) + (count == 1 ? "" : "," + std::to_string(count));
}

}  // namespace

std::string unified_diff(std::string_view path, std::string_view text, std::span<const Edit> edits,
                         bool color) {
    if (edits.empty()) return {};
    SourceLines lines(text);
    // The text after the final line break is not a line.
    std::uint32_t count = lines.line_count() - (text.empty() || text.ends_with('\n') ? 1 : 0);
    std::vector<Change> changes = changed_lines(lines, text, edits);
    for (Change& change : changes) change.end = std::min(change.end, count);
    Writer writer(color);
    writer.out = "--- " + std::string(path) + "\n+++ " + std::string(path) + "\n";
    std::int64_t shift = 0;  // new line number minus old line number
    for (std::size_t i = 0; i < changes.size();) {
        std::size_t end = i + 1;
        while (end < changes.size() && changes[end].first <= changes[end - 1].end + 2 * kContext) ++end;
        std::uint32_t first = changes[i].first - std::min(changes[i].first, kContext);
        std::uint32_t stop = std::min(changes[end - 1].end + kContext, count);
        std::int64_t growth = 0;
        for (std::size_t k = i; k < end; ++k)
            growth +=
                static_cast<std::int64_t>(changes[k].lines.size()) - (changes[k].end - changes[k].first);
        auto new_first = static_cast<std::uint32_t>(first + shift);
        auto new_count = static_cast<std::uint32_t>(stop - first + growth);
        writer.out +=
            "@@ -" + hunk_range(first, stop - first) + " +" + hunk_range(new_first, new_count) + " @@\n";
        std::uint32_t at = first;
        for (; i < end; ++i) {
            for (; at < changes[i].first; ++at) writer.line(' ', old_line(lines, text, at));
            for (; at < changes[i].end; ++at) writer.line('-', old_line(lines, text, at));
            for (const std::string& line : changes[i].lines) writer.line('+', line);
        }
        for (; at < stop; ++at) writer.line(' ', old_line(lines, text, at));
        shift += growth;
    }
    return std::move(writer.out);
}

}  // namespace hcl::server
