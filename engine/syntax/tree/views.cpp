// The views of bodies, attributes and blocks.
#include <algorithm>

#include "engine/syntax/file/file.h"
#include "engine/syntax/file/file_builder.h"
#include "engine/syntax/file/file_data.h"
#include "engine/syntax/lex/literal.h"
#include "engine/syntax/tree/chunk_tree.h"
#include "engine/syntax/tree/entries.h"

namespace hcl::syntax {

namespace {

BodyItem::Kind item_kind(Node node) {
    switch (node.kind()) {
        case NodeKind::Attribute:
            return BodyItem::Kind::Attribute;
        case NodeKind::Block:
            return BodyItem::Kind::Block;
        default:
            return BodyItem::Kind::Bogus;
    }
}

// The "}" of a split block, in its last chunk.
Span close_brace_of(const StoredChunk& chunk, std::uint32_t base) {
    for (std::uint32_t t = 0; t < chunk.token_kinds.size(); ++t)
        if (chunk.token_kinds[t] == TokenKind::CBrace) return chunk.token_span(t).shifted(base);
    return {base, base};
}

std::optional<BodyItem> item_of(const ChunkEntry& entry, std::uint32_t offset) {
    if (entry.split) {
        Node node(entry.split->open.get(), offset, 0);
        std::uint32_t close_at = offset + static_cast<std::uint32_t>(entry.split->open->text.size()) +
                                 entry.split->items->summary().bytes;
        Span close = close_brace_of(*entry.split->close, close_at);
        return BodyItem{BodyItem::Kind::Block, node, {node.span().start, close.end}, entry.split.get()};
    }
    if (entry.chunk->nodes.empty()) return std::nullopt;
    Node node(entry.chunk.get(), offset, 0);
    return BodyItem{item_kind(node), node, node.span(), nullptr};
}

void collect(const ChunkTree& chunks, std::uint32_t base, std::vector<BodyItem>& items) {
    chunks.for_each(
        base, [](const ChunkSummary&) { return true; },
        [&](const ChunkEntry& entry, std::uint32_t offset) {
            if (auto item = item_of(entry, offset)) items.push_back(*item);
        });
}

}  // namespace

const ChunkTree& FileBuilder::chunks(const File& file) {
    return *file.data_->chunks;
}

std::uint32_t bytes_around(const File& file, std::uint32_t offset) {
    const ChunkTree* tree = &FileBuilder::chunks(file);
    std::uint32_t base = 0;
    for (;;) {
        if (tree->summary().entries == 0) return 0;
        ChunkPlace place;
        const ChunkEntry& entry = tree->entry_at_offset(offset - base, place);
        if (entry.chunk) return static_cast<std::uint32_t>(entry.chunk->text.size());
        // At its header or its end, the whole block may be parsed again.
        const std::uint32_t inside =
            base + place.offset + static_cast<std::uint32_t>(entry.split->open->text.size());
        const ChunkSummary& items = entry.split->items->summary();
        if (offset < inside || offset >= inside + items.bytes) return ChunkSummary::of(entry).bytes;
        base = inside;
        tree = entry.split->items.get();
    }
}

std::uint32_t entry_count(const File& file) {
    return FileBuilder::chunks(file).summary().entries;
}

namespace {

void each_entry_of(const ChunkTree& tree, std::uint32_t base, std::uint32_t first, std::uint32_t end,
                   const std::function<void(const FileEntry&)>& visit) {
    tree.for_range(first, end, base, [&](const ChunkEntry& entry, std::uint32_t offset) {
        FileEntry out;
        if (entry.split) {
            out.source = entry.split;
            out.chunk = entry.split->open.get();
        } else {
            out.source = entry.chunk;
            out.chunk = entry.chunk.get();
        }
        out.start = offset;
        out.size = ChunkSummary::of(entry).bytes;
        out.item = item_of(entry, offset);
        visit(out);
    });
}

EntryChange change_of(const ChunkTree& a, const ChunkTree& b) {
    EntryChange change;
    std::uint32_t least = std::min(a.summary().entries, b.summary().entries);
    change.first = ChunkTree::common(a, b, false);
    std::uint32_t tail = std::min(ChunkTree::common(a, b, true), least - change.first);
    change.old_end = a.summary().entries - tail;
    change.now_end = b.summary().entries - tail;
    return change;
}

}  // namespace

void each_entry(const File& file, std::uint32_t first, std::uint32_t end,
                const std::function<void(const FileEntry&)>& visit) {
    each_entry_of(FileBuilder::chunks(file), 0, first, end, visit);
}

EntryChange change_between(const File& old, const File& now) {
    return change_of(FileBuilder::chunks(old), FileBuilder::chunks(now));
}

std::shared_ptr<const Chunk> header_of(const SplitBlock& block) {
    return block.open;
}

std::shared_ptr<const Chunk> end_of(const SplitBlock& block) {
    return block.close;
}

std::uint32_t entry_count(const SplitBlock& block) {
    return block.items->summary().entries;
}

void each_entry(const FileEntry& block, std::uint32_t first, std::uint32_t end,
                const std::function<void(const FileEntry&)>& visit) {
    const SplitBlock& split = *block.item->split;
    each_entry_of(*split.items, block.start + static_cast<std::uint32_t>(split.open->text.size()), first, end,
                  visit);
}

EntryChange change_between(const SplitBlock& old, const SplitBlock& now) {
    return change_of(*old.items, *now.items);
}

void each_chunk(const BodyItem& item, const std::function<void(const Chunk&, std::uint32_t)>& visit) {
    visit(item.node.chunk(), item.node.base());
    if (!item.split) return;
    std::uint32_t at = item.node.base() + static_cast<std::uint32_t>(item.split->open->text.size());
    item.split->items->for_each(
        at, [](const ChunkSummary&) { return true; },
        [&](const ChunkEntry& entry, std::uint32_t offset) {
            if (entry.chunk) visit(*entry.chunk, offset);
        });
    visit(*item.split->close, at + item.split->items->summary().bytes);
}

AttributeView BodyItem::attribute() const {
    HCL_CHECK(kind == Kind::Attribute);
    AttributeView view;
    view.node = node;
    Node name = node.child(0);
    view.name = name.text();
    if (view.name.starts_with('"')) view.name.remove_prefix(1);
    if (view.name.ends_with('"')) view.name.remove_suffix(1);
    view.name_span = name.span();
    view.expr = node.child(1);
    view.span = span;
    view.equals_span = {view.name_span.end, view.name_span.end};
    for (std::uint32_t t = name.token_end(); t < view.expr.first_token(); ++t) {
        if (node.token_kind(t) == TokenKind::Equal) {
            view.equals_span = node.token_span(t);
            break;
        }
    }
    return view;
}

BlockView BodyItem::block() const {
    HCL_CHECK(kind == Kind::Block);
    return BlockView(*this);
}

std::vector<BodyItem> BodyView::items() const {
    std::vector<BodyItem> items;
    if (chunks_) collect(*chunks_, base_, items);
    if (node_)
        for (Node child : node_.children()) items.push_back({item_kind(child), child, child.span(), nullptr});
    return items;
}

std::vector<BodyItem> BodyView::items_at(std::uint32_t offset) const {
    if (!chunks_) {
        std::vector<BodyItem> touched = items();
        std::erase_if(touched, [&](const BodyItem& item) { return !item.span.touches(offset); });
        return touched;
    }
    std::vector<BodyItem> found;
    chunks_->for_each_in(
        base_, {std::max(offset, 1u) - 1, offset + 1}, [](const ChunkSummary&) { return true; },
        [&](const ChunkEntry& entry, std::uint32_t at) {
            if (auto item = item_of(entry, at); item && item->span.touches(offset)) found.push_back(*item);
        });
    return found;
}

std::vector<AttributeView> BodyView::attributes() const {
    std::vector<AttributeView> views;
    for (const BodyItem& item : items())
        if (item.kind == BodyItem::Kind::Attribute) views.push_back(item.attribute());
    return views;
}

std::vector<BlockView> BodyView::blocks() const {
    std::vector<BlockView> views;
    for (const BodyItem& item : items())
        if (item.kind == BodyItem::Kind::Block) views.push_back(item.block());
    return views;
}

namespace {

Node body_node(Node block) {
    Node last;
    for (Node child : block.children()) last = child;
    return last;
}

}  // namespace

std::string_view BlockView::type() const {
    std::string_view text = node_.child(0).text();
    if (text.starts_with('"')) text.remove_prefix(1);
    if (text.ends_with('"')) text.remove_suffix(1);
    return text;
}

Span BlockView::type_span() const {
    return node_.child(0).span();
}

std::vector<LabelView> BlockView::labels() const {
    std::vector<LabelView> labels;
    for (Node child : node_.children())
        if (child.is(NodeKind::Label))
            labels.push_back({label_text(child), child.span(), child.has(kQuoted)});
    return labels;
}

Span BlockView::header_span() const {
    Span span = type_span();
    for (Node child : node_.children())
        if (child.is(NodeKind::Label)) span.end = child.span().end;
    return span;
}

Span BlockView::open_brace() const {
    Node body = body_node(node_);
    for (std::uint32_t t = body.first_token(); t > node_.first_token(); --t)
        if (node_.token_kind(t - 1) == TokenKind::OBrace) return node_.token_span(t - 1);
    std::uint32_t end = header_span().end;
    return {end, end};
}

Span BlockView::close_brace() const {
    if (split_) return {span_.end - 1, span_.end};
    Node body = body_node(node_);
    // Only a brace after the body closes this block.
    for (std::uint32_t t = body.token_end(); t < node_.token_end(); ++t)
        if (node_.token_kind(t) == TokenKind::CBrace) return node_.token_span(t);
    return {span_.end, span_.end};
}

BodyView BlockView::body() const {
    BodyView view;
    Span open = open_brace();
    Span close = close_brace();
    view.span_ = {open.end, std::max(open.end, close.start)};
    if (split_) {
        view.chunks_ = split_->items.get();
        view.base_ = node_.base() + static_cast<std::uint32_t>(split_->open->text.size());
    } else {
        view.node_ = body_node(node_);
    }
    return view;
}

}  // namespace hcl::syntax
