#include "engine/ide/refactor/tidy_edits.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "engine/format/format.h"

namespace hcl::ide {

namespace {

// Longer items are left as the edits make them: formatting costs as much as the item is long.
constexpr std::uint32_t kLongest = 50'000;

// The part of `text` before (behind) which no empty line follows (precedes) it.
std::size_t length_without_gap(std::string_view text, bool from_end) {
    std::size_t length = 0;
    bool has_text = true;  // on the line; the first one is that of the item
    while (length < text.size()) {
        const char c = from_end ? text[text.size() - 1 - length] : text[length];
        ++length;
        if (c == '\n' && !has_text) break;
        has_text = c == '\n' ? false : has_text || (c != ' ' && c != '\t' && c != '\r');
    }
    return length;
}

// The items at the top level that an edit touches, with the lines around attributes, which are aligned with
// each other.
Span items_around(const syntax::File& tree, Span place) {
    constexpr std::uint32_t kMostBeside = 10'000;
    Span out = place;
    bool is_attribute = false;
    for (const std::uint32_t at : {place.start, place.end})
        for (const syntax::BodyItem& item : tree.body().items_at(at)) {
            if (item.span.start > at || at > item.span.end) continue;
            out = cover(out, item.span);
            is_attribute = is_attribute || item.kind == syntax::BodyItem::Kind::Attribute;
        }
    if (!is_attribute) return out;
    const Span before{out.start - std::min(out.start, kMostBeside), out.start};
    const Span behind{out.end, std::min(out.end + kMostBeside, tree.size())};
    const auto above = static_cast<std::uint32_t>(length_without_gap(tree.text(before), true));
    const auto below = static_cast<std::uint32_t>(length_without_gap(tree.text(behind), false));
    return {out.start - above, out.end + below};
}

// The lines around a place up to the next empty ones, which the formatter aligns with each other; not beyond
// the items.
Span group_around(const syntax::File& tree, Span place) {
    const Span items = items_around(tree, place);
    if (items.length() > kLongest) return items;
    const std::string text = tree.text(items);
    std::uint32_t start = items.start;
    for (std::size_t line = 0; line < text.size();) {
        const std::size_t end = std::min(text.find('\n', line), text.size());
        if (text.find_first_not_of(" \t\r", line) >= end) {
            if (items.start + line > place.end)
                return {start, items.start + static_cast<std::uint32_t>(line)};
            if (items.start + end < place.start) start = items.start + static_cast<std::uint32_t>(end + 1);
        }
        line = end + 1;
    }
    return {start, items.end};
}

// A part of the new text, by the edits that made it and those that the formatter adds.
struct Part {
    Span span;  // in the new text
    std::size_t made = 0;
    std::size_t formatted = 0;
};

// Where the edits put their texts.
std::vector<Span> new_places(std::span<const Edit> edits) {
    std::vector<Span> out;
    out.reserve(edits.size());
    std::int64_t shift = 0;
    for (const Edit& edit : edits) {
        const auto start = static_cast<std::uint32_t>(edit.range.start + shift);
        out.push_back({start, start + static_cast<std::uint32_t>(edit.replacement.size())});
        shift += static_cast<std::int64_t>(edit.replacement.size()) - edit.range.length();
    }
    return out;
}

// Both kinds of edits, merged where they touch.
std::vector<Part> parts_of(const std::vector<Span>& made, std::span<const Edit> formatted) {
    std::vector<Part> out;
    std::size_t m = 0;
    std::size_t f = 0;
    while (m < made.size() || f < formatted.size()) {
        const bool is_made =
            f == formatted.size() || (m < made.size() && made[m].start <= formatted[f].range.start);
        const Span span = is_made ? made[m] : formatted[f].range;
        const bool joins =
            !out.empty() && span.start <= out.back().span.end && !(is_made && out.back().formatted == 0);
        if (joins)
            out.back().span.end = std::max(out.back().span.end, span.end);
        else
            out.push_back({span});
        ++(is_made ? out.back().made : out.back().formatted);
        ++(is_made ? m : f);
    }
    return out;
}

std::vector<Edit> composed(std::span<const Edit> made, const syntax::File& after,
                           std::span<const Edit> formatted) {
    std::vector<Edit> out;
    std::int64_t shift = 0;
    for (const Part& part : parts_of(new_places(made), formatted)) {
        const std::span<const Edit> own = made.first(part.made);
        made = made.subspan(part.made);
        const std::span<const Edit> spaces = formatted.first(part.formatted);
        formatted = formatted.subspan(part.formatted);
        const auto start = static_cast<std::uint32_t>(part.span.start - shift);
        for (const Edit& edit : own)
            shift += static_cast<std::int64_t>(edit.replacement.size()) - edit.range.length();
        if (spaces.empty()) {
            out.insert(out.end(), own.begin(), own.end());
            continue;
        }
        std::vector<Edit> inside(spaces.begin(), spaces.end());
        for (Edit& edit : inside) {
            edit.range.start -= part.span.start;
            edit.range.end -= part.span.start;
        }
        out.push_back({{start, static_cast<std::uint32_t>(part.span.end - shift)},
                       format::apply_edits(after.text(part.span), inside)});
    }
    return out;
}

// For each range of lines, whether it is formatted already. The ranges are sorted, and formatted in one pass,
// because each pass costs as much as the lines around a range.
std::vector<bool> tidy_groups(const syntax::File& tree, const std::vector<Span>& groups) {
    const std::vector<Edit> edits = format::format_ranges(tree, groups);
    auto first_line = [&](const Span& span) { return tree.position(span.start, ColumnUnit::Utf8).line; };
    auto last_line = [&](const Span& span) {
        return tree.position(span.is_empty() ? span.start : span.end - 1, ColumnUnit::Utf8).line;
    };
    std::vector<bool> out;
    out.reserve(groups.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (i > 0 && groups[i] == groups[i - 1]) {
            out.push_back(out.back());
            continue;
        }
        const std::uint32_t first = first_line(groups[i]);
        while (next < edits.size() && first_line(edits[next].range) < first) ++next;
        out.push_back(next == edits.size() || last_line(edits[next].range) > last_line(groups[i]));
    }
    return out;
}

// The edits are sorted. Each reads its item anew, so that the whole text is read faster than many of them.
syntax::FilePtr with_edits(const syntax::File& tree, const std::vector<Edit>& edits) {
    constexpr std::size_t kBytesOfEdit = 500;
    if (edits.size() * kBytesOfEdit > tree.size())
        return syntax::File::parse(format::apply_edits(tree.text(), edits), tree.options());
    return tree.edited(std::vector<Edit>(edits.rbegin(), edits.rend()));
}

}  // namespace

std::vector<Edit> tidy_edits(const syntax::File& tree, std::vector<Edit> edits) {
    if (edits.empty() || tree.options().syntax != syntax::Syntax::Native) return edits;
    std::ranges::stable_sort(edits, {}, &Edit::range);
    for (std::size_t i = 1; i < edits.size(); ++i)
        if (edits[i].range.start < edits[i - 1].range.end) return edits;
    std::vector<Span> before;
    for (const Edit& edit : edits) {
        before.push_back(group_around(tree, edit.range));
        if (before.back().length() > kLongest || edit.replacement.size() > kLongest) return edits;
    }
    const std::vector<bool> is_tidy = tidy_groups(tree, before);
    if (std::ranges::find(is_tidy, true) == is_tidy.end()) return edits;
    const syntax::FilePtr after = with_edits(tree, edits);
    const std::vector<Span> places = new_places(edits);
    std::vector<Span> groups;
    for (std::size_t i = 0; i < places.size(); ++i)
        if (is_tidy[i]) groups.push_back(group_around(*after, places[i]));
    const std::vector<Edit> formatted = format::format_ranges(*after, groups);
    return formatted.empty() ? edits : composed(edits, *after, formatted);
}

std::vector<FileEdit> tidy_edits(const world::Snapshot& snapshot, std::vector<FileEdit> edits) {
    std::vector<FileEdit> out;
    for (std::size_t first = 0; first < edits.size();) {
        // The edits of one file follow each other.
        std::vector<Edit> part;
        const FileId file = edits[first].file;
        for (; first < edits.size() && edits[first].file == file; ++first)
            part.push_back(std::move(edits[first].edit));
        if (const world::FileState* state = snapshot.file(file))
            part = tidy_edits(*state->tree(), std::move(part));
        for (Edit& edit : part) out.push_back({file, std::move(edit)});
    }
    return out;
}

}  // namespace hcl::ide
