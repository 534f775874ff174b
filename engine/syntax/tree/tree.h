// The syntax tree: chunks of tokens and nodes, and the views that everybody reads it through.
//
// A file is a sequence of chunks. A chunk is immutable and shared between versions of the file; it owns its
// text, tokens and nodes, and its offsets count from its own start, so moving it changes nothing inside.
// Views carry the chunk's place in the file, hence all spans they give are bytes of the file. Views are small
// values; they are valid while the File (or ChunkPtr) they came from lives. Trees never change once published
// and may be read from any thread.
#pragma once

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

// One node of a chunk, in preorder: a node's subtree is [id, id + size). Twelve bytes, as nodes are most of
// the memory of a tree; read it through Node.
struct NodeData {
    static constexpr std::uint16_t kWide = 0xFFFF;
    NodeKind kind;
    std::uint8_t flags;         // NodeFlag; UnaryOp or BinaryOp in the bits of kOpMask
    std::uint16_t token_count;  // kWide: too many for 16 bits, Chunk::wide_nodes has the number
    std::uint32_t first_token;  // a node without tokens stands before this one
    std::uint32_t size;         // nodes in the subtree, itself included
};
static_assert(sizeof(NodeData) == 12);

// The token count of a node that has too many for NodeData.
struct WideNode {
    std::uint32_t node;
    std::uint32_t token_count;
};

// The immutable unit of sharing. `tokens` tile `text`: token i is [token_starts[i], token_starts[i+1]), and
// token_starts has one more entry than token_kinds.
struct Chunk {
    std::string_view text;
    std::span<const TokenKind> token_kinds;
    std::span<const std::uint32_t> token_starts;
    std::span<const NodeData> nodes;       // empty for a chunk of trivia alone
    std::span<const WideNode> wide_nodes;  // by node, ascending
    Diagnostics diagnostics;               // spans relative to the chunk
    bool is_ascii = true;
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
    std::string_view token_text(std::uint32_t token) const {
        return text.substr(token_starts[token], token_starts[token + 1] - token_starts[token]);
    }

  private:
    std::uint32_t wide_token_count(std::uint32_t node) const;
};
using ChunkPtr = std::shared_ptr<const Chunk>;

class NodeChildren;

// A place in the tree. Two words; compares equal when it is the same node.
class Node {
  public:
    Node() = default;
    Node(const Chunk* chunk, std::uint32_t base, std::uint32_t id) : chunk_(chunk), base_(base), id_(id) {}

    explicit operator bool() const { return chunk_ != nullptr; }
    bool operator==(const Node&) const = default;

    const Chunk& chunk() const { return *chunk_; }
    std::uint32_t base() const { return base_; }  // where the chunk starts in the file
    std::uint32_t id() const { return id_; }
    const NodeData& data() const { return chunk_->nodes[id_]; }

    NodeKind kind() const { return data().kind; }
    bool is(NodeKind k) const { return kind() == k; }
    bool has(NodeFlag flag) const { return (data().flags & flag) != 0; }
    bool is_broken() const { return has(kBroken); }
    UnaryOp unary_op() const { return static_cast<UnaryOp>((data().flags & kOpMask) >> kOpShift); }
    BinaryOp binary_op() const { return static_cast<BinaryOp>((data().flags & kOpMask) >> kOpShift); }

    // Bytes of the file, from the first to the last token of the node.
    Span span() const {
        return Span{chunk_->token_starts[first_token()], chunk_->token_starts[token_end()]}.shifted(base_);
    }
    std::string_view text() const {
        Span s = span();
        return chunk_->text.substr(s.start - base_, s.length());
    }

    std::uint32_t first_token() const { return data().first_token; }
    std::uint32_t token_end() const { return chunk_->token_end(id_); }  // one past the last
    TokenKind token_kind(std::uint32_t token) const { return chunk_->token_kinds[token]; }
    Span token_span(std::uint32_t token) const { return chunk_->token_span(token).shifted(base_); }
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

}  // namespace hcl::syntax
