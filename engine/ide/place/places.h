// Ways from a byte of a file to the token and the nodes that it lies in.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/syntax/file/file.h"

namespace hcl::ide {

// A token of a file; valid while the file lives.
struct TokenPlace {
    const syntax::Chunk* chunk = nullptr;
    std::uint32_t base = 0;  // where the chunk starts
    std::uint32_t index = 0;

    syntax::TokenKind kind() const { return chunk->token_kinds[index]; }
    Span span() const { return chunk->token_span(index).shifted(base); }
    std::string_view text() const { return chunk->token_text(index); }
};

// The token that holds the byte; at the end of the file the last one. Nothing in an empty file.
std::optional<TokenPlace> token_at(const syntax::File& file, std::uint32_t offset);
// The same, but a token that `is_wanted` accepts and that ends at the offset is taken before one that it
// refuses.
std::optional<TokenPlace> token_touching(const syntax::File& file, std::uint32_t offset,
                                         bool (*is_wanted)(syntax::TokenKind));

// The nodes of the token's chunk around it, outermost first. Blocks whose items lie in chunks of their own
// are not among the nodes of those.
std::vector<syntax::Node> nodes_around(const TokenPlace& token);

inline bool is_name_token(syntax::TokenKind kind) {
    return kind == syntax::TokenKind::Ident;
}

// "(", "[", "{" and their partners as two spans; empty ones when the node has none or the partner is missing.
struct BracketPair {
    Span open;
    Span close;
    bool has_both() const { return !open.is_empty() && !close.is_empty(); }
};
BracketPair brackets_of(syntax::Node node);

// Every chunk that overlaps `span`: visit(chunk, base).
template <typename Visit>
void each_chunk(const syntax::File& file, Span span, const Cancel& cancel, const Visit& visit) {
    const std::uint32_t count = file.chunk_count();
    if (count == 0) return;
    std::uint32_t index = file.chunk_at(span.start);
    std::uint32_t base = file.chunk_start(index);
    for (; index < count && (base < span.end || base == span.start); ++index) {
        cancel.poll();
        syntax::ChunkPtr chunk = file.chunk(index);
        visit(*chunk, base);
        base += static_cast<std::uint32_t>(chunk->text.size());
    }
}

}  // namespace hcl::ide
