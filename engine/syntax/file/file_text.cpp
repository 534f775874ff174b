// The text and the diagnostics of a file, collected from its chunks.
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "engine/syntax/file/file_data.h"
#include "engine/syntax/parse/parser.h"

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
    tree.for_each_in(
        base, span, [](const ChunkSummary&) { return true; },
        [&](const ChunkEntry& entry, std::uint32_t offset) {
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

// Diagnostics with the start of the chunk that each comes from.
struct Collected {
    Diagnostics diagnostics{};
    std::vector<std::uint32_t> chunks{};
    // An unterminated heredoc: what follows may be its text, so
    // errors there are only consequences.
    std::uint32_t end = 0xFFFF'FFFF;

    std::size_t most;
    bool is_full() const { return diagnostics.size() >= most; }
};

void add_shifted(const StoredChunk& chunk, std::uint32_t offset, std::uint32_t file_end, Collected& out) {
    auto shifted = [&](Span span) {
        return span == kEndOfFile ? Span{file_end, file_end} : span.shifted(offset);
    };
    for (const Diagnostic& diagnostic : chunk.diagnostics) {
        if (out.is_full() || out.end != 0xFFFF'FFFF) return;
        if (diagnostic.span == kEndOfFile && diagnostic.code == DiagCode::UnterminatedTemplate) {
            // Its second finding, which has the start.
            const Diagnostic& begin = *(&diagnostic + 1);
            out.end = begin.span.end + offset;
            out.diagnostics.push_back(with_texts(diagnostic));
            out.diagnostics.back().span = {file_end, file_end};
            out.diagnostics.push_back(with_texts(begin));
            out.diagnostics.back().span = begin.span.shifted(offset);
            out.chunks.insert(out.chunks.end(), 2, offset);
            return;
        }
        Diagnostic d = with_texts(diagnostic);
        d.span = shifted(d.span);
        if (d.context) d.context = shifted(*d.context);
        for (RelatedPlace& place : d.related) place.where.span = shifted(place.where.span);
        for (Fix& fix : d.fixes)
            for (FileEdit& edit : fix.edits) edit.edit.range = shifted(edit.edit.range);
        out.diagnostics.push_back(std::move(d));
        out.chunks.push_back(offset);
    }
}

// Arguments of one body in separate chunks, whose names the parser could not compare. Findings before
// `out_begin` are from before the body.
void add_redefined(const ChunkTree& tree, const NameTable& table, std::uint32_t base, Collected& out,
                   std::size_t out_begin) {
    std::unordered_map<std::string_view, Span> names;
    Collected found{.most = out.most};
    tree.for_each(
        base, [&](const ChunkSummary& s) { return s.attributes != 0 && !found.is_full(); },
        [&](const ChunkEntry& entry, std::uint32_t offset) {
            if (!entry.chunk || entry.chunk->nodes.empty() || !table.is_repeated(entry.chunk->name_hash))
                return;
            Node name = Node(entry.chunk.get(), offset, 0).child(0);
            auto [first, is_new] = names.emplace(name.text(), name.span());
            if (is_new || name.span().start > out.end) return;
            Diagnostic d = make_diagnostic(DiagCode::AttributeRedefined, name.span(), {name.text()});
            d.related.push_back({{FileId{}, first->second}, "It is set here first."});
            found.diagnostics.push_back(std::move(d));
            found.chunks.push_back(offset);
        });
    if (found.diagnostics.empty()) return;
    // Each after the errors in its own argument.
    Collected merged{.most = out.most};
    merged.end = out.end;
    auto take = [&](Collected& from, std::size_t i) {
        merged.diagnostics.push_back(std::move(from.diagnostics[i]));
        merged.chunks.push_back(from.chunks[i]);
    };
    std::size_t next = 0;
    for (std::size_t i = 0; i < out.diagnostics.size(); ++i) {
        while (i >= out_begin && next < found.diagnostics.size() && found.chunks[next] < out.chunks[i])
            take(found, next++);
        take(out, i);
    }
    while (next < found.diagnostics.size()) take(found, next++);
    out = std::move(merged);
}

void collect(const ChunkTree& tree, std::uint32_t base, std::uint32_t file_end, Collected& out) {
    tree.for_each(
        base, [&](const ChunkSummary& s) { return (s.has_diagnostics || s.has_redefined) && !out.is_full(); },
        [&](const ChunkEntry& entry, std::uint32_t offset) {
            if (entry.chunk) {
                add_shifted(*entry.chunk, offset, file_end, out);
                return;
            }
            const SplitBlock& split = *entry.split;
            add_shifted(*split.open, offset, file_end, out);
            offset += static_cast<std::uint32_t>(split.open->text.size());
            std::size_t before = out.diagnostics.size();
            collect(*split.items, offset, file_end, out);
            if (split.names && split.names->has_duplicates())
                add_redefined(*split.items, *split.names, offset, out, before);
            offset += split.items->summary().bytes;
            add_shifted(*split.close, offset, file_end, out);
        });
}

}  // namespace

void append_text(const ChunkTree& tree, Span span, std::string& out) {
    append_range(tree, 0, span, out);
}

Diagnostics File::diagnostics() const {
    return diagnostics(kMostDiagnostics);
}

Diagnostics File::diagnostics(std::size_t most) const {
    Collected out{.most = most};
    collect(*data_->chunks, 0, size(), out);
    if (data_->names && data_->names->has_duplicates())
        add_redefined(*data_->chunks, *data_->names, 0, out, 0);
    if (out.is_full()) out.diagnostics.resize(most);
    // An unclosed block is reported after all other findings.
    std::ranges::stable_partition(out.diagnostics,
                                  [](const Diagnostic& d) { return d.code != DiagCode::UnclosedBlock; });
    return std::move(out.diagnostics);
}

}  // namespace hcl::syntax
