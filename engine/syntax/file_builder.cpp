#include "engine/syntax/file_builder.h"

#include <algorithm>

#include "engine/syntax/file_data.h"
#include "engine/syntax/json_parser.h"

namespace hcl::syntax {

namespace {

StoredChunkPtr chunk_of(Parser& parser, std::string_view text, const ChunkScratch& scratch) {
    const TokenBuffer& tokens = parser.tokens();
    std::uint32_t begin = tokens.start(scratch.token_begin);
    std::uint32_t end = scratch.token_end < tokens.size() ? tokens.start(scratch.token_end)
                                                          : static_cast<std::uint32_t>(text.size());
    ChunkParts parts;
    parts.text = text.substr(begin, end - begin);
    parts.base = begin;
    parts.token_begin = scratch.token_begin;
    std::size_t count = scratch.token_end - scratch.token_begin;
    parts.token_kinds = {tokens.kinds() + scratch.token_begin, count};
    parts.token_starts = {tokens.starts() + scratch.token_begin, count};
    parts.nodes = parser.nodes();
    parts.diagnostics = parser.take_diagnostics(scratch);
    auto chunk = make_chunk(std::move(parts));
    chunk->has_unclosed = scratch.has_unclosed;
    chunk->has_stray = scratch.has_stray;
    chunk->depends_on_rest = scratch.depends_on_rest;
    return chunk;
}

// The top-level items of a text. A block or object that was closed by its layout is provisional: when a brace is left
// over later, the last such item is read again with braces alone deciding.
std::vector<ChunkEntry> parse_items(std::string_view text, const ParseOptions& options) {
    std::vector<ChunkEntry> entries;
    Parser parser(text, options, LexMode::Config);
    ChunkScratch scratch;
    std::vector<std::size_t> provisional;
    std::vector<std::uint32_t> starts;
    while (parser.next_chunk(scratch)) {
        std::uint32_t start = parser.token_offset(scratch.token_begin);
        if (scratch.has_stray && !provisional.empty()) {
            std::size_t index = provisional.back();
            provisional.pop_back();
            std::uint32_t stray_end = parser.token_offset(scratch.token_end);
            parser.rewind(starts[index]);
            bool is_item = parser.next_chunk(scratch, true);
            if (is_item && !scratch.has_unclosed && parser.token_offset(scratch.token_end) >= stray_end) {
                entries.resize(index);
                starts.resize(index);
                start = parser.token_offset(scratch.token_begin);
            } else {
                provisional.clear();
                parser.rewind(start);
                parser.next_chunk(scratch);
            }
        }
        if (scratch.has_unclosed) provisional.push_back(entries.size());
        starts.push_back(start);
        entries.push_back({chunk_of(parser, text, scratch), nullptr});
    }
    return entries;
}

StoredChunkPtr json_chunk(std::string_view text) {
    JsonTree tree = parse_json(text);
    auto chunk = std::make_shared<StoredChunk>();
    const std::size_t tokens = tree.tokens.kinds.size();
    std::size_t nodes_at = (tokens + 1) * sizeof(std::uint32_t);
    std::size_t wide_at = nodes_at + tree.nodes.size() * sizeof(NodeData);
    std::size_t kinds_at = wide_at + tree.wide_nodes.size() * sizeof(WideNode);
    std::size_t text_at = kinds_at + tokens * sizeof(TokenKind);
    chunk->arena.reset(new char[text_at + text.size()]);
    char* arena = chunk->arena.get();
    auto* starts = reinterpret_cast<std::uint32_t*>(arena);
    auto* nodes = reinterpret_cast<NodeData*>(arena + nodes_at);
    auto* wide = reinterpret_cast<WideNode*>(arena + wide_at);
    auto* kinds = reinterpret_cast<TokenKind*>(arena + kinds_at);
    std::ranges::copy(tree.tokens.starts, starts);
    std::ranges::copy(tree.nodes, nodes);
    std::ranges::copy(tree.wide_nodes, wide);
    std::ranges::copy(tree.tokens.kinds, kinds);
    std::ranges::copy(text, arena + text_at);
    chunk->text = {arena + text_at, text.size()};
    chunk->token_kinds = {kinds, tokens};
    chunk->token_starts = {starts, tokens + 1};
    chunk->nodes = {nodes, tree.nodes.size()};
    chunk->wide_nodes = {wide, tree.wide_nodes.size()};
    chunk->diagnostics = std::move(tree.diagnostics);
    chunk->is_ascii = std::ranges::none_of(text, [](char c) { return static_cast<std::uint8_t>(c) >= 0x80; });
    chunk->newlines = static_cast<std::uint32_t>(std::ranges::count(text, '\n'));
    return chunk;
}

}  // namespace

FilePtr FileBuilder::parse(std::string_view text, const ParseOptions& options) {
    std::shared_ptr<File> file(new File());
    file->data_ = std::make_unique<File::Data>();
    file->data_->options = options;
    std::vector<ChunkEntry> entries;
    switch (options.syntax) {
        case Syntax::Native: entries = parse_items(text, options); break;
        case Syntax::Json: entries.push_back({json_chunk(text), nullptr}); break;
        case Syntax::Template: {
            Parser parser(text, options, LexMode::Template);
            ChunkScratch scratch;
            parser.template_chunk(scratch);
            entries.push_back({chunk_of(parser, text, scratch), nullptr});
            break;
        }
    }
    file->data_->chunks = ChunkTree::build(std::move(entries));
    return file;
}

FilePtr FileBuilder::parse_expression(std::string_view text) {
    std::shared_ptr<File> file(new File());
    file->data_ = std::make_unique<File::Data>();
    file->data_->is_expression = true;
    Parser parser(text, {}, LexMode::Config);
    ChunkScratch scratch;
    parser.expression_chunk(scratch);
    std::vector<ChunkEntry> entries;
    entries.push_back({chunk_of(parser, text, scratch), nullptr});
    file->data_->chunks = ChunkTree::build(std::move(entries));
    return file;
}

FilePtr FileBuilder::edited(const File& old, std::span<const Edit> edits) {
    std::string text = old.text();
    for (const Edit& edit : edits) {
        std::uint32_t end = std::min(edit.range.end, static_cast<std::uint32_t>(text.size()));
        std::uint32_t start = std::min(edit.range.start, end);
        text.replace(start, end - start, edit.replacement);
    }
    if (old.data_->is_expression) return parse_expression(text);
    return parse(text, old.data_->options);
}

}  // namespace hcl::syntax
