// The syntax tree: chunks of tokens and nodes, and the views to read them.
//
// A file is a sequence of chunks. A chunk is immutable and shared between versions of the file; it owns its
// text, tokens and nodes, and its offsets are relative to its start, so it can move without changes. Views
// know the chunk's position in the file, so all their spans are byte ranges of the file. Views are small
// values; they are valid while the File (or ChunkPtr) that they came from lives. Published trees never change
// and can be read from any thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/check.h"
#include "engine/source/diagnostic.h"
#include "engine/source/span.h"
#include "engine/syntax/tree/kinds.h"

namespace hcl::syntax {

// A node of a chunk, in preorder: its subtree is [id, id + size). Twelve bytes, because nodes take most of
// the memory of a tree; use it through Node.
struct NodeData {
    static constexpr std::uint16_t kWide = 0xFFFF;
    NodeKind kind;
    std::uint8_t flags;         // NodeFlag; UnaryOp or BinaryOp in the bits of kOpMask
    std::uint16_t token_count;  // kWide: too many for 16 bits, see Chunk::wide_nodes
    std::uint32_t first_token;  // for a node without tokens, the one that follows it
    std::uint32_t size;         // nodes in the subtree, including itself
};
static_assert(sizeof(NodeData) == 12);

// The token count of a node with too many for NodeData.
struct WideNode {
    std::uint32_t node;
    std::uint32_t token_count;
};

// The immutable unit of sharing. `tokens` cover `text`: token i is [token_starts[i], token_starts[i+1]), and
// token_starts has one more entry than token_kinds.
struct Chunk {
    std::string_view text;
    std::span<const TokenKind> token_kinds;
    std::span<const std::uint32_t> token_starts;
    std::span<const NodeData> nodes;       // empty when the chunk has only trivia
    std::span<const WideNode> wide_nodes;  // ascending by node
    Diagnostics diagnostics;               // spans relative to the chunk
    bool is_ascii = true;
    // A second array behind token_starts says where the tokens stand in the file, where that is not where
    // they stand in `text`: in a template of a JSON string with escapes.
    bool has_places = false;
    std::uint32_t newlines = 0;
    std::uint32_t lone_returns = 0;  // "\r" without "\n" behind it

    std::uint32_t token_end(std::uint32_t node) const {
        const NodeData& data = nodes[node];
        std::uint32_t count = data.token_count;
        if (count == NodeData::kWide) [[unlikely]]
            count = wide_token_count(node);
        return data.first_token + count;
    }
    Span token_span(std::uint32_t token) const { return {token_starts[token], token_starts[token + 1]}; }
    std::string_view token_text(std::uint32_t token) const { return text_between(token, token + 1); }
    std::string_view text_between(std::uint32_t first_token, std::uint32_t token_end) const {
        return text.substr(token_starts[first_token], token_starts[token_end] - token_starts[first_token]);
    }
    // Relative to the node's base.
    std::uint32_t place_of(std::uint32_t token) const {
        return token_starts.data()[has_places ? token_starts.size() + token : token];
    }

  private:
    std::uint32_t wide_token_count(std::uint32_t node) const;
};
using ChunkPtr = std::shared_ptr<const Chunk>;

class NodeChildren;

// A position in the tree: two words; equal for the same node.
class Node {
  public:
    Node() = default;
    Node(const Chunk* chunk, std::uint32_t base, std::uint32_t id) : chunk_(chunk), base_(base), id_(id) {}

    explicit operator bool() const { return chunk_ != nullptr; }
    bool operator==(const Node&) const = default;

    const Chunk& chunk() const { return *chunk_; }
    std::uint32_t base() const { return base_; }  // start of the chunk in the file
    std::uint32_t id() const { return id_; }
    const NodeData& data() const { return chunk_->nodes[id_]; }

    NodeKind kind() const { return data().kind; }
    bool is(NodeKind k) const { return kind() == k; }
    bool has(NodeFlag flag) const { return (data().flags & flag) != 0; }
    bool is_broken() const { return has(kBroken); }
    UnaryOp unary_op() const { return static_cast<UnaryOp>((data().flags & kOpMask) >> kOpShift); }
    BinaryOp binary_op() const { return static_cast<BinaryOp>((data().flags & kOpMask) >> kOpShift); }

    // Byte range in the file, from the first to the last token of the node.
    Span span() const {
        return Span{chunk_->place_of(first_token()), chunk_->place_of(token_end())}.shifted(base_);
    }
    std::string_view text() const { return chunk_->text_between(first_token(), token_end()); }

    std::uint32_t first_token() const { return data().first_token; }
    std::uint32_t token_end() const { return chunk_->token_end(id_); }  // one past the last
    TokenKind token_kind(std::uint32_t token) const { return chunk_->token_kinds[token]; }
    Span token_span(std::uint32_t token) const {
        return Span{chunk_->place_of(token), chunk_->place_of(token + 1)}.shifted(base_);
    }
    std::string_view token_text(std::uint32_t token) const { return chunk_->token_text(token); }

    NodeChildren children() const;
    // The nth child, or a null node.
    Node child(std::uint32_t index) const;
    std::uint32_t child_count() const;

  private:
    const Chunk* chunk_ = nullptr;
    std::uint32_t base_ = 0;
    std::uint32_t id_ = 0;
};
static_assert(sizeof(Node) == 16);

class NodeChildren {
  public:
    class Iterator {
      public:
        using value_type = Node;
        using difference_type = std::ptrdiff_t;
        Iterator() = default;
        Iterator(const Chunk* chunk, std::uint32_t base, std::uint32_t id)
            : chunk_(chunk), base_(base), id_(id) {}
        Node operator*() const { return {chunk_, base_, id_}; }
        Iterator& operator++() {
            id_ += chunk_->nodes[id_].size;
            return *this;
        }
        Iterator operator++(int) {
            Iterator old = *this;
            ++*this;
            return old;
        }
        bool operator==(const Iterator& other) const { return id_ == other.id_; }

      private:
        const Chunk* chunk_ = nullptr;
        std::uint32_t base_ = 0;
        std::uint32_t id_ = 0;
    };

    explicit NodeChildren(Node parent) : parent_(parent) {}
    Iterator begin() const { return {&parent_.chunk(), parent_.base(), parent_.id() + 1}; }
    Iterator end() const { return {&parent_.chunk(), parent_.base(), parent_.id() + parent_.data().size}; }
    bool is_empty() const { return parent_.data().size == 1; }

  private:
    Node parent_;
};

inline NodeChildren Node::children() const {
    return NodeChildren(*this);
}

inline Node Node::child(std::uint32_t index) const {
    for (Node c : children())
        if (index-- == 0) return c;
    return {};
}

inline std::uint32_t Node::child_count() const {
    std::uint32_t count = 0;
    for ([[maybe_unused]] Node c : children()) ++count;
    return count;
}

// Whether the node or a part of it has a syntax error.
inline bool has_broken_part(Node node) {
    if (node.chunk().diagnostics.empty()) return false;
    const auto parts = node.chunk().nodes.subspan(node.id(), node.data().size);
    return std::ranges::any_of(parts, [](const NodeData& part) { return (part.flags & kBroken) != 0; });
}

}  // namespace hcl::syntax
