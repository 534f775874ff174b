// An expression tree in the format of the evaluator: an array in preorder, like the nodes, with names,
// numbers and literal texts extracted. Private to this room; use eval/evaluate.h and eval/prepared.h.
//
// Building one costs less than evaluating the expression once. In addition, constant parts
// can be folded (`1 / 3`, `["a", "b"]`), which pays off for repeated evaluation. Syntax
// nodes are needed only for diagnostics.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/syntax/lex/literal.h"
#include "engine/syntax/tree/tree.h"
#include "engine/value/rules.h"
#include "engine/value/value.h"

namespace hcl::eval {

// A name or text in the source. Short ones are stored inline, to avoid a memory access; two
// inline texts are compared bytewise.
class SourceText {
  public:
    SourceText() : bytes_{} {}
    explicit SourceText(std::string_view text) : bytes_{} {
        if (text.size() <= kMostInside) {
            if (!text.empty()) std::memcpy(bytes_, text.data(), text.size());
            bytes_[kMostInside] = static_cast<char>(text.size());
        } else {
            const char* data = text.data();
            const std::size_t size = text.size();
            std::memcpy(bytes_, static_cast<const void*>(&data), 8);
            std::memcpy(bytes_ + 8, &size, 7);  // little-endian; the upper byte of a size is zero
            bytes_[kMostInside] = kOutside;
        }
    }

    bool is_empty() const { return bytes_[kMostInside] == 0; }
    std::string_view view() const {
        if (bytes_[kMostInside] != kOutside) [[likely]]
            return {bytes_, static_cast<std::size_t>(bytes_[kMostInside])};
        const char* data;
        std::size_t size = 0;
        std::memcpy(static_cast<void*>(&data), bytes_, 8);
        std::memcpy(&size, bytes_ + 8, 7);
        return {data, size};
    }
    bool operator==(const SourceText& other) const {
        if (bytes_[kMostInside] == kOutside) [[unlikely]]
            return view() == other.view();
        return std::memcmp(bytes_, other.bytes_, sizeof bytes_) == 0;
    }

  private:
    static constexpr std::size_t kMostInside = 15;
    static constexpr char kOutside = 127;
    alignas(8) char bytes_[16];
};

// A node in the evaluator's format.
struct Op {
    enum class Holds : std::uint8_t {
        Nothing,
        Constant,  // the value, regardless of the kind
        Name,      // of a variable, function, attribute, loop; the text of a literal; the index of `.0`
        Items,     // of a template that is not simple
    };

    Op() : text() {}
    ~Op() {
        if (holds == Holds::Constant) constant.~Value();
    }
    Op(const Op&) = delete;
    Op& operator=(const Op&) = delete;

    void hold_constant(Value value) {
        if (holds == Holds::Constant)
            constant = std::move(value);
        else
            new (&constant) Value(std::move(value));
        holds = Holds::Constant;
    }
    void hold_name(std::string_view name) {
        new (&text) SourceText(name);
        holds = Holds::Name;
    }

    syntax::NodeKind kind{};
    std::uint8_t flags = 0;  // of the node
    Holds holds = Holds::Nothing;
    // Template: quoted, with only plain literals and interpolations that do not strip text around them, and
    // not just a single interpolation. Index: the key is a literal. GetAttr: the name is ASCII.
    bool is_simple = false;
    std::uint32_t size = 1;  // of the subtree
    union {
        Value constant;
        SourceText text;
        const std::vector<syntax::TemplateItem>* items;
    };
};
static_assert(sizeof(Op) == 24);

class Program;

// A position in a program: two words, the counterpart of syntax::Node.
class Code {
  public:
    Code() = default;
    Code(const Op* op, const Program* program) : op_(op), program_(program) {}

    explicit operator bool() const { return op_ != nullptr; }
    bool operator==(const Code& other) const { return op_ == other.op_; }

    const Op& op() const { return *op_; }
    const Program& program() const { return *program_; }
    syntax::NodeKind kind() const { return op_->kind; }
    bool is(syntax::NodeKind k) const { return op_->kind == k; }
    bool has(syntax::NodeFlag flag) const { return (op_->flags & flag) != 0; }
    bool is_broken() const { return has(syntax::kBroken); }
    syntax::UnaryOp unary_op() const {
        return static_cast<syntax::UnaryOp>((op_->flags & syntax::kOpMask) >> syntax::kOpShift);
    }
    syntax::BinaryOp binary_op() const {
        return static_cast<syntax::BinaryOp>((op_->flags & syntax::kOpMask) >> syntax::kOpShift);
    }

    bool is_constant() const { return op_->holds == Op::Holds::Constant; }
    bool is_simple() const { return op_->is_simple; }
    bool has_name() const { return op_->holds == Op::Holds::Name; }
    const SourceText& name() const { return op_->text; }
    // A step that needs no evaluation except of its operand.
    bool is_static_step() const {
        using enum syntax::NodeKind;
        if (is_constant()) return false;
        return is(GetAttr) || is(LegacyIndex) || (is(Index) && is_simple());
    }

    class Iterator {
      public:
        Iterator(const Op* op, const Program* program) : op_(op), program_(program) {}
        Code operator*() const { return {op_, program_}; }
        Iterator& operator++() {
            op_ += op_->size;
            return *this;
        }
        bool operator==(const Iterator& other) const { return op_ == other.op_; }

      private:
        const Op* op_;
        const Program* program_;
    };
    struct Children {
        Iterator first, last;
        Iterator begin() const { return first; }
        Iterator end() const { return last; }
    };
    Children children() const { return {{op_ + 1, program_}, {op_ + op_->size, program_}}; }
    bool is_leaf() const { return op_->size == 1; }
    // The nth child, or none.
    Code child(std::uint32_t index) const {
        const Op* end = op_ + op_->size;
        for (const Op* op = op_ + 1; op != end; op += op->size)
            if (index-- == 0) return {op, program_};
        return {};
    }
    std::uint32_t child_count() const {
        std::uint32_t count = 0;
        for ([[maybe_unused]] Code child : children()) ++count;
        return count;
    }

    inline syntax::Node node() const;
    Span span() const { return node().span(); }

  private:
    const Op* op_ = nullptr;
    const Program* program_ = nullptr;
};

class Program {
  public:
    // Heap bytes that building the program takes.
    static std::uint64_t bytes_for(syntax::Node expr) {
        return expr.data().size <= kInside ? 0 : expr.data().size * std::uint64_t{sizeof(Op)};
    }

    // The tree must outlive it.
    explicit Program(syntax::Node expr);
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    syntax::Node expr() const { return expr_; }
    Code root() const { return {ops_, this}; }
    // The code of a node inside the expression.
    Code at(syntax::Node node) const { return {ops_ + (node.id() - expr_.id()), this}; }
    syntax::Node node(const Op* op) const {
        return {&expr_.chunk(), expr_.base(), expr_.id() + static_cast<std::uint32_t>(op - ops_)};
    }

    // Folds the parts between `first` and `end` that refer to no names, and reads their templates. Valid for
    // evaluations under these rules.
    void fold(const Op* first, const Op* end, const Rules& rules);
    void fold(const Rules& rules) { fold(ops_, ops_ + ops_->size, rules); }

  private:
    void read(Op& op, syntax::Node node);

    syntax::Node expr_;
    Op* ops_;
    std::vector<std::unique_ptr<const std::vector<syntax::TemplateItem>>> items_;
    static constexpr std::uint32_t kInside = 16;
    alignas(Op) std::byte inside_[kInside * sizeof(Op)];
};

inline syntax::Node Code::node() const {
    return program_->node(op_);
}

}  // namespace hcl::eval
