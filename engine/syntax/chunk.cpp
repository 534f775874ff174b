#include "engine/syntax/chunk.h"

#include <algorithm>
#include <cstring>

namespace hcl::syntax {

namespace {

bool is_ascii(std::string_view text) {
    return std::none_of(text.begin(), text.end(), [](char c) { return static_cast<std::uint8_t>(c) >= 0x80; });
}

void shift(Diagnostics& diagnostics, std::uint32_t base) {
    auto shifted = [&](Span span) { return span == kEndOfFile ? span : Span{span.start - base, span.end - base}; };
    for (Diagnostic& d : diagnostics) {
        d.span = shifted(d.span);
        if (d.context) d.context = shifted(*d.context);
        for (RelatedPlace& place : d.related) place.where.span = shifted(place.where.span);
        for (Fix& fix : d.fixes)
            for (FileEdit& edit : fix.edits) edit.edit.range = shifted(edit.edit.range);
    }
}

}  // namespace

std::shared_ptr<StoredChunk> make_chunk(ChunkParts parts) {
    const std::size_t tokens = parts.token_kinds.size();
    const std::size_t nodes = parts.nodes.size();
    std::size_t wide = static_cast<std::size_t>(std::ranges::count_if(
        parts.nodes, [](const ScratchNode& n) { return n.token_end - n.first_token >= NodeData::kWide; }));

    // Widest alignment first; text and kinds need none.
    std::size_t starts_at = 0;
    std::size_t nodes_at = starts_at + (tokens + 1) * sizeof(std::uint32_t);
    std::size_t wide_at = nodes_at + nodes * sizeof(NodeData);
    std::size_t kinds_at = wide_at + wide * sizeof(WideNode);
    std::size_t text_at = kinds_at + tokens * sizeof(TokenKind);

    auto chunk = std::make_shared<StoredChunk>();
    chunk->arena.reset(new char[text_at + parts.text.size()]);
    char* arena = chunk->arena.get();

    auto* starts = reinterpret_cast<std::uint32_t*>(arena + starts_at);
    for (std::size_t i = 0; i < tokens; ++i) starts[i] = parts.token_starts[i] - parts.base;
    starts[tokens] = static_cast<std::uint32_t>(parts.text.size());

    auto* data = reinterpret_cast<NodeData*>(arena + nodes_at);
    auto* wide_data = reinterpret_cast<WideNode*>(arena + wide_at);
    std::size_t wide_count = 0;
    for (std::size_t i = 0; i < nodes; ++i) {
        const ScratchNode& n = parts.nodes[i];
        std::uint32_t count = n.token_end - n.first_token;
        if (count >= NodeData::kWide) [[unlikely]] {
            wide_data[wide_count++] = {static_cast<std::uint32_t>(i), count};
            count = NodeData::kWide;
        }
        data[i] = {n.kind, n.flags, static_cast<std::uint16_t>(count), n.first_token - parts.token_begin, n.size};
    }

    auto* kinds = reinterpret_cast<TokenKind*>(arena + kinds_at);
    if (tokens != 0) std::memcpy(kinds, parts.token_kinds.data(), tokens * sizeof(TokenKind));
    if (!parts.text.empty()) std::memcpy(arena + text_at, parts.text.data(), parts.text.size());

    chunk->text = {arena + text_at, parts.text.size()};
    chunk->token_kinds = {kinds, tokens};
    chunk->token_starts = {starts, tokens + 1};
    chunk->nodes = {data, nodes};
    chunk->wide_nodes = {wide_data, wide_count};
    chunk->diagnostics = std::move(parts.diagnostics);
    if (!chunk->diagnostics.empty()) shift(chunk->diagnostics, parts.base);
    chunk->is_ascii = is_ascii(parts.text);
    chunk->newlines = static_cast<std::uint32_t>(std::ranges::count(parts.text, '\n'));
    return chunk;
}

}  // namespace hcl::syntax
