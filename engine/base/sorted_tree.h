// A persistent sorted set of small trivial rows: copies share all nodes, and a
// change copies only the path to the row.
//
// Changes belong to an edit (SortedTree::Edit): nodes created by the same edit are changed in place, so many
// changes in one edit cost as much as in a mutable tree. Do not change a tree that is visible to others; copy
// it, and change the copy in a new edit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace hcl {

template <typename Row>
class SortedTree {
  public:
    using Edit = std::shared_ptr<const char>;
    static Edit begin() { return std::make_shared<const char>('\0'); }

    // Builds a tree of sorted, unique rows.
    static SortedTree build(std::vector<Row> rows) {
        SortedTree tree;
        tree.size_ = rows.size();
        std::vector<NodePtr> level;
        for (std::size_t at = 0; at < rows.size();) {
            std::size_t left = rows.size() - at;
            std::size_t take = left <= kMost ? left : std::min(kMost * 3 / 4, left);
            auto node = std::make_shared<Node>();
            auto from = rows.begin() + static_cast<std::ptrdiff_t>(at);
            node->rows.assign(from, from + static_cast<std::ptrdiff_t>(take));
            level.push_back(std::move(node));
            at += take;
        }
        while (level.size() > 1) {
            std::vector<NodePtr> above;
            for (std::size_t at = 0; at < level.size();) {
                std::size_t take = std::min(kMost * 3 / 4, level.size() - at);
                auto node = std::make_shared<Node>();
                for (std::size_t i = at; i < at + take; ++i) {
                    node->rows.push_back(level[i]->rows.front());
                    node->children.push_back(std::move(level[i]));
                }
                above.push_back(std::move(node));
                at += take;
            }
            level = std::move(above);
        }
        if (!level.empty()) tree.root_ = std::move(level.front());
        return tree;
    }

    std::size_t size() const { return size_; }
    bool is_empty() const { return size_ == 0; }
    // Equal identities imply equal rows; valid while one of the trees lives.
    const void* identity() const { return root_.get(); }

    bool contains(const Row& row) const {
        bool found = false;
        each_from(row, [&](const Row& at) {
            found = at == row;
            return false;
        });
        return found;
    }

    // Calls visit(row) for the rows from `first` on, in order, until it returns false.
    template <typename Visit>
    void each_from(const Row& first, Visit&& visit) const {
        if (root_) walk(*root_, &first, visit);
    }
    template <typename Visit>
    void each(Visit&& visit) const {
        if (root_) walk(*root_, nullptr, visit);
    }

    // False when the row is already in the set.
    bool insert(const Row& row, const Edit& edit) {
        if (!root_) {
            root_ = std::make_shared<Node>();
            root_->edit = edit;
        }
        NodePtr split;
        bool is_new = insert(root_, row, edit, split);
        if (split) {
            auto top = std::make_shared<Node>();
            top->edit = edit;
            top->rows = {root_->rows.front(), split->rows.front()};
            top->children = {root_, split};
            root_ = std::move(top);
        }
        size_ += is_new ? 1 : 0;
        return is_new;
    }

    // False when the row is not in the set.
    bool erase(const Row& row, const Edit& edit) {
        if (!root_ || !contains(row)) return false;
        erase(root_, row, edit);
        while (root_ && root_->children.size() == 1) root_ = root_->children.front();
        if (root_ && root_->rows.empty()) root_ = nullptr;
        --size_;
        return true;
    }

  private:
    static constexpr std::size_t kMost = 64;

    struct Node;
    using NodePtr = std::shared_ptr<Node>;
    struct Node {
        Edit edit;
        std::vector<Row> rows;          // inner node: lower bounds of the children
        std::vector<NodePtr> children;  // none in a leaf
    };

    static std::size_t child_of(const Node& node, const Row& row) {
        auto after = std::upper_bound(node.rows.begin(), node.rows.end(), row);
        return after == node.rows.begin() ? 0 : static_cast<std::size_t>(after - node.rows.begin()) - 1;
    }

    template <typename Visit>
    static bool walk(const Node& node, const Row* first, Visit& visit) {
        if (node.children.empty()) {
            auto from =
                first ? std::lower_bound(node.rows.begin(), node.rows.end(), *first) : node.rows.begin();
            for (; from != node.rows.end(); ++from)
                if (!visit(*from)) return false;
            return true;
        }
        std::size_t at = first ? child_of(node, *first) : 0;
        if (!walk(*node.children[at], first, visit)) return false;
        for (++at; at < node.children.size(); ++at)
            if (!walk(*node.children[at], nullptr, visit)) return false;
        return true;
    }

    static void own(NodePtr& node, const Edit& edit) {
        if (node->edit == edit) return;
        auto copy = std::make_shared<Node>(*node);
        copy->edit = edit;
        node = std::move(copy);
    }

    static bool insert(NodePtr& node, const Row& row, const Edit& edit, NodePtr& split) {
        own(node, edit);
        if (node->children.empty()) {
            auto at = std::lower_bound(node->rows.begin(), node->rows.end(), row);
            if (at != node->rows.end() && *at == row) return false;
            node->rows.insert(at, row);
        } else {
            std::size_t at = child_of(*node, row);
            NodePtr inner;
            bool is_new = insert(node->children[at], row, edit, inner);
            if (row < node->rows[at]) node->rows[at] = row;
            if (inner) {
                auto place = static_cast<std::ptrdiff_t>(at) + 1;
                node->rows.insert(node->rows.begin() + place, inner->rows.front());
                node->children.insert(node->children.begin() + place, std::move(inner));
            }
            if (!is_new) return false;
        }
        if (node->rows.size() > kMost) {
            auto half = static_cast<std::ptrdiff_t>(node->rows.size() / 2);
            split = std::make_shared<Node>();
            split->edit = edit;
            split->rows.assign(node->rows.begin() + half, node->rows.end());
            node->rows.resize(static_cast<std::size_t>(half));
            if (!node->children.empty()) {
                split->children.assign(node->children.begin() + half, node->children.end());
                node->children.resize(static_cast<std::size_t>(half));
            }
        }
        return true;
    }

    static void erase(NodePtr& node, const Row& row, const Edit& edit) {
        own(node, edit);
        if (node->children.empty()) {
            node->rows.erase(std::lower_bound(node->rows.begin(), node->rows.end(), row));
            return;
        }
        std::size_t at = child_of(*node, row);
        erase(node->children[at], row, edit);
        auto place = static_cast<std::ptrdiff_t>(at);
        NodePtr& child = node->children[at];
        if (child->rows.empty()) {
            node->rows.erase(node->rows.begin() + place);
            node->children.erase(node->children.begin() + place);
            return;
        }
        // Merge small neighbours, so that many removals do not leave many tiny nodes.
        if (at + 1 < node->children.size() &&
            child->rows.size() + node->children[at + 1]->rows.size() < kMost / 2) {
            own(child, edit);
            const Node& next = *node->children[at + 1];
            child->rows.insert(child->rows.end(), next.rows.begin(), next.rows.end());
            child->children.insert(child->children.end(), next.children.begin(), next.children.end());
            node->rows.erase(node->rows.begin() + place + 1);
            node->children.erase(node->children.begin() + place + 1);
        }
    }

    NodePtr root_;
    std::size_t size_ = 0;
};

}  // namespace hcl
