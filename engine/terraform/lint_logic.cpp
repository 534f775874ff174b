// Operations that have the same result for all values.
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/eval/evaluate.h"
#include "engine/terraform/lint.h"

namespace hcl::terraform {

namespace {

using syntax::BinaryOp;
using syntax::Node;
using syntax::NodeKind;

bool is_literal(Node node) {
    switch (node.kind()) {
        case NodeKind::Number:
        case NodeKind::Bool:
        case NodeKind::TemplateLiteral:
            return true;
        case NodeKind::Template:
            return node.child_count() == 0 ||
                   (node.child_count() == 1 && node.child(0).is(NodeKind::TemplateLiteral));
        default:
            return false;
    }
}

bool is_bool(Node node, bool wanted) {
    return node.is(NodeKind::Bool) && node.has(syntax::kTrue) == wanted;
}

// Whether equal texts have equal values: names and constants, not what functions return.
bool is_same_each_time(Node node) {
    const syntax::Chunk& chunk = node.chunk();
    for (std::uint32_t id = node.id(); id < node.id() + node.data().size; ++id)
        if (chunk.nodes[id].kind == NodeKind::Call || chunk.nodes[id].kind == NodeKind::Missing ||
            chunk.nodes[id].kind == NodeKind::BogusExpr)
            return false;
    return true;
}

bool is_comparison(BinaryOp op) {
    return op >= BinaryOp::Equal && op <= BinaryOp::GreaterEqual;
}

}  // namespace

std::optional<bool> constant_result(Node node) {
    const Node left = eval::without_parens(node.child(0));
    const Node right = eval::without_parens(node.child(1));
    const BinaryOp op = node.binary_op();
    if (node.is_broken()) return std::nullopt;
    if (op == BinaryOp::And && (is_bool(left, false) || is_bool(right, false))) return false;
    if (op == BinaryOp::Or && (is_bool(left, true) || is_bool(right, true))) return true;
    if (!is_comparison(op)) return std::nullopt;
    if (is_literal(left) && is_literal(right)) {
        const Value value = eval::evaluate(node, nullptr).value;
        return value.is_known_bool() ? std::optional(value.as_bool()) : std::nullopt;
    }
    constexpr std::size_t kLongest = 1000;
    const std::string_view text = left.text();
    if (text.size() > kLongest || text != right.text() || !is_same_each_time(left)) return std::nullopt;
    return op == BinaryOp::Equal || op == BinaryOp::LessEqual || op == BinaryOp::GreaterEqual;
}

bool compares_with_literal(Node node) {
    const BinaryOp op = node.binary_op();
    if (op != BinaryOp::Equal && op != BinaryOp::NotEqual) return false;
    const Node left = eval::without_parens(node.child(0));
    const Node right = eval::without_parens(node.child(1));
    return (is_literal(left) && !eval::traversal_of(right).empty()) ||
           (is_literal(right) && !eval::traversal_of(left).empty());
}

constexpr std::uint64_t kStepsOfOperand = 1'000;  // most are names, of which only the type matters

std::string unequal_types(Node node, const eval::Scope* scope) {
    eval::EvalOptions options;
    options.limits.steps = kStepsOfOperand;
    const Type left = eval::evaluate(node.child(0), scope, options).value.unmarked().type();
    const Type right = eval::evaluate(node.child(1), scope, options).value.unmarked().type();
    if (!left.is_primitive() || !right.is_primitive() || left == right) return {};
    return "A " + left.to_source() + " never equals a " + right.to_source() + ".";
}

}  // namespace hcl::terraform
