#include "engine/bind/ignore_comments.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace hcl::bind {

namespace {

constexpr std::string_view kMarker = "hcl-ls:ignore";

struct Place {
    Span comment;
    Span line;       // the comment's line
    Span next_line;  // the line after it
    bool is_alone = false;
};

// The attribute or block that starts after a comment, or
// whose first line contains the comment.
Span item_behind(const BoundUnit& unit, const Place& place) {
    const Span comment = place.comment;
    Span best{comment.start, comment.end};
    std::uint32_t nearest = kNone;
    auto offer = [&](Span item) {
        if (place.is_alone ? item.start < comment.end : item.start > comment.start) return;
        const std::uint32_t distance = place.is_alone ? item.start - comment.end : comment.start - item.start;
        if (distance < nearest) {
            nearest = distance;
            best = item;
        }
    };
    for (const BoundBlock& block : unit.blocks)
        if (!block.is_elsewhere) offer(block.span);
    for (const BoundAttribute& attribute : unit.attributes) offer(attribute.span);
    return best;
}

// Codes end at a colon or dashes, which start the reason.
std::vector<std::string> codes_in(std::string_view rest) {
    std::vector<std::string> codes;
    while (!rest.empty()) {
        const std::size_t from = rest.find_first_not_of(" ,\t\r\n");
        if (from == std::string_view::npos) break;
        rest.remove_prefix(from);
        const std::size_t to = std::min(rest.find_first_of(" ,:\t\r\n"), rest.size());
        const std::string_view word = rest.substr(0, to);
        if (word.empty() || word == "--" || word.starts_with("*/")) break;
        codes.emplace_back(word);
        rest.remove_prefix(to);
        if (rest.starts_with(':')) break;
    }
    return codes;
}

void read_comment(std::string_view comment, const Place& place, BoundUnit& unit) {
    using Reach = IgnoreComment::Reach;
    const std::size_t at = comment.find(kMarker);
    if (at == std::string_view::npos) return;
    std::string_view rest = comment.substr(at + kMarker.size());
    IgnoreComment ignore{Reach::Line, place.comment, {}, place.line};
    if (rest.starts_with("-file")) {
        ignore.reach = Reach::File;
        rest.remove_prefix(5);
    } else if (rest.starts_with("-block")) {
        ignore.reach = Reach::Item;
        ignore.lines = item_behind(unit, place);
        rest.remove_prefix(6);
    } else if (place.is_alone) {
        ignore.reach = Reach::NextLine;
        ignore.lines = place.next_line;
    }
    ignore.codes = codes_in(rest);
    unit.ignores.push_back(std::move(ignore));
}

Span line_around(std::string_view text, std::uint32_t offset) {
    const std::size_t start = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
    const std::size_t end = std::min(text.find('\n', offset), text.size());
    return {start == std::string_view::npos ? 0 : static_cast<std::uint32_t>(start + 1),
            static_cast<std::uint32_t>(end)};
}

}  // namespace

void find_ignore_comments(const syntax::Chunk& chunk, std::uint32_t base, BoundUnit& unit) {
    if (chunk.text.find(kMarker) == std::string_view::npos) return;
    const auto size = static_cast<std::uint32_t>(chunk.text.size());
    for (std::uint32_t i = 0; i < chunk.token_kinds.size(); ++i) {
        if (chunk.token_kinds[i] != syntax::TokenKind::Comment) continue;
        const Span span = chunk.token_span(i);
        const Span line = line_around(chunk.text, span.start);
        const std::string_view before = chunk.text.substr(line.start, span.start - line.start);
        std::uint32_t next = span.end;
        if (next < size && chunk.text[next - 1] != '\n') next = std::min(line.end + 1, size);
        const Span below = line_around(chunk.text, std::min(next, size));
        read_comment(chunk.token_text(i),
                     {.comment = span.shifted(base),
                      .line = line.shifted(base),
                      .next_line = below.shifted(base),
                      .is_alone = before.find_first_not_of(" \t") == std::string_view::npos},
                     unit);
    }
}

}  // namespace hcl::bind
