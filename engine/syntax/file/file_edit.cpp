#include "engine/syntax/file/file_edit.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "engine/syntax/file/element_edit.h"
#include "engine/syntax/file/file_data.h"
#include "engine/syntax/file/item_reader.h"
#include "engine/syntax/parse/parser_internal.h"

namespace hcl::syntax {

namespace {

std::uint32_t size_of(const StoredChunk& chunk) {
    return static_cast<std::uint32_t>(chunk.text.size());
}

bool is_same_chunk(const StoredChunk& a, const StoredChunk& b) {
    return a.text == b.text && a.nodes.size() == b.nodes.size() &&
           std::memcmp(a.nodes.data(), b.nodes.data(), a.nodes.size_bytes()) == 0 &&
           std::ranges::equal(a.token_kinds, b.token_kinds) && a.diagnostics.empty() &&
           b.diagnostics.empty() && a.has_unclosed == b.has_unclosed && a.has_stray == b.has_stray &&
           a.crosses_layout == b.crosses_layout && a.reach == b.reach && !a.depends_on_rest() &&
           !b.depends_on_rest();
}

// Whether a token affects the end of a broken item.
bool decides_ends(TokenKind kind) {
    constexpr std::uint64_t kEnders =
        ((kOpeners | kClosers) & ~bits(TokenKind::OQuote, TokenKind::CQuote)) | bit(TokenKind::QuotedNewline);
    return is_in(kind, kEnders);
}

std::uint32_t brace_offset(const StoredChunk& close) {
    auto at = std::ranges::find(close.token_kinds, TokenKind::CBrace);
    return close.token_starts[static_cast<std::size_t>(at - close.token_kinds.begin())];
}

bool ends_line(const ChunkEntry& entry) {
    return (entry.chunk ? entry.chunk : entry.split->close)->text.ends_with('\n');
}

const ChunkEntry& entry_before(const ChunkTree& tree, ChunkPlace& place) {
    std::uint32_t before = place.entry - 1;
    place = {};
    return tree.entry(before, place);
}

// Parsing starts at a line start, because indentation matters.
void go_to_line_start(const ChunkTree& tree, ChunkPlace& place) {
    while (place.entry > 0) {
        ChunkPlace before = place;
        if (ends_line(entry_before(tree, before))) return;
        place = before;
    }
}

// Unchanged chunks keep their identity.
void keep_identity(const ChunkTree& old, std::uint32_t first, std::uint32_t end,
                   std::vector<ChunkEntry>& entries) {
    for (ChunkEntry& entry : entries) {
        if (first >= end) break;
        ChunkPlace place;
        const ChunkEntry& was = old.entry(first++, place);
        if (!was.chunk || !entry.chunk || !is_same_chunk(*was.chunk, *entry.chunk)) break;
        entry = was;
    }
}

NameTablePtr names_after(const ChunkTree& old, std::uint32_t first, std::uint32_t end,
                         const std::vector<ChunkEntry>& entries, const NameTablePtr& names) {
    std::vector<std::uint64_t> removed;
    std::vector<std::uint64_t> added;
    for (std::uint32_t i = first; i < end; ++i) {
        ChunkPlace place;
        const ChunkEntry& was = old.entry(i, place);
        if (was.chunk && was.chunk->name_hash != 0) removed.push_back(was.chunk->name_hash);
    }
    for (const ChunkEntry& entry : entries)
        if (entry.chunk && entry.chunk->name_hash != 0) added.push_back(entry.chunk->name_hash);
    return NameTable::changed(names, std::move(removed), std::move(added));
}

class Editor {
  public:
    Editor(const ParseOptions& options, const Edit& edit, const ChunkTree& old, const NameTablePtr& names,
           std::uint64_t& work)
        : options_(options),
          edit_(edit),
          old_(old),
          names_(names),
          work_(work),
          inserted_(static_cast<std::uint32_t>(edit.replacement.size())) {}

    void run(ChunkTreePtr& chunks, NameTablePtr& names) {
        const ChunkSummary& whole = old_.summary();
        bool is_done = whole.entries != 0 && !is_awaited();
        if (whole.unclosed_before_stray)
            is_done = is_done && read_item_apart(chunks, names);
        else
            is_done = is_done && read_again(chunks, names) && !chunks->summary().unclosed_before_stray;
        if (!is_done) read_all(chunks, names);
    }

  private:
    // The text of the edited file between two positions of
    // the old file that enclose the edit.
    std::string edited_text(std::uint32_t from, std::uint32_t to) const {
        std::string text;
        text.reserve(to - from + inserted_);
        append_text(old_, {from, edit_.range.start}, text);
        text += edit_.replacement;
        append_text(old_, {edit_.range.end, to}, text);
        return text;
    }

    void read_all(ChunkTreePtr& chunks, NameTablePtr& names) const {
        std::string text = edited_text(0, old_.summary().bytes);
        ItemReader reader(text, options_, true);
        while (reader.next()) {
        }
        work_ += reader.work();
        chunks = ChunkTree::build(reader.take());
        names = name_table(*chunks, options_);
    }

    // Whether the edit touches a line that some chunk searched for.
    bool is_awaited() const {
        if (!old_.summary().depends_on_rest) return false;
        // Markers are short: a longer line contains more than one.
        constexpr std::uint32_t kLongest = 4096;
        const Span at = edit_.range;
        std::string before;
        std::string removed;
        std::string after;
        append_text(old_, {at.start - std::min(at.start, kLongest), at.start}, before);
        append_text(old_, at, removed);
        append_text(old_, {at.end, std::min(old_.summary().bytes, at.end + kLongest)}, after);
        std::size_t line = before.rfind('\n');
        std::size_t end = after.find('\n');
        if ((line == std::string::npos && before.size() == kLongest) ||
            (end == std::string::npos && after.size() == kLongest))
            return true;
        before.erase(0, line == std::string::npos ? 0 : line + 1);
        if (end != std::string::npos) after.resize(end + 1);
        bool found = false;
        look_for_awaited(old_, 0, at.end + 1, before + removed + after, before + edit_.replacement + after,
                         found);
        return found;
    }

    // Chunks at or after `end` do not depend on anything before them.
    static void look_for_awaited(const ChunkTree& tree, std::uint32_t base, std::uint32_t end,
                                 const std::string& was, const std::string& is, bool& found) {
        auto look = [&](const StoredChunk& chunk, std::uint32_t offset) {
            if (!chunk.depends_on_rest() || found || offset >= end) return;
            for (const std::string& marker : chunk.extra->awaited)
                found |= marker == kAnyEnd || holds_end(was, marker) || holds_end(is, marker);
        };
        tree.for_each_in(
            base, {0, end}, [&](const ChunkSummary& s) { return !found && s.depends_on_rest; },
            [&](const ChunkEntry& entry, std::uint32_t offset) {
                if (entry.chunk) {
                    look(*entry.chunk, offset);
                    return;
                }
                look(*entry.split->open, offset);
                offset += size_of(*entry.split->open);
                look_for_awaited(*entry.split->items, offset, end, was, is, found);
                look(*entry.split->close, offset + entry.split->items->summary().bytes);
            });
    }

    // Whether a marker that was not found in the newly parsed text follows after it.
    bool is_in_rest(const std::vector<RestSearch>& searches, std::uint32_t from) const {
        return std::ranges::any_of(searches, [&](const RestSearch& search) {
            if (search.found != RestSearch::kNowhere) return false;
            if (search.marker == kAnyEnd) return from < old_.summary().bytes;
            bool found = false;
            look_in_rest(old_, 0, from, search.marker, found);
            return found;
        });
    }

    static void look_in_rest(const ChunkTree& tree, std::uint32_t base, std::uint32_t from,
                             std::string_view marker, bool& found) {
        const std::uint64_t bit = end_bit(marker);
        auto look = [&](const StoredChunk& chunk, std::uint32_t offset) {
            found = found || (offset >= from && (chunk.ends & bit) != 0 && holds_end(chunk.text, marker));
        };
        tree.for_each_in(
            base, {from, 0xFFFF'FFFF}, [&](const ChunkSummary& s) { return !found && (s.ends & bit) != 0; },
            [&](const ChunkEntry& entry, std::uint32_t offset) {
                if (entry.chunk) {
                    look(*entry.chunk, offset);
                    return;
                }
                look(*entry.split->open, offset);
                offset += size_of(*entry.split->open);
                look_in_rest(*entry.split->items, offset, from, marker, found);
                look(*entry.split->close, offset + entry.split->items->summary().bytes);
            });
    }

    bool read_again(ChunkTreePtr& chunks, NameTablePtr& names) const {
        ChunkPlace place;
        const ChunkEntry& entry = old_.entry_at_offset(edit_.range.start, place);
        ChunkPlace reaching;
        old_.entry_reaching(edit_.range.start, reaching);
        if (entry.chunk && reaching.entry == place.entry) {
            if (auto chunk = read_elements(old_, place, *entry.chunk, 0)) {
                std::vector<ChunkEntry> entries;
                entries.push_back({std::move(chunk), nullptr});
                chunks = old_.splice(place.entry, place.entry + 1, std::move(entries));
                return true;
            }
        }
        if (entry.split && reaching.entry == place.entry) {
            std::uint32_t inside = place.offset + size_of(*entry.split->open);
            if (edit_.range.start >= inside) {
                if (auto split = read_inside(*entry.split, inside)) {
                    std::vector<ChunkEntry> entries;
                    entries.push_back({nullptr, std::move(split)});
                    chunks = old_.splice(place.entry, place.entry + 1, std::move(entries));
                    return true;
                }
            } else if (edit_.range.end < inside && read_header(*entry.split, place, chunks, names)) {
                return true;
            }
        }
        return read_items(reaching, chunks, names);
    }

    // Edits the elements of a long list or object in a chunk of `tree`, which starts at `base`: an item of
    // the file, or of its long block. Null when more is affected.
    StoredChunkPtr read_elements(const ChunkTree& tree, const ChunkPlace& place, const StoredChunk& chunk,
                                 std::uint32_t base) const {
        if (chunk.token_kinds.size() <= kSplitTokens) return nullptr;
        ChunkPlace before = place;
        const bool starts_line = place.entry == 0 || ends_line(entry_before(tree, before));
        return edit_elements(chunk, {edit_, base + place.offset, &tree != &old_, starts_line}, options_,
                             work_);
    }

    // Whether an item has no errors and does not depend on text around it.
    static bool is_sound_item(const ChunkEntry& entry) {
        const ChunkSummary s = ChunkSummary::of(entry);
        return !root_of(entry).nodes.empty() && !s.has_diagnostics && !s.has_unclosed && !s.has_stray &&
               !s.depends_on_rest && !s.crosses_layout && s.reach == 0;
    }
    static const StoredChunk& root_of(const ChunkEntry& entry) {
        return entry.chunk ? *entry.chunk : *entry.split->open;
    }

    // If an item is open and an unmatched brace follows, parsing tried them together: it extended the open
    // item by its braces, without reaching that brace. The result is the same if one sound item was replaced
    // by another of its kind with the same start.
    bool read_item_apart(ChunkTreePtr& chunks, NameTablePtr& names) const {
        ChunkPlace place;
        const ChunkEntry& was = old_.entry_at_offset(edit_.range.start, place);
        if (options_.hcl1 || !is_sound_item(was)) return false;
        const StoredChunk& root = root_of(was);
        const std::uint32_t name = place.offset + root.token_starts[root.nodes[0].first_token];
        if (edit_.range.start <= name || edit_.range.end >= place.offset + ChunkSummary::of(was).bytes)
            return false;
        if (!read_again(chunks, names)) return false;
        const std::uint32_t count = old_.summary().entries;
        if (chunks->summary().entries != count || ChunkTree::common(old_, *chunks, false) < place.entry ||
            ChunkTree::common(old_, *chunks, true) < count - place.entry - 1)
            return false;
        ChunkPlace now;
        const ChunkEntry& is = chunks->entry(place.entry, now);
        return is_sound_item(is) && root_of(is).nodes[0].kind == root.nodes[0].kind;
    }

    // The start of parsing at top level for an edit in that entry.
    ChunkPlace start_of_reading(ChunkPlace place) const {
        if (place.entry > 0) {
            // A long block ends with its line, whatever follows, unless its last line has more than the "}".
            ChunkPlace before = place;
            const ChunkEntry& entry = entry_before(old_, before);
            // In HCL 1 a comma on a later line still belongs to it.
            if (options_.hcl1 || entry.chunk || (entry.split->open->nodes[0].flags & kBroken) != 0)
                place = before;
        }
        go_to_line_start(old_, place);
        return place;
    }

    // Parses from the item before the edit to the first boundary after it that matches an old one.
    bool read_items(ChunkPlace place, ChunkTreePtr& chunks, NameTablePtr& names) const {
        const ChunkSummary& whole = old_.summary();
        const ChunkPlace first = start_of_reading(place);
        ChunkPlace last;
        old_.entry_at_offset(edit_.range.end, last);
        const std::uint32_t edit_end =
            edit_.range.start - first.offset + inserted_;  // in the newly parsed text
        for (std::uint32_t more = 2;; more *= 4) {
            std::uint32_t stop = std::min(whole.entries, last.entry + more);
            bool is_rest = stop == whole.entries;
            std::uint32_t stop_offset = whole.bytes;
            if (!is_rest) {
                ChunkPlace at;
                old_.entry(stop, at);
                stop_offset = at.offset;
            }
            if (more == 2) {
                // The header and one item of a long block are sufficient to stop.
                for (std::uint32_t i = last.entry + 1; i < stop; ++i) {
                    ChunkPlace at;
                    const ChunkEntry& entry = old_.entry(i, at);
                    if (!entry.split) continue;
                    ChunkPlace item;
                    stop_offset = at.offset + size_of(*entry.split->open) +
                                  size_of(*entry.split->items->entry(0, item).chunk);
                    is_rest = false;
                    break;
                }
            }
            const std::string text = edited_text(first.offset, stop_offset);
            ItemReader reader(text, options_, first.offset == 0);
            std::uint32_t resumed = whole.entries;
            bool is_synced = false;
            while (!is_synced && reader.next()) {
                // An old boundary matches only if a whole old chunk follows it in the current text: the
                // parser looks one line ahead.
                std::uint32_t end = reader.end();
                if (end < edit_end) continue;
                std::uint32_t old_offset = first.offset + end - inserted_ + edit_.range.length();
                if (old_offset >= stop_offset) continue;
                ChunkPlace at;
                old_.entry_at_offset(old_offset, at);
                is_synced = at.offset == old_offset && at.entry > last.entry;
                if (is_synced) resumed = at.entry;
            }
            work_ += reader.work();
            if (!is_rest && (!is_synced || reader.saw_end() || is_in_rest(reader.searches(), stop_offset)))
                continue;
            std::vector<ChunkEntry> entries = reader.take();
            keep_identity(old_, first.entry, resumed, entries);
            names = names_after(old_, first.entry, resumed, entries, names_);
            chunks = old_.splice(first.entry, resumed, std::move(entries));
            return true;
        }
    }

    // An edit in the header of a long block: parses it with only a few of its items; if these
    // are unchanged, so are the others.
    bool read_header(const SplitBlock& split, ChunkPlace place, ChunkTreePtr& chunks,
                     NameTablePtr& names) const {
        constexpr std::uint32_t kItems = 2;
        const std::uint32_t inside = place.offset + size_of(*split.open);
        const ChunkPlace first = start_of_reading(place);
        ChunkPlace behind;
        if (split.items->summary().entries <= kItems) return false;
        split.items->entry(kItems, behind);
        std::string text = edited_text(first.offset, inside + behind.offset);
        const std::uint32_t close_at = inside + split.items->summary().bytes;
        append_text(old_, {close_at, close_at + size_of(*split.close)}, text);
        // See read_inside: a block that crosses its layout is the same only while it is sound.
        const bool crosses = split.items->summary().crosses_layout;

        ItemReader reader(text, options_, first.offset == 0);
        reader.split_from(place.offset - first.offset);
        while (reader.next()) {
        }
        work_ += reader.work();
        if (is_in_rest(reader.searches(), inside)) return false;
        std::vector<ChunkEntry> entries = reader.take();
        if (entries.empty() || !entries.back().split) return false;
        const SplitBlock& read = *entries.back().split;
        if (read.indent != split.indent || read.items->summary().entries != kItems ||
            !is_same_chunk(*read.close, *split.close) ||
            (crosses && (options_.hcl1 || !read.open->diagnostics.empty() || !is_sound(split))))
            return false;
        for (std::uint32_t i = 0; i < kItems; ++i) {
            ChunkPlace at;
            ChunkPlace old_at;
            if (!is_same_chunk(*read.items->entry(i, at).chunk, *split.items->entry(i, old_at).chunk))
                return false;
        }
        auto edited = std::make_shared<SplitBlock>(split);
        edited->open = read.open;
        if (!is_long(*edited)) return false;
        entries.back() = {nullptr, std::move(edited)};
        keep_identity(old_, first.entry, place.entry, entries);
        names = names_after(old_, first.entry, place.entry + 1, entries, names_);
        chunks = old_.splice(first.entry, place.entry + 1, std::move(entries));
        return true;
    }

    static bool is_long(const SplitBlock& split) {
        return split.open->token_kinds.size() + split.items->summary().tokens +
                   split.close->token_kinds.size() >
               kSplitTokens;
    }

    // An edit among the items of a long block, which start at `inside`. Null when the
    // block does not stay the same.
    // Edits the elements of a long list or object in an item of a long block, which starts at `inside`. Null
    // when more is affected.
    std::shared_ptr<const SplitBlock> read_elements_inside(const SplitBlock& split, const ChunkPlace& place,
                                                           const StoredChunk& item,
                                                           std::uint32_t inside) const {
        const ChunkTree& items = *split.items;
        if (items.summary().crosses_layout || place.offset > edit_.range.start - inside) return nullptr;
        StoredChunkPtr chunk = read_elements(items, place, item, inside);
        if (!chunk) return nullptr;
        auto edited = std::make_shared<SplitBlock>(split);
        std::vector<ChunkEntry> entries;
        entries.push_back({std::move(chunk), nullptr});
        edited->items = items.splice(place.entry, place.entry + 1, std::move(entries));
        return is_long(*edited) ? edited : nullptr;
    }

    std::shared_ptr<const SplitBlock> read_inside(const SplitBlock& split, std::uint32_t inside) const {
        bool is_left_by_layout = split.items->summary().crosses_layout;
        if (!is_left_by_layout) {
            auto made = read_inside(split, inside, false, is_left_by_layout);
            if (made || !is_left_by_layout) return made;
        }
        // By its layout the block ends early. If its items were the same outside of it, its own "}" is
        // unmatched, and it is parsed by its braces.
        if (options_.hcl1 || !split.open->diagnostics.empty()) return nullptr;
        auto made = read_inside(split, inside, true, is_left_by_layout);
        return made && is_sound(*made) ? made : nullptr;
    }

    // Whether the items of a block would be the same as top-level items.
    static bool is_sound(const SplitBlock& block) {
        const ChunkSummary& s = block.items->summary();
        if (s.has_unclosed || s.has_stray || !block.open->diagnostics.empty() ||
            !block.close->diagnostics.empty())
            return false;
        constexpr int kMost = 64;
        int count = 0;
        bool sound = true;
        block.items->for_each(
            0, [&](const ChunkSummary& part) { return part.has_diagnostics && sound; },
            [&](const ChunkEntry& entry, std::uint32_t) {
                // The end of a broken item may depend on its braces and on the text around it; errors inside
                // a complete item stay inside, unless the layout ends it early.
                const StoredChunk& chunk = *entry.chunk;
                const bool is_broken = !chunk.nodes.empty() && (chunk.nodes[0].flags & kBroken) != 0;
                const bool may_differ = chunk.crosses_layout ||
                                        (is_broken && std::ranges::any_of(chunk.token_kinds, decides_ends));
                sound = !may_differ && ++count <= kMost;
            });
        return sound;
    }

    std::shared_ptr<const SplitBlock> read_inside(const SplitBlock& split, std::uint32_t inside, bool strict,
                                                  bool& is_left_by_layout) const {
        const ChunkTree& items = *split.items;
        const ChunkSummary& whole = items.summary();
        const std::uint32_t close_at = inside + whole.bytes;
        const std::uint32_t brace = close_at + brace_offset(*split.close);
        if (edit_.range.end > brace) return nullptr;

        if (split.open->reach != 0) return nullptr;
        ChunkPlace first;
        const ChunkEntry& reaching = items.entry_reaching(edit_.range.start - inside, first);
        if (auto edited = read_elements_inside(split, first, *reaching.chunk, inside)) return edited;
        if (first.entry > 0) entry_before(items, first);
        go_to_line_start(items, first);
        ChunkPlace last;
        items.entry_at_offset(edit_.range.end - inside, last);
        const std::uint32_t from = inside + first.offset;
        const std::uint32_t edit_end = edit_.range.start - from + inserted_;  // in the newly parsed text
        for (std::uint32_t more = 2;; more *= 4) {
            const std::uint32_t stop = std::min(whole.entries, last.entry + more);
            const bool is_rest = stop == whole.entries;
            std::uint32_t stop_offset = close_at + size_of(*split.close);
            if (!is_rest) {
                ChunkPlace at;
                items.entry(stop, at);
                stop_offset = inside + at.offset;
            }
            const std::string text = edited_text(from, stop_offset);
            UnitReader reader(text, options_, split.indent, strict);
            std::uint32_t resumed = whole.entries;
            bool is_synced = false;
            UnitKind kind = UnitKind::Item;
            while (!is_synced && (kind = reader.next()) == UnitKind::Item) {
                std::uint32_t end = reader.end();
                if (end < edit_end) continue;
                std::uint32_t old_offset = from + end - inserted_ + edit_.range.length();
                if (old_offset >= stop_offset || old_offset >= close_at) continue;
                ChunkPlace at;
                items.entry_at_offset(old_offset - inside, at);
                is_synced = inside + at.offset == old_offset && at.entry > last.entry;
                if (is_synced) resumed = at.entry;
            }
            work_ += reader.work();
            StoredChunkPtr close = split.close;
            if (!is_synced) {
                const bool is_layout_end = kind == UnitKind::End && !reader.saw_end();
                is_left_by_layout = is_layout_end || reader.has_unclosed();
                if (is_layout_end) return nullptr;
                if (!is_rest && kind == UnitKind::End) continue;
                // All items are parsed again: the block is the same if its "}" is.
                bool is_brace = kind == UnitKind::Close &&
                                from + reader.position() + edit_.range.length() == brace + inserted_ &&
                                reader.position() >= edit_end;
                if (!is_rest || !is_brace) return nullptr;
                if (from + reader.end() + edit_.range.length() != close_at + inserted_ ||
                    edit_.range.end > close_at)
                    close = read_close(options_, *split.close, text.substr(reader.end()));
                if (!close) return nullptr;
            }
            if (reader.saw_end() || is_in_rest(reader.searches(), stop_offset)) {
                if (is_rest) return nullptr;
                continue;
            }
            std::vector<ChunkEntry> entries = reader.take();
            keep_identity(items, first.entry, resumed, entries);
            auto edited = std::make_shared<SplitBlock>();
            edited->open = split.open;
            edited->indent = split.indent;
            edited->names = names_after(items, first.entry, resumed, entries, split.names);
            edited->items = items.splice(first.entry, resumed, std::move(entries));
            edited->close = std::move(close);
            bool is_same_shape = is_long(*edited) && edited->items->summary().entries > 1 &&
                                 !edited->items->summary().has_stray;
            return is_same_shape ? edited : nullptr;
        }
    }

    // Parses the end of a block after its last item. Null when there
    // are findings other than lexical ones.
    static StoredChunkPtr read_close(const ParseOptions& options, const StoredChunk& old,
                                     const std::string& text) {
        if (!old.diagnostics.empty()) return nullptr;
        Lexer lexer(text, LexMode::Config);
        lexer.set_hcl1(options.hcl1);
        lexer.set_starts_file(false);
        TokenBuffer tokens;
        const auto size = static_cast<std::uint32_t>(text.size());
        while (!lexer.is_at_end()) lexer.lex(tokens, size);
        if (!lexer.searches().empty()) return nullptr;
        tokens.push(TokenKind::EndOfFile, size);
        const std::uint32_t count = tokens.size() - 1;
        Diagnostics diagnostics;
        lexical_diagnostics(text, tokens, 0, count, diagnostics);
        if (options.hcl1) hcl1_token_diagnostics(text, tokens, 0, count, diagnostics);
        ChunkParts parts;
        parts.text = text;
        parts.token_kinds = {tokens.kinds(), count};
        parts.token_starts = {tokens.starts(), count};
        parts.diagnostics = diagnostics;
        return make_chunk(parts);
    }

    const ParseOptions& options_;
    const Edit& edit_;
    const ChunkTree& old_;
    const NameTablePtr& names_;
    std::uint64_t& work_;
    const std::uint32_t inserted_;
};

}  // namespace

void apply_edit(const ParseOptions& options, const Edit& edit, ChunkTreePtr& chunks, NameTablePtr& names,
                std::uint64_t& work) {
    const ChunkTreePtr old = chunks;
    const NameTablePtr old_names = names;
    Editor(options, edit, *old, old_names, work).run(chunks, names);
}

}  // namespace hcl::syntax
