#include "engine/syntax/tree/chunk_tree.h"

#include <algorithm>
#include <iterator>

#include "engine/base/check.h"

namespace hcl::syntax {

namespace {

// The part of a summary that positions need. Searches compute it for each entry that they pass.
ChunkSummary extent_of(const StoredChunk& chunk) {
    ChunkSummary s;
    s.bytes = static_cast<std::uint32_t>(chunk.text.size());
    s.newlines = chunk.newlines;
    s.lone_returns = chunk.lone_returns;
    s.entries = 1;
    s.chunks = 1;
    s.reach = chunk.reach;
    return s;
}

ChunkSummary summary_of(const StoredChunk& chunk) {
    ChunkSummary s = extent_of(chunk);
    s.attributes = chunk.name_hash != 0 ? 1 : 0;
    s.has_diagnostics = !chunk.diagnostics.empty();
    s.has_unclosed = chunk.has_unclosed;
    s.has_stray = chunk.has_stray;
    s.depends_on_rest = chunk.depends_on_rest();
    s.crosses_layout = chunk.crosses_layout;
    s.tokens = static_cast<std::uint32_t>(chunk.token_kinds.size());
    s.ends = chunk.ends;
    s.diagnostics = static_cast<std::uint32_t>(chunk.diagnostics.size());
    s.is_ascii = chunk.is_ascii;
    s.is_irregular = chunk.is_irregular;
    return s;
}

// Splits a sequence into nodes of similar size, at most the fanout.
template <typename Item>
std::vector<ChunkTreePtr> grouped(std::vector<Item> row) {
    std::vector<ChunkTreePtr> nodes;
    std::size_t count = (row.size() + ChunkTree::kFanout - 1) / ChunkTree::kFanout;
    std::size_t at = 0;
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t end = row.size() * (i + 1) / count;
        std::vector<Item> part(std::make_move_iterator(row.begin() + static_cast<std::ptrdiff_t>(at)),
                               std::make_move_iterator(row.begin() + static_cast<std::ptrdiff_t>(end)));
        nodes.push_back(std::make_shared<const ChunkTree>(std::move(part)));
        at = end;
    }
    return nodes;
}

ChunkTreePtr rooted(std::vector<ChunkTreePtr> nodes) {
    if (nodes.empty()) return std::make_shared<const ChunkTree>();
    while (nodes.size() > 1) nodes = grouped(std::move(nodes));
    return nodes.front();
}

}  // namespace

ChunkSummary ChunkSummary::of(const ChunkEntry& entry) {
    if (entry.chunk) return summary_of(*entry.chunk);
    ChunkSummary s = summary_of(*entry.split->open);
    s.append(entry.split->items->summary());
    s.append(summary_of(*entry.split->close));
    s.entries = 1;
    s.attributes = 0;
    if (entry.split->names)
        s.has_redefined = entry.split->names->has_duplicates();
    else
        s.has_stray = entry.split->open->has_stray;  // errors inside it do not affect the block around it
    return s;
}

void ChunkSummary::append(const ChunkSummary& next) {
    reach = std::max(next.reach, reach > next.bytes ? reach - next.bytes : 0);
    bytes += next.bytes;
    newlines += next.newlines;
    lone_returns += next.lone_returns;
    entries += next.entries;
    chunks += next.chunks;
    attributes += next.attributes;
    has_diagnostics |= next.has_diagnostics;
    unclosed_before_stray |= next.unclosed_before_stray || (has_unclosed && next.has_stray);
    has_unclosed |= next.has_unclosed;
    has_stray |= next.has_stray;
    depends_on_rest |= next.depends_on_rest;
    crosses_layout |= next.crosses_layout;
    has_redefined |= next.has_redefined;
    tokens += next.tokens;
    ends |= next.ends;
    diagnostics += next.diagnostics;
    is_ascii &= next.is_ascii;
    is_irregular |= next.is_irregular;
}

ChunkTree::ChunkTree(std::vector<ChunkEntry> entries) : entries_(std::move(entries)) {
    for (const ChunkEntry& item : entries_) summary_.append(ChunkSummary::of(item));
}

ChunkTree::ChunkTree(std::vector<ChunkTreePtr> children) : children_(std::move(children)) {
    for (const ChunkTreePtr& child : children_) summary_.append(child->summary_);
}

ChunkTreePtr ChunkTree::build(std::vector<ChunkEntry> entries) {
    return rooted(grouped(std::move(entries)));
}

ChunkTreePtr ChunkTree::splice(std::uint32_t first, std::uint32_t last,
                               std::vector<ChunkEntry> replacement) const {
    HCL_CHECK(first <= last && last <= summary_.entries);
    ChunkTreePtr root = rooted(spliced(first, last, replacement));
    // A root with a single child only adds height.
    while (root->children_.size() == 1) root = root->children_.front();
    return root;
}

// The nodes that replace this one, of the same height.
std::vector<ChunkTreePtr> ChunkTree::spliced(std::uint32_t first, std::uint32_t last,
                                             std::vector<ChunkEntry>& replacement) const {
    if (is_leaf()) {
        std::vector<ChunkEntry> row(entries_.begin(), entries_.begin() + first);
        row.insert(row.end(), std::make_move_iterator(replacement.begin()),
                   std::make_move_iterator(replacement.end()));
        replacement.clear();
        row.insert(row.end(), entries_.begin() + last, entries_.end());
        return grouped(std::move(row));
    }
    std::vector<ChunkTreePtr> row;
    std::uint32_t at = 0;
    bool is_placed = false;
    for (const ChunkTreePtr& child : children_) {
        std::uint32_t end = at + child->summary_.entries;
        // The replacement goes into the first child that the range touches.
        bool touches = first <= end && last >= at && (!is_placed || (first < end && last > at));
        if (!touches) {
            row.push_back(child);
        } else {
            std::uint32_t from = std::max(first, at) - at;
            std::uint32_t to = std::min(last, end) - at;
            is_placed = true;
            for (ChunkTreePtr& node : child->spliced(from, to, replacement)) row.push_back(std::move(node));
        }
        at = end;
    }
    // Small nodes are merged with a neighbour, so that many removals do not leave many tiny nodes.
    constexpr std::size_t kSmall = kFanout / 4;
    std::vector<ChunkTreePtr> merged;
    for (ChunkTreePtr& node : row) {
        auto size = [](const ChunkTree& n) { return std::max(n.children_.size(), n.entries_.size()); };
        bool joins = !merged.empty() && size(*merged.back()) + size(*node) <= kFanout &&
                     (size(*merged.back()) < kSmall || size(*node) < kSmall);
        if (!joins) {
            merged.push_back(std::move(node));
        } else if (node->is_leaf()) {
            std::vector<ChunkEntry> both = merged.back()->entries_;
            both.insert(both.end(), node->entries_.begin(), node->entries_.end());
            merged.back() = std::make_shared<const ChunkTree>(std::move(both));
        } else {
            std::vector<ChunkTreePtr> both = merged.back()->children_;
            both.insert(both.end(), node->children_.begin(), node->children_.end());
            merged.back() = std::make_shared<const ChunkTree>(std::move(both));
        }
    }
    return grouped(std::move(merged));
}

// Goes to the last entry of which `before(place)` holds; `place` is where that entry starts.
template <typename Before>
const ChunkEntry& ChunkTree::find(const Before& is_beyond, ChunkPlace& place) const {
    auto pass = [&](const ChunkSummary& s) {
        place.entry += s.entries;
        place.chunk += s.chunks;
        place.offset += s.bytes;
        place.line += s.newlines;
        place.lone_returns += s.lone_returns;
    };
    const ChunkTree* node = this;
    while (!node->is_leaf()) {
        const ChunkTree* next = node->children_.back().get();
        for (std::size_t i = 0; i + 1 < node->children_.size(); ++i) {
            if (is_beyond(place, node->children_[i]->summary_)) {
                next = node->children_[i].get();
                break;
            }
            pass(node->children_[i]->summary_);
        }
        node = next;
    }
    HCL_CHECK(!node->entries_.empty());
    for (std::size_t i = 0; i + 1 < node->entries_.size(); ++i) {
        const ChunkEntry& entry = node->entries_[i];
        const ChunkSummary s = entry.chunk ? extent_of(*entry.chunk) : ChunkSummary::of(entry);
        if (is_beyond(place, s)) return entry;
        pass(s);
    }
    return node->entries_.back();
}

const ChunkEntry& ChunkTree::entry(std::uint32_t index, ChunkPlace& place) const {
    return find([&](const ChunkPlace& at, const ChunkSummary& s) { return index < at.entry + s.entries; },
                place);
}

const ChunkEntry& ChunkTree::entry_at_offset(std::uint32_t offset, ChunkPlace& place) const {
    return find([&](const ChunkPlace& at, const ChunkSummary& s) { return offset < at.offset + s.bytes; },
                place);
}

const ChunkEntry& ChunkTree::entry_reaching(std::uint32_t offset, ChunkPlace& place) const {
    return find(
        [&](const ChunkPlace& at, const ChunkSummary& s) {
            std::uint32_t end = at.offset + s.bytes;
            return offset < end || (s.reach != 0 && offset <= end + s.reach);
        },
        place);
}

const ChunkEntry& ChunkTree::entry_at_line(std::uint32_t line, ChunkPlace& place) const {
    return find([&](const ChunkPlace& at, const ChunkSummary& s) { return line <= at.line + s.newlines; },
                place);
}

const ChunkEntry& ChunkTree::entry_at_editor_line(std::uint32_t line, ChunkPlace& place) const {
    return find(
        [&](const ChunkPlace& at, const ChunkSummary& s) {
            return line <= at.line + at.lone_returns + s.newlines + s.lone_returns;
        },
        place);
}

const ChunkEntry& ChunkTree::entry_at_chunk(std::uint32_t chunk, ChunkPlace& place) const {
    return find([&](const ChunkPlace& at, const ChunkSummary& s) { return chunk < at.chunk + s.chunks; },
                place);
}

namespace {

// A subtree or an entry to be visited.
struct Pending {
    const ChunkTree* tree = nullptr;
    const ChunkEntry* entry = nullptr;
    std::uint32_t size() const { return tree ? tree->summary().entries : 1; }
    bool operator==(const Pending&) const = default;
};

}  // namespace

std::uint32_t ChunkTree::common(const ChunkTree& a, const ChunkTree& b, bool at_end) {
    auto open = [&](std::vector<Pending>& stack) {
        const ChunkTree* tree = stack.back().tree;
        stack.pop_back();
        std::size_t n = std::max(tree->children_.size(), tree->entries_.size());
        for (std::size_t i = 0; i < n; ++i) {
            // The first to visit is pushed last.
            std::size_t at = at_end ? i : n - 1 - i;
            if (tree->is_leaf())
                stack.push_back({nullptr, &tree->entries_[at]});
            else
                stack.push_back({tree->children_[at].get(), nullptr});
        }
    };
    auto same_entry = [](const ChunkEntry& x, const ChunkEntry& y) {
        return x.chunk == y.chunk && x.split == y.split;
    };
    std::vector<Pending> left{{&a, nullptr}};
    std::vector<Pending> right{{&b, nullptr}};
    std::uint32_t count = 0;
    while (!left.empty() && !right.empty()) {
        Pending x = left.back();
        Pending y = right.back();
        if (x == y) {
            count += x.size();
            left.pop_back();
            right.pop_back();
        } else if (x.entry && y.entry) {
            if (!same_entry(*x.entry, *y.entry)) break;
            ++count;
            left.pop_back();
            right.pop_back();
        } else if (x.tree && (y.entry || x.size() >= y.size())) {
            open(left);
        } else {
            open(right);
        }
    }
    return count;
}

std::size_t ChunkTree::memory() const {
    std::size_t bytes = sizeof(ChunkTree) + 16 + children_.capacity() * sizeof(ChunkTreePtr) +
                        entries_.capacity() * sizeof(ChunkEntry);
    for (const ChunkTreePtr& child : children_) bytes += child->memory();
    for (const ChunkEntry& item : entries_)
        if (item.split) bytes += sizeof(SplitBlock) + 16 + item.split->items->memory();
    return bytes;
}

}  // namespace hcl::syntax
