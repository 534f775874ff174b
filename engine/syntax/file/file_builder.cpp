#include "engine/syntax/file/file_builder.h"

#include <algorithm>
#include <iterator>

#include "engine/syntax/file/file_data.h"
#include "engine/syntax/file/file_edit.h"
#include "engine/syntax/file/item_reader.h"
#include "engine/syntax/json/json_chunks.h"

namespace hcl::syntax {

namespace {

// A position in [from, to) where a top-level item probably starts: after a line that closes a block. Blank
// lines and comments belong to the following item. `to` when there is none.
std::size_t likely_item(std::string_view text, std::size_t from, std::size_t to) {
    for (std::size_t end = text.find('\n', from); end < to; end = text.find('\n', end + 1)) {
        std::string_view line = text.substr(0, end);
        line.remove_prefix(line.rfind('\n') + 1);
        if (line == "}" || line == "}\r") return end + 1;
    }
    return to;
}

// The items of a text that is split into parts, each parsed as if it were the rest of a file. Empty when a
// part does not start with an item, or when an open construct makes an item depend on earlier ones.
std::vector<ChunkEntry> items_of_parts(std::string_view text, const ParseOptions& options, std::size_t parts,
                                       const ParallelFor& run) {
    std::vector<std::size_t> starts = {0};
    for (std::size_t i = 1; i < parts; ++i) {
        const std::size_t to = text.size() / parts * (i + 1);
        std::size_t start = likely_item(text, text.size() / parts * i, to);
        if (start < to && start > starts.back()) starts.push_back(start);
    }
    std::vector<std::vector<ChunkEntry>> found(starts.size());
    std::vector<char> is_whole(starts.size(), 0);
    run(starts.size(), [&](std::size_t i) {
        ItemReader reader(text.substr(starts[i]), options, i == 0);
        const bool is_last = i + 1 == starts.size();
        const std::size_t size = (is_last ? text.size() : starts[i + 1]) - starts[i];
        while (reader.end() < size && reader.next() && !reader.has_provisional()) {
        }
        is_whole[i] = reader.end() == size && !reader.has_provisional();
        found[i] = reader.take();
    });
    if (std::ranges::find(is_whole, 0) != is_whole.end()) return {};
    std::vector<ChunkEntry> entries = std::move(found[0]);
    for (std::size_t i = 1; i < found.size(); ++i)
        entries.insert(entries.end(), std::make_move_iterator(found[i].begin()),
                       std::make_move_iterator(found[i].end()));
    return entries;
}

}  // namespace

FilePtr FileBuilder::parse_in_parts(std::string_view text, const ParseOptions& options, std::size_t parts,
                                    const ParallelFor& run) {
    if (parts < 2 || text.empty() || options.syntax != Syntax::Native || options.hcl1)
        return parse(text, options);
    std::vector<ChunkEntry> entries = items_of_parts(text, options, parts, run);
    if (entries.empty()) return parse(text, options);
    std::shared_ptr<File> file(new File());
    file->data_ = std::make_unique<File::Data>();
    file->data_->options = options;
    file->data_->chunks = ChunkTree::build(std::move(entries));
    file->data_->names = name_table(*file->data_->chunks, options);
    return file;
}

FilePtr FileBuilder::parse(std::string_view text, const ParseOptions& options, std::uint64_t* work) {
    std::shared_ptr<File> file(new File());
    file->data_ = std::make_unique<File::Data>();
    file->data_->options = options;
    std::vector<ChunkEntry> entries;
    switch (options.syntax) {
        case Syntax::Native: {
            ItemReader reader(text, options, true);
            while (reader.next()) {
            }
            if (work) *work += reader.work();
            entries = reader.take();
            break;
        }
        case Syntax::Json: {
            std::uint64_t done = 0;
            file->data_->chunks = json_chunks(text, done);
            file->data_->joined = std::make_shared<JoinedJson>();
            if (work) *work += done;
            return file;
        }
        case Syntax::Template: {
            Parser parser(text, options, LexMode::Template);
            ChunkScratch scratch;
            parser.template_chunk(scratch);
            if (work) *work += parser.work();
            entries.push_back({whole_chunk(parser, text, scratch), nullptr});
            break;
        }
    }
    file->data_->chunks = ChunkTree::build(std::move(entries));
    if (options.syntax == Syntax::Native) file->data_->names = name_table(*file->data_->chunks, options);
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
    entries.push_back({whole_chunk(parser, text, scratch), nullptr});
    file->data_->chunks = ChunkTree::build(std::move(entries));
    return file;
}

FilePtr FileBuilder::edited_tree(const File& old, std::span<const Edit> edits, std::uint64_t* work) {
    std::uint64_t done = 0;
    if (old.data_->options.syntax == Syntax::Native && !old.data_->is_expression) {
        std::shared_ptr<File> file(new File());
        file->data_ = std::make_unique<File::Data>(*old.data_);
        for (Edit edit : edits) {
            std::uint32_t size = file->size();
            edit.range.end = std::min(edit.range.end, size);
            edit.range.start = std::min(edit.range.start, edit.range.end);
            apply_edit(old.data_->options, edit, file->data_->chunks, file->data_->names, done);
        }
        if (work) *work += done;
        return file;
    }
    if (old.data_->options.syntax == Syntax::Json) {
        std::shared_ptr<File> file(new File());
        file->data_ = std::make_unique<File::Data>(*old.data_);
        file->data_->joined = std::make_shared<JoinedJson>();
        for (Edit edit : edits) {
            std::uint32_t size = file->size();
            edit.range.end = std::min(edit.range.end, size);
            edit.range.start = std::min(edit.range.start, edit.range.end);
            ChunkTreePtr& chunks = file->data_->chunks;
            if (edit_json(edit, chunks, done)) continue;
            std::string text;
            append_text(*chunks, {0, edit.range.start}, text);
            text += edit.replacement;
            append_text(*chunks, {edit.range.end, size}, text);
            chunks = json_chunks(text, done);
        }
        if (work) *work += done;
        return file;
    }
    std::string text = old.text();
    for (const Edit& edit : edits) {
        std::uint32_t end = std::min(edit.range.end, static_cast<std::uint32_t>(text.size()));
        std::uint32_t start = std::min(edit.range.start, end);
        text.replace(start, end - start, edit.replacement);
    }
    if (old.data_->is_expression) return parse_expression(text);
    return parse(text, old.data_->options, work);
}

namespace {

void walk(const ChunkTree& tree, std::uint32_t base,
          const std::function<void(const ChunkPtr&, std::uint32_t)>& visit) {
    tree.for_each(
        base, [](const ChunkSummary&) { return true; },
        [&](const ChunkEntry& entry, std::uint32_t offset) {
            if (entry.chunk) {
                visit(entry.chunk, offset);
                return;
            }
            visit(entry.split->open, offset);
            offset += static_cast<std::uint32_t>(entry.split->open->text.size());
            walk(*entry.split->items, offset, visit);
            visit(entry.split->close, offset + entry.split->items->summary().bytes);
        });
}

}  // namespace

void FileBuilder::each_chunk(const File& file,
                             const std::function<void(const ChunkPtr&, std::uint32_t)>& visit) {
    walk(*file.data_->chunks, 0, visit);
}

FileMemory FileBuilder::memory(const File& file) {
    constexpr std::size_t kAllocation = 16;
    FileMemory memory;
    auto add = [&](const ChunkPtr& chunk) {
        memory.text += chunk->text.size();
        memory.tokens += chunk->token_kinds.size_bytes() + chunk->token_starts.size_bytes();
        memory.nodes += chunk->nodes.size_bytes() + chunk->wide_nodes.size_bytes();
        memory.chunks += sizeof(StoredChunk) + 2 * kAllocation;
        memory.diagnostics += chunk->diagnostics.capacity() * sizeof(Diagnostic);
    };
    each_chunk(file, [&](const ChunkPtr& chunk, std::uint32_t) { add(chunk); });
    if (JoinedJson* joined = file.data_->joined.get(); joined && file.data_->chunks->summary().chunks > 1) {
        std::scoped_lock lock(joined->mutex);
        if (joined->chunk) add(joined->chunk);
    }
    memory.sequence = sizeof(File) + sizeof(File::Data) + 2 * kAllocation + file.data_->chunks->memory();
    return memory;
}

}  // namespace hcl::syntax
