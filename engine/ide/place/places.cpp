#include "engine/ide/place/places.h"

#include <algorithm>

namespace hcl::ide {

using syntax::Node;
using syntax::NodeKind;
using syntax::TokenKind;

std::optional<TokenPlace> token_at(const syntax::File& file, std::uint32_t offset) {
    if (file.size() == 0 || file.chunk_count() == 0) return std::nullopt;
    offset = std::min(offset, file.size() - 1);
    std::uint32_t index = file.chunk_at(offset);
    TokenPlace place;
    place.base = file.chunk_start(index);
    // The file owns its chunks, so they outlive this.
    place.chunk = file.chunk(index).get();
    std::uint32_t within = offset - place.base;
    auto starts = place.chunk->token_starts;
    auto next = std::ranges::upper_bound(starts, within);
    auto behind = static_cast<std::uint32_t>(next - starts.begin());
    auto tokens = static_cast<std::uint32_t>(place.chunk->token_kinds.size());
    if (tokens == 0) return std::nullopt;
    place.index = std::min(behind == 0 ? 0 : behind - 1, tokens - 1);
    return place;
}

std::optional<TokenPlace> token_touching(const syntax::File& file, std::uint32_t offset,
                                         bool (*is_wanted)(TokenKind)) {
    std::optional<TokenPlace> at = token_at(file, offset);
    if (at && is_wanted(at->kind())) return at;
    if (offset == 0) return at;
    std::optional<TokenPlace> before = token_at(file, offset - 1);
    if (before && is_wanted(before->kind()) && before->span().end == offset) return before;
    return at;
}

std::vector<Node> nodes_around(const TokenPlace& token) {
    std::vector<Node> path;
    if (token.chunk->nodes.empty()) return path;
    Node node(token.chunk, token.base, 0);
    while (node && node.first_token() <= token.index && token.index < node.token_end()) {
        path.push_back(node);
        Node inner;
        for (Node child : node.children())
            if (child.first_token() <= token.index && token.index < child.token_end()) {
                inner = child;
                break;
            }
        node = inner;
    }
    return path;
}

namespace {

Span first_of(Node node, std::uint32_t from, std::uint32_t to, TokenKind kind) {
    for (std::uint32_t t = from; t < to; ++t)
        if (node.token_kind(t) == kind) return node.token_span(t);
    return {};
}

Span last_if(Node node, TokenKind kind) {
    std::uint32_t end = node.token_end();
    return end > node.first_token() && node.token_kind(end - 1) == kind ? node.token_span(end - 1) : Span();
}

Span first_if(Node node, TokenKind kind) {
    std::uint32_t first = node.first_token();
    return node.token_end() > first && node.token_kind(first) == kind ? node.token_span(first) : Span();
}

Node last_child(Node node) {
    Node last;
    for (Node child : node.children()) last = child;
    return last;
}

}  // namespace

BracketPair brackets_of(Node node) {
    switch (node.kind()) {
        case NodeKind::Block: {
            Node body = last_child(node);
            BracketPair pair;
            std::uint32_t from = body.first_token();
            for (std::uint32_t t = from; t > node.first_token() && pair.open.is_empty(); --t)
                if (node.token_kind(t - 1) == TokenKind::OBrace) pair.open = node.token_span(t - 1);
            pair.close = first_of(node, body.token_end(), node.token_end(), TokenKind::CBrace);
            return pair;
        }
        case NodeKind::Object:
        case NodeKind::ForObject:
        case NodeKind::JsonObject:
            return {first_if(node, TokenKind::OBrace), last_if(node, TokenKind::CBrace)};
        case NodeKind::Tuple:
        case NodeKind::ForTuple:
        case NodeKind::JsonArray:
            return {first_if(node, TokenKind::OBrack), last_if(node, TokenKind::CBrack)};
        case NodeKind::Paren:
            return {first_if(node, TokenKind::OParen), last_if(node, TokenKind::CParen)};
        case NodeKind::Call: {
            Node name = node.child(0);
            std::uint32_t from = name ? name.token_end() : node.first_token();
            Node first = node.child(1);
            std::uint32_t to = first ? first.first_token() : node.token_end();
            return {first_of(node, from, to, TokenKind::OParen), last_if(node, TokenKind::CParen)};
        }
        case NodeKind::Index: {
            Node operand = node.child(0);
            Node key = node.child(1);
            if (!operand || !key) return {};
            return {first_of(node, operand.token_end(), key.first_token(), TokenKind::OBrack),
                    last_if(node, TokenKind::CBrack)};
        }
        case NodeKind::SplatItem:
            return {first_if(node, TokenKind::OBrack), last_if(node, TokenKind::CBrack)};
        case NodeKind::Interpolation:
            return {first_if(node, TokenKind::TemplateInterp), last_if(node, TokenKind::TemplateSeqEnd)};
        default:
            return {};
    }
}

}  // namespace hcl::ide
