#include "engine/syntax/file_builder.h"

#include <algorithm>
#include <cstring>

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

// Reads the top-level items of a text one by one. A block or object that was closed by its layout is provisional: when a
// brace is left over later, the last such item is read again with braces alone deciding.
class ItemReader {
  public:
    ItemReader(std::string_view text, const ParseOptions& options, bool starts_file)
        : text_(text), parser_(text, options, LexMode::Config) {
        parser_.set_starts_file(starts_file);
    }

    // False at the end of the text.
    bool next() {
        ChunkScratch scratch;
        if (!parser_.next_chunk(scratch)) return false;
        std::uint32_t start = parser_.token_offset(scratch.token_begin);
        if (scratch.has_stray && !provisional_.empty()) {
            std::size_t index = provisional_.back();
            provisional_.pop_back();
            std::uint32_t stray_end = parser_.token_offset(scratch.token_end);
            parser_.rewind(starts_[index]);
            bool is_item = parser_.next_chunk(scratch, true);
            if (is_item && !scratch.has_unclosed && parser_.token_offset(scratch.token_end) >= stray_end) {
                entries_.resize(index);
                starts_.resize(index);
                start = parser_.token_offset(scratch.token_begin);
            } else {
                provisional_.clear();
                parser_.rewind(start);
                parser_.next_chunk(scratch);
            }
        }
        if (scratch.has_unclosed) provisional_.push_back(entries_.size());
        starts_.push_back(start);
        end_ = parser_.token_offset(scratch.token_end);
        entries_.push_back({chunk_of(parser_, text_, scratch), nullptr});
        return true;
    }

    std::uint32_t end() const { return end_; }  // of the last item
    bool reached_end_open() const { return parser_.reached_end_open(); }
    bool saw_end() const { return parser_.saw_end(); }
    std::vector<ChunkEntry> take() { return std::move(entries_); }

  private:
    std::string_view text_;
    Parser parser_;
    std::vector<ChunkEntry> entries_;
    std::vector<std::uint32_t> starts_;
    std::vector<std::size_t> provisional_;
    std::uint32_t end_ = 0;
};

std::vector<ChunkEntry> parse_items(std::string_view text, const ParseOptions& options) {
    ItemReader reader(text, options, true);
    while (reader.next()) {
    }
    return reader.take();
}

bool is_same_chunk(const StoredChunk& a, const StoredChunk& b) {
    return a.text == b.text && a.nodes.size() == b.nodes.size() &&
           std::memcmp(a.nodes.data(), b.nodes.data(), a.nodes.size_bytes()) == 0 &&
           std::ranges::equal(a.token_kinds, b.token_kinds) && a.diagnostics.empty() && b.diagnostics.empty() &&
           a.has_unclosed == b.has_unclosed && a.has_stray == b.has_stray && a.depends_on_rest == b.depends_on_rest;
}

ChunkTreePtr parse_whole(const ChunkTree& old, const Edit& edit, const ParseOptions& options) {
    std::string text;
    text.reserve(old.summary().bytes + edit.replacement.size());
    append_text(old, {0, edit.range.start}, text);
    text += edit.replacement;
    append_text(old, {edit.range.end, old.summary().bytes}, text);
    return ChunkTree::build(parse_items(text, options));
}

// Reads again from the chunk before the edit up to the first boundary behind it that was one before.
ChunkTreePtr apply_edit(const ChunkTree& old, const Edit& edit, const ParseOptions& options) {
    const ChunkSummary& whole = old.summary();
    if (whole.entries == 0 || whole.depends_on_rest || whole.unclosed_before_stray)
        return parse_whole(old, edit, options);

    ChunkPlace first;
    old.entry_at_offset(edit.range.start, first);
    if (first.entry > 0) {
        std::uint32_t before = first.entry - 1;
        first = {};
        old.entry(before, first);
    }
    ChunkPlace last;
    old.entry_at_offset(edit.range.end, last);

    const auto inserted = static_cast<std::uint32_t>(edit.replacement.size());
    const std::uint32_t edit_end = edit.range.start - first.offset + inserted;  // in the text read again
    for (std::uint32_t more = 2;; more *= 4) {
        const std::uint32_t stop = std::min(whole.entries, last.entry + more);
        const bool is_rest = stop == whole.entries;
        std::uint32_t stop_offset = whole.bytes;
        if (!is_rest) {
            ChunkPlace place;
            old.entry(stop, place);
            stop_offset = place.offset;
        }
        std::string text;
        append_text(old, {first.offset, edit.range.start}, text);
        text += edit.replacement;
        append_text(old, {edit.range.end, stop_offset}, text);

        ItemReader reader(text, options, first.offset == 0);
        std::uint32_t resumed = whole.entries;
        bool is_synced = false;
        while (!is_synced && reader.next()) {
            // An old boundary counts only when a whole old chunk follows it in the text at hand: reading looks one
            // line ahead.
            std::uint32_t end = reader.end();
            if (end < edit_end) continue;
            std::uint32_t old_offset = first.offset + end - inserted + edit.range.length();
            if (old_offset >= stop_offset) continue;
            ChunkPlace place;
            old.entry_at_offset(old_offset, place);
            is_synced = place.offset == old_offset && place.entry > last.entry;
            if (is_synced) resumed = place.entry;
        }
        if (!is_rest && (!is_synced || reader.reached_end_open() || reader.saw_end())) {
            if (reader.reached_end_open()) more = whole.entries / 4 + 1;
            continue;
        }
        std::vector<ChunkEntry> entries = reader.take();
        // What came out as it was keeps its identity.
        std::uint32_t at = first.entry;
        for (ChunkEntry& entry : entries) {
            if (at >= resumed) break;
            ChunkPlace place;
            const ChunkEntry& was = old.entry(at++, place);
            if (!was.chunk || !entry.chunk || !is_same_chunk(*was.chunk, *entry.chunk)) break;
            entry = was;
        }
        ChunkTreePtr tree = old.splice(first.entry, resumed, std::move(entries));
        if (tree->summary().unclosed_before_stray || tree->summary().depends_on_rest)
            return parse_whole(old, edit, options);
        return tree;
    }
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
    if (old.data_->options.syntax == Syntax::Native && !old.data_->is_expression) {
        std::shared_ptr<File> file(new File());
        file->data_ = std::make_unique<File::Data>(*old.data_);
        for (Edit edit : edits) {
            std::uint32_t size = file->size();
            edit.range.end = std::min(edit.range.end, size);
            edit.range.start = std::min(edit.range.start, edit.range.end);
            file->data_->chunks = apply_edit(*file->data_->chunks, edit, old.data_->options);
        }
        return file;
    }
    std::string text = old.text();
    for (const Edit& edit : edits) {
        std::uint32_t end = std::min(edit.range.end, static_cast<std::uint32_t>(text.size()));
        std::uint32_t start = std::min(edit.range.start, end);
        text.replace(start, end - start, edit.replacement);
    }
    if (old.data_->is_expression) return parse_expression(text);
    return parse(text, old.data_->options);
}

FileMemory FileBuilder::memory(const File& file) {
    constexpr std::size_t kAllocation = 16;
    FileMemory memory;
    for (std::uint32_t i = 0; i < file.chunk_count(); ++i) {
        ChunkPtr chunk = file.chunk(i);
        memory.text += chunk->text.size();
        memory.tokens += chunk->token_kinds.size_bytes() + chunk->token_starts.size_bytes();
        memory.nodes += chunk->nodes.size_bytes() + chunk->wide_nodes.size_bytes();
        memory.chunks += sizeof(StoredChunk) + 2 * kAllocation + kAllocation;
        memory.diagnostics += chunk->diagnostics.capacity() * sizeof(Diagnostic);
    }
    memory.sequence = sizeof(File) + sizeof(File::Data) + 2 * kAllocation + file.data_->chunks->memory();
    return memory;
}

}  // namespace hcl::syntax
