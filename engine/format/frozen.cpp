#include "engine/format/frozen.h"

#include <algorithm>

#include "engine/syntax/file/file_builder.h"
#include "engine/syntax/tree/chunk_tree.h"

namespace hcl::format {

namespace {

using syntax::Chunk;
using syntax::Node;
using syntax::NodeKind;

bool is_item(NodeKind kind) {
    return kind == NodeKind::Attribute || kind == NodeKind::Block || kind == NodeKind::Bogus;
}

// The line of a chunk that contains the span.
Span line_around(std::string_view text, Span span) {
    span.end = std::min(span.end, static_cast<std::uint32_t>(text.size()));
    span.start = std::min(span.start, span.end);
    std::size_t start = span.start == 0 ? std::string_view::npos : text.rfind('\n', span.start - 1);
    std::size_t end = text.find('\n', span.end);
    return {start == std::string_view::npos ? 0 : static_cast<std::uint32_t>(start + 1),
            static_cast<std::uint32_t>(end == std::string_view::npos ? text.size() : end + 1)};
}

constexpr std::uint32_t kNowhere = 0xFFFF'FFFF;

// The number of bytes before the position on its line.
std::uint32_t column(std::string_view text, std::uint32_t offset) {
    std::size_t line = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
    return line == std::string_view::npos ? offset : offset - static_cast<std::uint32_t>(line + 1);
}

// The items of one chunk, outer before inner, each with its parent.
class Finder {
  public:
    explicit Finder(const Chunk& chunk) : chunk_(chunk) {
        std::uint32_t around = kNowhere;
        for (std::uint32_t id = 0; id < chunk.nodes.size(); ++id) {
            while (around != kNowhere && id >= items_[around].node_end) around = items_[around].outer;
            if (!is_item(chunk.nodes[id].kind)) continue;
            Node node(&chunk, 0, id);
            bool is_broken = node.is_broken() || node.is(NodeKind::Bogus);
            items_.push_back({span_of(node), id + node.data().size, around, kNowhere, is_broken,
                              node.is(NodeKind::Block)});
            around = static_cast<std::uint32_t>(items_.size() - 1);
        }
    }

    // Adds broken items. A block with a broken header leaves its items behind as siblings: they belong
    // to it if they are indented deeper. `left_by` is that indentation at the top level, kNowhere for
    // none, and is passed from chunk to chunk.
    void add_broken(std::vector<Span>& spans, std::uint32_t base, std::uint32_t& left_by) {
        bool has_any = false;
        for (Item& item : items_) {
            std::uint32_t& left = item.outer == kNowhere ? left_by : items_[item.outer].left_by;
            std::uint32_t indent =
                left == kNowhere && !item.is_broken ? 0 : column(chunk_.text, item.span.start);
            bool is_left_behind = left != kNowhere && indent > left;
            if (!item.is_broken && !is_left_behind) {
                left = kNowhere;
                continue;
            }
            spans.push_back(item.span.shifted(base));
            has_any |= item.is_broken;
            if (!is_left_behind) left = item.is_block ? indent : kNowhere;
        }
        if (has_any) return;
        // No item is marked as broken: use the items with errors.
        for (const Diagnostic& diagnostic : chunk_.diagnostics)
            if (diagnostic.severity == Severity::Error)
                spans.push_back(around(diagnostic.span).shifted(base));
    }

  private:
    struct Item {
        Span span;
        std::uint32_t node_end;
        std::uint32_t outer;  // index in items_
        std::uint32_t left_by;
        bool is_broken;
        bool is_block;
    };

    // The innermost item that contains the position; the whole block when none of its items does.
    Span around(Span place) const {
        auto behind =
            std::ranges::upper_bound(items_, place.start, {}, [](const Item& i) { return i.span.start; });
        auto at = static_cast<std::uint32_t>(behind - items_.begin());
        at = at == 0 ? kNowhere : at - 1;
        while (at != kNowhere && items_[at].span.end < place.start) at = items_[at].outer;
        return at == kNowhere ? line_around(chunk_.text, place) : items_[at].span;
    }

    // The chunk of a split block has the header and the brace; its items are in other chunks.
    static Span span_of(Node node) {
        Span span = node.span();
        if (!node.is(NodeKind::Block) || !node.has(syntax::kSplit)) return span;
        for (std::uint32_t token = node.token_end(); token-- > node.first_token();)
            if (node.token_kind(token) == syntax::TokenKind::OBrace)
                return {span.start, node.token_span(token).start};
        return span;
    }

    const Chunk& chunk_;
    std::vector<Item> items_;
};

}  // namespace

std::vector<Span> frozen_spans(const syntax::File& file, std::uint32_t first, std::uint32_t end) {
    std::vector<Span> spans;
    if (!syntax::FileBuilder::chunks(file).summary().has_diagnostics) return spans;
    std::uint32_t left_by = kNowhere;
    end = std::min(end, file.chunk_count());
    // A broken header above may have left items behind up to here, if they are indented.
    auto is_indented = [&](std::uint32_t i) {
        const auto chunk = file.chunk(i);
        if (chunk->nodes.empty()) return true;
        std::uint32_t start = chunk->token_starts[chunk->nodes[0].first_token];
        return column(chunk->text, start) > 0 || has_errors(chunk->diagnostics);
    };
    std::uint32_t from = std::min(first, end);
    while (from > 0 && from < end && is_indented(from)) --from;
    for (std::uint32_t i = from; i < end; ++i) {
        const auto chunk = file.chunk(i);
        if (left_by == kNowhere && !has_errors(chunk->diagnostics)) continue;
        Finder(*chunk).add_broken(spans, file.chunk_start(i), left_by);
    }
    if (first > 0 && first < end) {
        std::uint32_t start = file.chunk_start(first);
        std::erase_if(spans, [&](Span span) { return span.end <= start; });
    }
    std::erase_if(spans, [](Span span) { return span.is_empty(); });
    std::ranges::sort(spans);
    std::vector<Span> merged;
    for (Span span : spans) {
        if (!merged.empty() && span.start <= merged.back().end)
            merged.back().end = std::max(merged.back().end, span.end);
        else
            merged.push_back(span);
    }
    return merged;
}

}  // namespace hcl::format
