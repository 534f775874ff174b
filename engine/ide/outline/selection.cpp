#include "engine/ide/outline/selection.h"

#include <algorithm>

#include "engine/ide/place/places.h"

namespace hcl::ide {

namespace {

using syntax::BodyItem;
using syntax::Node;
using syntax::NodeKind;
using syntax::TokenKind;

bool is_worth_selecting(TokenKind kind) {
    switch (kind) {
        case TokenKind::Ident:
        case TokenKind::Number:
        case TokenKind::QuotedLit:
        case TokenKind::JsonNumber:
        case TokenKind::JsonKeyword:
            return true;
        default:
            return false;
    }
}

// Collects spans from the outside in, each strictly inside of the last and containing the offset.
class Narrowing {
  public:
    explicit Narrowing(std::uint32_t offset) : offset_(offset) {}

    void add(Span span) {
        if (!span.touches(offset_)) return;
        if (!spans_.empty()) {
            Span outer = spans_.back();
            if (span == outer || span.start < outer.start || span.end > outer.end) return;
        }
        spans_.push_back(span);
    }

    std::vector<Span> innermost_first() {
        std::ranges::reverse(spans_);
        return std::move(spans_);
    }

  private:
    std::uint32_t offset_;
    std::vector<Span> spans_;
};

// The long blocks around the offset.
void add_split_blocks(const syntax::BodyView& body, std::uint32_t offset, Narrowing& out) {
    for (const BodyItem& item : body.items_at(offset)) {
        if (!item.split) continue;
        syntax::BlockView block = item.block();
        out.add(item.span);
        Span open = block.open_brace();
        Span close = block.close_brace();
        out.add({open.start, close.end});
        out.add({open.end, close.start});
        add_split_blocks(block.body(), offset, out);
        return;
    }
}

void add_node(Node node, Narrowing& out) {
    out.add(node.span());
    BracketPair pair = brackets_of(node);
    if (pair.has_both()) {
        // The brackets of a block or call with their contents, then the contents.
        out.add({pair.open.start, pair.close.end});
        out.add({pair.open.end, pair.close.start});
    }
    switch (node.kind()) {
        case NodeKind::Template: {
            Span span = node.span();
            bool is_closed = node.token_end() > node.first_token() + 1 &&
                             node.token_kind(node.token_end() - 1) == TokenKind::CQuote;
            if (is_closed) out.add({span.start + 1, span.end - 1});
            break;
        }
        case NodeKind::JsonString: {
            Span span = node.span();
            if (span.length() >= 2 && node.text().ends_with('"')) out.add({span.start + 1, span.end - 1});
            break;
        }
        case NodeKind::Heredoc: {
            std::uint32_t last = node.token_end() - 1;
            if (last > node.first_token() && node.token_kind(last) == TokenKind::CHeredoc)
                out.add({node.token_span(node.first_token()).end, node.token_span(last).start});
            break;
        }
        default:
            break;
    }
}

}  // namespace

std::vector<Span> selection_spans(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                  const Cancel& cancel) {
    const world::FileState* state = snapshot.file(file);
    if (!state) return {};
    cancel.poll();
    const syntax::File& tree = *state->tree();
    offset = std::min(offset, tree.size());
    Narrowing out(offset);
    out.add({0, tree.size()});
    if (tree.options().syntax == syntax::Syntax::Native) add_split_blocks(tree.body(), offset, out);
    // At the end of a word select the word, not the whitespace after it.
    std::optional<TokenPlace> token = token_touching(tree, offset, is_worth_selecting);
    if (token) {
        for (Node node : nodes_around(*token))
            if (!node.is(NodeKind::Block) || !node.has(syntax::kSplit)) add_node(node, out);
        if (is_worth_selecting(token->kind())) out.add(token->span());
    }
    return out.innermost_first();
}

}  // namespace hcl::ide
