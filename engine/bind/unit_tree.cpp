#include "engine/bind/unit_tree.h"

#include <algorithm>
#include <iterator>

#include "engine/base/check.h"

namespace hcl::bind {

namespace {

// Splits a sequence into nodes of similar size, at most the fanout.
template <typename Item>
std::vector<UnitTreePtr> grouped(std::vector<Item> row) {
    std::vector<UnitTreePtr> nodes;
    std::size_t count = (row.size() + UnitTree::kFanout - 1) / UnitTree::kFanout;
    std::size_t at = 0;
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t end = row.size() * (i + 1) / count;
        std::vector<Item> part(std::make_move_iterator(row.begin() + static_cast<std::ptrdiff_t>(at)),
                               std::make_move_iterator(row.begin() + static_cast<std::ptrdiff_t>(end)));
        nodes.push_back(std::make_shared<const UnitTree>(std::move(part)));
        at = end;
    }
    return nodes;
}

UnitTreePtr rooted(std::vector<UnitTreePtr> nodes) {
    if (nodes.empty()) return std::make_shared<const UnitTree>();
    while (nodes.size() > 1) nodes = grouped(std::move(nodes));
    return nodes.front();
}

}  // namespace

UnitTree::UnitTree(std::vector<UnitCell> cells) : cells_(std::move(cells)) {
    count_ = static_cast<std::uint32_t>(cells_.size());
    for (const UnitCell& cell : cells_) {
        bytes_ += cell.size;
        entries_ += cell.begins_entry() ? 1 : 0;
    }
    if (!cells_.empty()) last_label_ = cells_.back().label;
}

UnitTree::UnitTree(std::vector<UnitTreePtr> children) : children_(std::move(children)) {
    fences_.reserve(children_.size());
    for (const UnitTreePtr& child : children_) {
        count_ += child->count_;
        bytes_ += child->bytes_;
        entries_ += child->entries_;
        fences_.push_back({child->last_label_, child->bytes_, child->count_, child->entries_});
    }
    last_label_ = children_.back()->last_label_;
}

UnitTreePtr UnitTree::build(std::vector<UnitCell> cells) {
    return rooted(grouped(std::move(cells)));
}

UnitTreePtr UnitTree::splice(std::uint32_t first, std::uint32_t end, std::vector<UnitCell> cells) const {
    HCL_CHECK(first <= end && end <= count_);
    UnitTreePtr root = rooted(spliced(first, end, cells));
    while (root->children_.size() == 1) root = root->children_.front();
    return root;
}

// The nodes that replace this one, of the same height.
std::vector<UnitTreePtr> UnitTree::spliced(std::uint32_t first, std::uint32_t end,
                                           std::vector<UnitCell>& replacement) const {
    if (is_leaf()) {
        std::vector<UnitCell> row(cells_.begin(), cells_.begin() + first);
        row.insert(row.end(), std::make_move_iterator(replacement.begin()),
                   std::make_move_iterator(replacement.end()));
        replacement.clear();
        row.insert(row.end(), cells_.begin() + end, cells_.end());
        return grouped(std::move(row));
    }
    std::vector<UnitTreePtr> row;
    std::uint32_t at = 0;
    bool is_placed = false;
    for (const UnitTreePtr& child : children_) {
        std::uint32_t next = at + child->count_;
        // The replacement goes into the first child that the range touches.
        bool touches = first <= next && end >= at && (!is_placed || (first < next && end > at));
        if (!touches) {
            row.push_back(child);
        } else {
            is_placed = true;
            for (UnitTreePtr& node :
                 child->spliced(std::max(first, at) - at, std::min(end, next) - at, replacement))
                row.push_back(std::move(node));
        }
        at = next;
    }
    // Small nodes are merged with a neighbour, so that many removals do not leave many tiny nodes.
    constexpr std::size_t kSmall = kFanout / 4;
    auto size = [](const UnitTree& n) { return std::max(n.children_.size(), n.cells_.size()); };
    std::vector<UnitTreePtr> merged;
    for (UnitTreePtr& node : row) {
        bool joins = !merged.empty() && size(*merged.back()) + size(*node) <= kFanout &&
                     (size(*merged.back()) < kSmall || size(*node) < kSmall);
        if (!joins) {
            merged.push_back(std::move(node));
        } else if (node->is_leaf()) {
            std::vector<UnitCell> both = merged.back()->cells_;
            both.insert(both.end(), node->cells_.begin(), node->cells_.end());
            merged.back() = std::make_shared<const UnitTree>(std::move(both));
        } else {
            std::vector<UnitTreePtr> both = merged.back()->children_;
            both.insert(both.end(), node->children_.begin(), node->children_.end());
            merged.back() = std::make_shared<const UnitTree>(std::move(both));
        }
    }
    return grouped(std::move(merged));
}

UnitTreePtr UnitTree::with_states(std::span<const NewState> states) const {
    if (is_leaf()) {
        std::vector<UnitCell> row = cells_;
        auto cell = row.begin();
        for (const NewState& change : states) {
            while (cell != row.end() && cell->label < change.label) ++cell;
            HCL_CHECK(cell != row.end() && cell->label == change.label);
            cell->state = change.state;
        }
        return std::make_shared<const UnitTree>(std::move(row));
    }
    std::vector<UnitTreePtr> row = children_;
    for (UnitTreePtr& child : row) {
        std::size_t mine = 0;
        while (mine < states.size() && states[mine].label <= child->last_label_) ++mine;
        if (mine > 0) child = child->with_states(states.first(mine));
        states = states.subspan(mine);
    }
    HCL_CHECK(states.empty());
    return std::make_shared<const UnitTree>(std::move(row));
}

const UnitCell* UnitTree::at_index(std::uint32_t index, std::uint32_t& base) const {
    if (index >= count_) return nullptr;
    const UnitTree* node = this;
    base = 0;
    while (!node->is_leaf()) {
        std::size_t child = 0;
        for (; index >= node->fences_[child].count; ++child) {
            index -= node->fences_[child].count;
            base += node->fences_[child].bytes;
        }
        node = node->children_[child].get();
    }
    for (std::uint32_t i = 0; i < index; ++i) base += node->cells_[i].size;
    return &node->cells_[index];
}

const UnitCell* UnitTree::at_offset(std::uint32_t offset, std::uint32_t& base) const {
    if (count_ == 0) return nullptr;
    const UnitTree* node = this;
    base = 0;
    while (!node->is_leaf()) {
        std::size_t child = 0;
        for (; child + 1 < node->fences_.size() && offset >= base + node->fences_[child].bytes; ++child)
            base += node->fences_[child].bytes;
        node = node->children_[child].get();
    }
    for (std::size_t i = 0; i + 1 < node->cells_.size(); ++i) {
        if (offset < base + node->cells_[i].size) return &node->cells_[i];
        base += node->cells_[i].size;
    }
    return &node->cells_.back();
}

template <typename OfCell>
std::uint32_t UnitTree::index_behind(std::uint32_t amount, std::uint32_t Fence::* of_child,
                                     const OfCell& of_cell) const {
    const UnitTree* node = this;
    std::uint32_t before = 0;
    while (!node->is_leaf()) {
        std::size_t child = 0;
        for (; amount >= node->fences_[child].*of_child; ++child) {
            amount -= node->fences_[child].*of_child;
            before += node->fences_[child].count;
        }
        node = node->children_[child].get();
    }
    for (const UnitCell& cell : node->cells_) {
        if (amount < of_cell(cell)) break;
        amount -= of_cell(cell);
        ++before;
    }
    return before;
}

std::uint32_t UnitTree::index_at_offset(std::uint32_t offset) const {
    if (offset >= bytes_) return count_;
    return index_behind(offset, &Fence::bytes, [](const UnitCell& cell) { return cell.size; });
}

std::uint32_t UnitTree::cell_of_entry(std::uint32_t entry) const {
    if (entry >= entries_) return count_;
    return index_behind(entry, &Fence::entries,
                        [](const UnitCell& cell) { return cell.begins_entry() ? 1U : 0U; });
}

const UnitCell* UnitTree::at_label(std::uint64_t label, std::uint32_t& base) const {
    if (count_ == 0 || label > last_label_) return nullptr;
    const UnitTree* node = this;
    base = 0;
    while (!node->is_leaf()) {
        std::size_t child = 0;
        for (; label > node->fences_[child].last_label; ++child) base += node->fences_[child].bytes;
        node = node->children_[child].get();
    }
    for (const UnitCell& cell : node->cells_) {
        if (cell.label == label) return &cell;
        base += cell.size;
    }
    return nullptr;
}

const UnitCell* UnitTree::at_label(std::uint64_t label) const {
    if (count_ == 0 || label > last_label_) return nullptr;
    const UnitTree* node = this;
    while (!node->is_leaf()) {
        auto child = std::ranges::lower_bound(node->fences_, label, {}, &Fence::last_label);
        node = node->children_[static_cast<std::size_t>(child - node->fences_.begin())].get();
    }
    auto cell = std::ranges::lower_bound(node->cells_, label, {}, &UnitCell::label);
    return cell != node->cells_.end() && cell->label == label ? &*cell : nullptr;
}

std::uint32_t UnitTree::entry_at_label(std::uint64_t label) const {
    HCL_CHECK(count_ > 0 && label <= last_label_);
    const UnitTree* node = this;
    std::uint32_t begun = 0;
    while (!node->is_leaf()) {
        std::size_t child = 0;
        for (; label > node->fences_[child].last_label; ++child) begun += node->fences_[child].entries;
        node = node->children_[child].get();
    }
    for (const UnitCell& cell : node->cells_)
        if (cell.label <= label && cell.begins_entry()) ++begun;
    return begun - 1;
}

}  // namespace hcl::bind
