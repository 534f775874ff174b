// Finds the token and the nodes at a byte of a file.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/syntax/file/file.h"

namespace hcl::ide {

// A token of a file; valid while the file is alive.
struct TokenPlace {
    const syntax::Chunk* chunk = nullptr;
    std::uint32_t base = 0;  // start of the chunk in the file
    std::uint32_t index = 0;

    syntax::TokenKind kind() const { return chunk->token_kinds[index]; }
    Span span() const { return chunk->token_span(index).shifted(base); }
    std::string_view text() const { return chunk->token_text(index); }
};

// The token that contains the byte; at the end of the file the last token. Empty for an empty file.
std::optional<TokenPlace> token_at(const syntax::File& file, std::uint32_t offset);
// The same, but prefers a token that ends at the offset if only that one satisfies `is_wanted`.
std::optional<TokenPlace> token_touching(const syntax::File& file, std::uint32_t offset,
                                         bool (*is_wanted)(syntax::TokenKind));

// The nodes around the token within its chunk, outermost first. For a block that is split over chunks the
// path of an item does not include the block.
std::vector<syntax::Node> nodes_around(const TokenPlace& token);

inline bool is_name_token(syntax::TokenKind kind) {
    return kind == syntax::TokenKind::Ident;
}

// The opening and closing bracket of a node as spans; empty where missing.
struct BracketPair {
    Span open;
    Span close;
    bool has_both() const { return !open.is_empty() && !close.is_empty(); }
};
BracketPair brackets_of(syntax::Node node);

// Calls visit(chunk, base) for every chunk that overlaps `span`.
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
