// The text and the diagnostics of a file, gathered from its chunks.
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "engine/syntax/file_data.h"
#include "engine/syntax/parser.h"

namespace hcl::syntax {

namespace {

void append_chunk(const StoredChunk& chunk, std::uint32_t offset, Span span, std::string& out) {
    auto end = offset + static_cast<std::uint32_t>(chunk.text.size());
    if (span.end <= offset || span.start >= end) return;
    std::uint32_t from = std::max(span.start, offset) - offset;
    std::uint32_t to = std::min(span.end, end) - offset;
    out += chunk.text.substr(from, to - from);
}

void append_range(const ChunkTree& tree, std::uint32_t base, Span span, std::string& out) {
    tree.for_each_in(base, span, [&](const ChunkEntry& entry, std::uint32_t offset) {
        if (entry.chunk) {
            append_chunk(*entry.chunk, offset, span, out);
            return;
        }
        append_chunk(*entry.split->open, offset, span, out);
        offset += static_cast<std::uint32_t>(entry.split->open->text.size());
        append_range(*entry.split->items, offset, span, out);
        offset += entry.split->items->summary().bytes;
        append_chunk(*entry.split->close, offset, span, out);
    });
}

void add_shifted(const StoredChunk& chunk, std::uint32_t offset, std::uint32_t file_end, Diagnostics& out) {
    auto shifted = [&](Span span) { return span == kEndOfFile ? Span{file_end, file_end} : span.shifted(offset); };
    for (const Diagnostic& diagnostic : chunk.diagnostics) {
        Diagnostic d = diagnostic;
        d.span = shifted(d.span);
        if (d.context) d.context = shifted(*d.context);
        for (RelatedPlace& place : d.related) place.where.span = shifted(place.where.span);
        for (Fix& fix : d.fixes)
            for (FileEdit& edit : fix.edits) edit.edit.range = shifted(edit.edit.range);
        out.push_back(std::move(d));
    }
}

void collect(const ChunkTree& tree, std::uint32_t base, std::uint32_t file_end, Diagnostics& out) {
    tree.for_each(
        base, [](const ChunkSummary& s) { return s.has_diagnostics; },
        [&](const ChunkEntry& entry, std::uint32_t offset) {
            if (entry.chunk) {
                add_shifted(*entry.chunk, offset, file_end, out);
                return;
            }
            add_shifted(*entry.split->open, offset, file_end, out);
            offset += static_cast<std::uint32_t>(entry.split->open->text.size());
            collect(*entry.split->items, offset, file_end, out);
            offset += entry.split->items->summary().bytes;
            add_shifted(*entry.split->close, offset, file_end, out);
        });
}

// Arguments of one body that lie in chunks of their own: the parser could not compare their names.
void add_redefined(const ChunkTree& tree, std::uint32_t base, Diagnostics& out) {
    if (tree.summary().attributes < 2) return;
    std::unordered_map<std::string_view, Span> names;
    Diagnostics found;
    tree.for_each(
        base, [](const ChunkSummary& s) { return s.attributes != 0; },
        [&](const ChunkEntry& entry, std::uint32_t offset) {
            if (!entry.chunk || entry.chunk->nodes.empty()) return;
            Node name = Node(entry.chunk.get(), offset, 0).child(0);
            auto [first, is_new] = names.emplace(name.text(), name.span());
            if (is_new) return;
            Diagnostic d = make_diagnostic(DiagCode::AttributeRedefined, name.span(), {name.text()});
            d.related.push_back({{FileId{}, first->second}, "It is set here first."});
            found.push_back(std::move(d));
        });
    if (found.empty()) return;
    // Among the others by place.
    Diagnostics merged;
    merged.reserve(out.size() + found.size());
    std::size_t next = 0;
    for (Diagnostic& d : out) {
        while (next < found.size() && found[next].span.start < d.span.start) merged.push_back(std::move(found[next++]));
        merged.push_back(std::move(d));
    }
    while (next < found.size()) merged.push_back(std::move(found[next++]));
    out = std::move(merged);
}

}  // namespace

void append_text(const ChunkTree& tree, Span span, std::string& out) { append_range(tree, 0, span, out); }

Diagnostics File::diagnostics() const {
    Diagnostics out;
    collect(*data_->chunks, 0, size(), out);
    if (!data_->options.hcl1 && data_->options.syntax == Syntax::Native) add_redefined(*data_->chunks, 0, out);
    return out;
}

}  // namespace hcl::syntax
