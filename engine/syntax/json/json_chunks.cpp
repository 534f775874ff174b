#include "engine/syntax/json/json_chunks.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "engine/syntax/file/file_data.h"
#include "engine/syntax/json/json_entries.h"

namespace hcl::syntax {

namespace {

bool is_within(const Diagnostic& diagnostic, Span chunk) {
    auto is_in = [&](Span span) { return span.start >= chunk.start && span.end <= chunk.end; };
    return is_in(diagnostic.span) && (!diagnostic.context || is_in(*diagnostic.context)) &&
           std::ranges::all_of(diagnostic.related,
                               [&](const RelatedPlace& place) { return is_in(place.where.span); }) &&
           std::ranges::all_of(diagnostic.fixes, [&](const Fix& fix) {
               return std::ranges::all_of(fix.edits,
                                          [&](const FileEdit& edit) { return is_in(edit.edit.range); });
           });
}

bool is_closer(TokenKind kind) {
    return kind == TokenKind::CBrace || kind == TokenKind::CBrack;
}

}  // namespace

JsonCutter::JsonCutter(std::string_view text, JsonTree& tree) : text_(text), tree_(tree) {
    std::ranges::sort(tree_.splits, {}, &JsonSplit::node);
}

const JsonSplit* JsonCutter::split_of(std::uint32_t node) const {
    auto at = std::ranges::lower_bound(tree_.splits, node, {}, &JsonSplit::node);
    return at != tree_.splits.end() && at->node == node ? &*at : nullptr;
}

std::uint32_t JsonCutter::token_end(std::uint32_t node) const {
    const NodeData& data = tree_.nodes[node];
    if (data.token_count != NodeData::kWide) return data.first_token + data.token_count;
    auto at = std::ranges::lower_bound(tree_.wide_nodes, node, {}, &WideNode::node);
    return data.first_token + at->token_count;
}

// The nodes of a header end with the object or array that it opens, which is empty here.
StoredChunkPtr JsonCutter::chunk(const Range& range, const JsonNotes& notes, std::uint32_t header) {
    const std::uint32_t begin = tree_.tokens.starts[range.token];
    const std::uint32_t end = tree_.tokens.starts[range.token_end];
    std::vector<ScratchNode> nodes;
    nodes.reserve(range.node_end - range.node);
    for (std::uint32_t id = range.node; id < range.node_end; ++id) {
        const NodeData& data = tree_.nodes[id];
        nodes.push_back({data.kind, data.flags, data.first_token, token_end(id), data.size});
    }
    if (header != 0) {
        auto cut = [&](ScratchNode& node, std::size_t at) {
            node.token_end = range.token_end;
            node.size = static_cast<std::uint32_t>(nodes.size() - at);
        };
        cut(nodes.back(), nodes.size() - 1);
        // The elements contain the errors.
        nodes.back().flags &= static_cast<std::uint8_t>(~kBroken);
        if (nodes.size() > 1) cut(nodes.front(), 0);
    }
    Diagnostics found;
    bool is_bound = true;
    auto& all = tree_.diagnostics;
    const bool is_last = range.token_end == tree_.tokens.kinds.size();
    while (next_diagnostic_ < all.size() && (all[next_diagnostic_].span.start < end || is_last)) {
        is_bound = is_bound && is_within(all[next_diagnostic_], {begin, end});
        found.push_back(std::move(all[next_diagnostic_++]));
    }
    const std::size_t count = range.token_end - range.token;
    ChunkParts parts;
    parts.text = text_.substr(begin, end - begin);
    parts.base = begin;
    parts.token_begin = range.token;
    parts.token_kinds = std::span(tree_.tokens.kinds).subspan(range.token, count);
    parts.token_starts = std::span(tree_.tokens.starts).subspan(range.token, count);
    parts.nodes = nodes;
    parts.diagnostics = found;
    auto chunk = make_chunk(parts);
    chunk->has_unclosed = notes.unpaired;
    chunk->is_irregular = notes.irregular;
    chunk->has_stray = notes.breaks;
    // A finding that points elsewhere prevents the chunk from moving.
    if (!is_bound)
        chunk->extra = std::make_unique<const ChunkExtra>(ChunkExtra{{std::string(kAnyEnd)}, nullptr});
    return chunk;
}

ChunkEntry JsonCutter::entry(const Range& range, const JsonNotes& notes) {
    // A single element that is a long object or array, or a property with such a value.
    std::uint32_t node = range.node;
    if (node < range.node_end && tree_.nodes[node].size == range.node_end - node) {
        if (tree_.nodes[node].kind == NodeKind::JsonProperty) node += 2;
        if (const JsonSplit* split = node < range.node_end ? split_of(node) : nullptr)
            return block(range, node, *split, notes);
    }
    return {chunk(range, notes), nullptr};
}

ChunkEntry JsonCutter::block(const Range& range, std::uint32_t container, const JsonSplit& split,
                             const JsonNotes& notes) {
    const std::uint32_t inside = tree_.nodes[container].first_token + 1;
    const std::uint32_t close = token_end(container) - 1;
    const std::uint32_t node_end = container + tree_.nodes[container].size;
    auto made = std::make_shared<SplitBlock>();
    made->indent = split.indent;
    made->open = chunk({range.token, inside, range.node, container + 1}, notes, 1);
    made->items = ChunkTree::build(elements(split, inside, container + 1, close, node_end));
    // The text after the root can have errors.
    JsonNotes rest;
    rest.unpaired = node_end < range.node_end;
    made->close = chunk({close, range.token_end, node_end, range.node_end}, rest);
    return {nullptr, std::move(made)};
}

std::vector<ChunkEntry> JsonCutter::elements(const JsonSplit& found, std::uint32_t first_token,
                                             std::uint32_t first_node, std::uint32_t end_token,
                                             std::uint32_t end_node) {
    std::vector<ChunkEntry> entries;
    entries.reserve(found.marks.size() + 1);
    std::uint32_t token = first_token;
    std::uint32_t node = first_node;
    for (const JsonMark& mark : found.marks) {
        entries.push_back(entry({token, mark.token, node, mark.node}, mark.notes));
        token = mark.token;
        node = mark.node;
    }
    if (token < end_token) entries.push_back(entry({token, end_token, node, end_node}, found.last));
    return entries;
}

ChunkEntry JsonCutter::file() {
    const auto tokens = static_cast<std::uint32_t>(tree_.tokens.kinds.size());
    const auto nodes = static_cast<std::uint32_t>(tree_.nodes.size());
    const Range all{0, tokens, 0, nodes};
    const JsonSplit* root = split_of(0);
    bool can_be_cut = root && !tree_.tokens.is_open && tree_.diagnostics.size() < kMostJsonDiagnostics;
    if (!can_be_cut) return {chunk(all, {}), nullptr};
    std::ranges::stable_sort(tree_.diagnostics, {}, [](const Diagnostic& d) { return d.span.start; });
    // So can the text before it.
    JsonNotes before;
    const auto first = static_cast<std::ptrdiff_t>(tree_.nodes[0].first_token);
    before.unpaired =
        !std::all_of(tree_.tokens.kinds.begin(), tree_.tokens.kinds.begin() + first,
                     [](TokenKind kind) { return kind == TokenKind::Whitespace || kind == TokenKind::Bom; });
    return block(all, 0, *root, before);
}

ChunkTreePtr json_chunks(std::string_view text, std::uint64_t& work) {
    JsonTree tree = parse_json(text);
    work += text.size();
    std::vector<ChunkEntry> entries;
    entries.push_back(JsonCutter(text, tree).file());
    return ChunkTree::build(std::move(entries));
}

namespace {

// Joins the pieces.
class Joiner {
  public:
    explicit Joiner(const ChunkSummary& summary) {
        text_.reserve(summary.bytes);
        kinds_.reserve(summary.tokens);
        starts_.reserve(summary.tokens);
    }

    void add(const ChunkTree& tree) {
        tree.for_each(
            0, [](const ChunkSummary&) { return true; },
            [&](const ChunkEntry& entry, std::uint32_t) {
                if (entry.chunk)
                    add(*entry.chunk);
                else
                    add(*entry.split);
            });
    }

    void add(const SplitBlock& split) {
        const std::size_t first = nodes_.size();
        add(*split.open);
        const std::size_t container = nodes_.size() - 1;
        add(*split.items);
        const auto end = static_cast<std::uint32_t>(kinds_.size()) + 1;
        auto close = [&](std::size_t node) {
            nodes_[node].token_end = end;
            nodes_[node].size = static_cast<std::uint32_t>(nodes_.size() - node);
        };
        close(container);
        if (split.items->summary().has_stray) nodes_[container].flags |= kBroken;
        if (first != container) close(first);
        add(*split.close);
    }

    ChunkPtr take() {
        ChunkParts parts;
        parts.text = text_;
        parts.token_kinds = kinds_;
        parts.token_starts = starts_;
        parts.nodes = nodes_;
        parts.diagnostics = diagnostics_;
        return make_chunk(parts);
    }

  private:
    void add(const StoredChunk& chunk) {
        const auto base = static_cast<std::uint32_t>(text_.size());
        const auto token = static_cast<std::uint32_t>(kinds_.size());
        text_ += chunk.text;
        kinds_.insert(kinds_.end(), chunk.token_kinds.begin(), chunk.token_kinds.end());
        for (std::size_t i = 0; i < chunk.token_kinds.size(); ++i)
            starts_.push_back(base + chunk.token_starts[i]);
        for (std::uint32_t id = 0; id < chunk.nodes.size(); ++id) {
            const NodeData& data = chunk.nodes[id];
            nodes_.push_back(
                {data.kind, data.flags, token + data.first_token, token + chunk.token_end(id), data.size});
        }
        for (const Diagnostic& diagnostic : chunk.diagnostics)
            diagnostics_.push_back(shifted(diagnostic, base));
    }

    static Diagnostic shifted(Diagnostic d, std::uint32_t base) {
        d.span = d.span.shifted(base);
        if (d.context) d.context = d.context->shifted(base);
        for (RelatedPlace& place : d.related) place.where.span = place.where.span.shifted(base);
        for (Fix& fix : d.fixes)
            for (FileEdit& edit : fix.edits) edit.edit.range = edit.edit.range.shifted(base);
        return d;
    }

    std::string text_;
    std::vector<TokenKind> kinds_;
    std::vector<std::uint32_t> starts_;
    std::vector<ScratchNode> nodes_;
    Diagnostics diagnostics_;
};

}  // namespace

ChunkPtr joined_json(const ChunkTree& chunks) {
    ChunkPlace place;
    if (const ChunkEntry& entry = chunks.entry(0, place); entry.chunk) return entry.chunk;
    Joiner joiner(chunks.summary());
    joiner.add(chunks);
    return joiner.take();
}

ChunkPtr joined_json(const std::shared_ptr<const SplitBlock>& split) {
    Joiner joiner(ChunkSummary::of({nullptr, split}));
    joiner.add(*split);
    return joiner.take();
}

namespace {

// A level that contains the edit: an object or array, and the index of its next element.
struct Level {
    const SplitBlock* split;
    std::uint32_t inside;  // start of the elements
    std::uint32_t entry;
};

class JsonEditor {
  public:
    JsonEditor(const Edit& edit, const ChunkTree& old, std::uint64_t& work)
        : edit_(edit),
          old_(old),
          work_(work),
          inserted_(static_cast<std::uint32_t>(edit.replacement.size())) {}

    bool run(ChunkTreePtr& chunks) {
        if (old_.summary().entries != 1 || old_.summary().depends_on_rest) return false;
        descend();
        for (std::size_t i = path_.size(); i-- > 0;) {
            std::shared_ptr<const SplitBlock> made = read(i);
            if (!made) continue;
            while (i-- > 0) {
                auto around = std::make_shared<SplitBlock>(*path_[i].split);
                std::vector<ChunkEntry> one;
                one.push_back({nullptr, std::move(made)});
                around->items = around->items->splice(path_[i].entry, path_[i].entry + 1, std::move(one));
                made = std::move(around);
            }
            std::vector<ChunkEntry> entries;
            entries.push_back({nullptr, std::move(made)});
            chunks = ChunkTree::build(std::move(entries));
            return true;
        }
        return false;
    }

  private:
    void descend() {
        ChunkPlace place;
        const SplitBlock* split = old_.entry(0, place).split.get();
        std::uint32_t at = 0;
        while (split) {
            const std::uint32_t inside = at + static_cast<std::uint32_t>(split->open->text.size());
            if (edit_.range.start < inside || edit_.range.end > inside + split->items->summary().bytes)
                return;
            place = {};
            const ChunkEntry& entry = split->items->entry_at_offset(edit_.range.start - inside, place);
            path_.push_back({split, inside, place.entry});
            split = entry.split.get();
            at = inside + place.offset;
        }
    }

    std::string edited_text(std::uint32_t from, std::uint32_t to) const {
        std::string text;
        text.reserve(to - from + inserted_ + kLookahead);
        append_text(old_, {from, edit_.range.start}, text);
        text += edit_.replacement;
        append_text(old_, {edit_.range.end, to}, text);
        return text;
    }

    // The elements of one level that the edit touches, and more until they end at an old boundary.
    std::shared_ptr<const SplitBlock> read(std::size_t index) {
        const Level& level = path_[index];
        const ChunkTree& items = *level.split->items;
        const std::uint32_t count = items.summary().entries;
        const std::uint32_t close_at = level.inside + items.summary().bytes;
        ChunkPlace first;
        items.entry(level.entry, first);
        ChunkPlace last;
        items.entry_at_offset(edit_.range.end - level.inside, last);
        const std::uint32_t from = level.inside + first.offset;
        for (std::uint32_t more = 1;; more *= 4) {
            const std::uint32_t stop = std::min(count, last.entry + more);
            std::uint32_t stop_at = close_at;
            if (stop < count) {
                ChunkPlace place;
                items.entry(stop, place);
                stop_at = level.inside + place.offset;
            }
            std::uint32_t resumed = 0;
            if (auto entries = elements(index, first, last, stop_at, from, resumed))
                return replaced(index, first.entry, resumed, from, std::move(*entries));
            if (has_failed_ || stop == count) return nullptr;
        }
    }

    std::optional<std::vector<ChunkEntry>> elements(std::size_t index, const ChunkPlace& first,
                                                    const ChunkPlace& last, std::uint32_t stop_at,
                                                    std::uint32_t from, std::uint32_t& resumed) {
        const Level& level = path_[index];
        const ChunkTree& items = *level.split->items;
        const std::uint32_t close_at = level.inside + items.summary().bytes;
        std::string text = edited_text(from, stop_at);
        const std::uint32_t edit_at = edit_.range.start - from;
        const std::uint32_t edit_end = edit_at + inserted_;
        JsonContext context;
        for (std::size_t i = 0; i <= index; ++i)
            context.around.push_back({path_[i].split->open->token_kinds.back(), path_[i].split->indent});
        context.is_first = first.entry == 0;
        context.indent = indent_at(from);
        context.end = static_cast<std::uint32_t>(text.size());
        append_text(old_, {stop_at, std::min(old_.summary().bytes, stop_at + kLookahead)}, text);
        const bool keeps_line = keeps_indentation(text, edit_at);
        std::uint32_t end = 0;
        context.stop = [&](std::uint32_t offset, bool is_close) {
            if (offset < edit_end || offset > context.end) return false;
            // The rest of its line keeps its indentation.
            if (!keeps_line && text.find('\n', edit_end) >= offset) return false;
            const std::uint32_t old_offset = from + offset - inserted_ + edit_.range.length();
            if (is_close) {
                if (old_offset != close_at) return false;
                resumed = items.summary().entries;
            } else {
                if (old_offset >= close_at) return false;
                ChunkPlace place;
                items.entry_at_offset(old_offset - level.inside, place);
                if (level.inside + place.offset != old_offset || place.entry <= last.entry) return false;
                resumed = place.entry;
            }
            end = offset;
            return true;
        };
        JsonTree tree;
        JsonSplit found;
        work_ += text.size();
        if (!parse_json_elements(text, context, tree, found)) return std::nullopt;
        // The comma before them is still followed by an element.
        for (TokenKind kind : tree.tokens.kinds) {
            if (kind == TokenKind::Whitespace) continue;
            if (is_closer(kind)) {
                has_failed_ = true;
                return std::nullopt;
            }
            break;
        }
        if (tree.diagnostics.size() >= kMostJsonDiagnostics) {
            has_failed_ = true;
            return std::nullopt;
        }
        std::ranges::stable_sort(tree.diagnostics, {}, [](const Diagnostic& d) { return d.span.start; });
        auto end_token = static_cast<std::uint32_t>(std::ranges::lower_bound(tree.tokens.starts, end) -
                                                    tree.tokens.starts.begin());
        const auto end_node = static_cast<std::uint32_t>(tree.nodes.size());
        return JsonCutter(text, tree).elements(found, 0, 0, end_token, end_node);
    }

    std::shared_ptr<const SplitBlock> replaced(std::size_t index, std::uint32_t first, std::uint32_t end,
                                               std::uint32_t from, std::vector<ChunkEntry> entries) {
        const SplitBlock& split = *path_[index].split;
        ChunkSummary now;
        for (const ChunkEntry& entry : entries) now.append(ChunkSummary::of(entry));
        std::uint32_t old_end = from;
        ChunkSummary was;
        split.items->for_range(first, end, 0, [&](const ChunkEntry& entry, std::uint32_t) {
            was.append(ChunkSummary::of(entry));
        });
        old_end += was.bytes;
        // Mismatched brackets are paired by the whole file: see README.md.
        auto is_unpaired = [](const ChunkSummary& s) { return s.has_unclosed; };
        auto is_irregular = [](const ChunkSummary& s) { return s.is_irregular; };
        const bool others = is_any(old_, 0, {0, from}, is_unpaired) ||
                            is_any(old_, 0, {old_end, old_.summary().bytes}, is_unpaired);
        const bool is_fine =
            others ? !now.has_unclosed && !was.has_unclosed && !now.is_irregular
                   : !now.has_unclosed || (is_indent_known_ && !is_any(old_, 0, {0, from}, is_irregular));
        const std::size_t findings = old_.summary().diagnostics - was.diagnostics + now.diagnostics;
        if (!is_fine || findings >= kMostJsonDiagnostics) {
            has_failed_ = true;
            return nullptr;
        }
        auto made = std::make_shared<SplitBlock>(split);
        made->items = split.items->splice(first, end, std::move(entries));
        const ChunkSummary& inner = made->items->summary();
        return inner.tokens + 2 > kJsonSplitTokens ? made : nullptr;
    }

    template <typename Is>
    static bool is_any(const ChunkTree& tree, std::uint32_t base, Span span, const Is& is) {
        bool found = false;
        auto look = [&](const StoredChunk& chunk, std::uint32_t at) {
            auto end = at + static_cast<std::uint32_t>(chunk.text.size());
            ChunkSummary one;
            one.has_unclosed = chunk.has_unclosed;
            one.is_irregular = chunk.is_irregular;
            found = found || (span.start < end && span.end > at && is(one));
        };
        tree.for_each_in(
            base, span, [&](const ChunkSummary& s) { return !found && is(s); },
            [&](const ChunkEntry& entry, std::uint32_t at) {
                if (entry.chunk) {
                    look(*entry.chunk, at);
                    return;
                }
                look(*entry.split->open, at);
                at += static_cast<std::uint32_t>(entry.split->open->text.size());
                found = found || is_any(*entry.split->items, at, span, is);
                look(*entry.split->close, at + entry.split->items->summary().bytes);
            });
        return found;
    }

    // The indentation of the line that holds `offset`.
    std::uint32_t indent_at(std::uint32_t offset) {
        constexpr std::uint32_t kFarthest = 64 * 1024;
        std::string before;
        for (std::uint32_t far = 256; far <= kFarthest; far *= 16) {
            before.clear();
            append_text(old_, {offset - std::min(offset, far), offset}, before);
            std::size_t line = before.rfind('\n');
            if (line == std::string::npos && far < offset) continue;
            is_indent_known_ = true;
            if (line == std::string::npos) return 0;
            std::size_t begin = before.find_first_not_of(" \t\r", line + 1);
            return static_cast<std::uint32_t>(std::min(begin, before.size()) - line - 1);
        }
        is_indent_known_ = false;
        return 0;
    }

    // Whether the line where the edit ends is indented as before.
    bool keeps_indentation(const std::string& text, std::uint32_t edit_at) const {
        std::string removed;
        append_text(old_, edit_.range, removed);
        if (removed.find('\n') != std::string::npos || edit_.replacement.find('\n') != std::string::npos)
            return false;
        std::size_t line = std::string_view(text).substr(0, edit_at).rfind('\n');
        // Otherwise a comma or bracket precedes it.
        return line == std::string::npos || text.find_first_not_of(" \t\r", line + 1) < edit_at;
    }

    // A prefix of the following text, long enough to contain the next token.
    static constexpr std::uint32_t kLookahead = 256;

    const Edit& edit_;
    const ChunkTree& old_;
    std::uint64_t& work_;
    const std::uint32_t inserted_;
    std::vector<Level> path_;
    bool has_failed_ = false;  // parsing more of it would not help
    bool is_indent_known_ = true;
};

}  // namespace

bool edit_json(const Edit& edit, ChunkTreePtr& chunks, std::uint64_t& work) {
    const ChunkTreePtr old = chunks;
    return JsonEditor(edit, *old, work).run(chunks);
}

}  // namespace hcl::syntax
