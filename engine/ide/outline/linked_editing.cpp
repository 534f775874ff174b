#include "engine/ide/outline/linked_editing.h"

#include "engine/ide/place/places.h"

namespace hcl::ide {

using syntax::Node;
using syntax::NodeKind;
using syntax::TokenKind;

namespace {

bool is_heredoc_token(TokenKind kind) {
    return kind == TokenKind::OHeredoc || kind == TokenKind::CHeredoc;
}

// The tag in `<<-TAG` or in the line that ends the heredoc.
Span tag_span(std::string_view text, Span span) {
    std::size_t from = text.starts_with("<<") ? 2 : 0;
    if (from == 2 && text.substr(2).starts_with('-')) from = 3;
    auto is_blank = [&](std::size_t at) {
        return text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\n';
    };
    while (from < text.size() && is_blank(from)) ++from;
    std::size_t to = text.size();
    while (to > from && is_blank(to - 1)) --to;
    return {span.start + static_cast<std::uint32_t>(from), span.start + static_cast<std::uint32_t>(to)};
}

}  // namespace

std::vector<Span> linked_spans(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                               const Cancel& cancel) {
    const world::FileState* state = snapshot.file(file);
    if (!state) return {};
    cancel.poll();
    const syntax::File& tree = *state->tree();
    std::optional<TokenPlace> token = token_touching(tree, offset, is_heredoc_token);
    if (!token || !is_heredoc_token(token->kind())) return {};
    std::vector<Node> around = nodes_around(*token);
    if (around.empty() || !around.back().is(NodeKind::Heredoc)) return {};
    Node heredoc = around.back();
    std::uint32_t first = heredoc.first_token();
    std::uint32_t last = heredoc.token_end() - 1;
    if (heredoc.token_kind(first) != TokenKind::OHeredoc || heredoc.token_kind(last) != TokenKind::CHeredoc)
        return {};
    std::vector<Span> spans = {tag_span(heredoc.token_text(first), heredoc.token_span(first)),
                               tag_span(heredoc.token_text(last), heredoc.token_span(last))};
    if (!spans[0].touches(offset) && !spans[1].touches(offset)) return {};
    return spans;
}

}  // namespace hcl::ide
