#include "engine/eval/analysis/static_expr.h"

#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/json_string.h"

namespace hcl::eval {

using syntax::Node;
using syntax::NodeKind;

namespace {

std::unexpected<Diagnostic> refuse(DiagCode code, Span span) {
    return std::unexpected(make_diagnostic(code, span, {}));
}

Expression part_of(const Expression& whole, Node node) {
    return Expression(node, whole.source());
}

StaticCall call_of(Node node, const std::shared_ptr<const void>& source) {
    StaticCall call;
    call.name = std::string(call_name(node).view());
    call.name_span = node.child(0).span();
    call.arguments_span = call_arguments_span(node);
    bool is_name = true;
    for (Node child : node.children()) {
        if (!is_name) call.arguments.emplace_back(child, source);
        is_name = false;
    }
    return call;
}

// The elements of expanded arguments have no source: only string constants that are
// identifiers can be treated as references.
Traversal traversal_of_value(const Value& value, Span span) {
    if (value.is_marked()) return {};
    if (value.is_null()) return {TraversalStep::root("null", span)};
    if (value.has_content() && value.kind() == TypeKind::Bool)
        return {TraversalStep::root(value.as_bool() ? "true" : "false", span)};
    return {};
}

Traversal find_traversal(const Expression& expression) {
    if (!expression.is_node()) return traversal_of_value(expression.value(), expression.span());
    Node node = expression.node();
    if (node.is(NodeKind::JsonString)) return JsonText(node).as_traversal();
    return traversal_of(node);
}

}  // namespace

StaticResult<std::vector<Expression>> static_list(const Expression& expression) {
    Node node = expression.node();
    if (!node || (!node.is(NodeKind::Tuple) && !node.is(NodeKind::JsonArray)))
        return refuse(DiagCode::StaticListRequired, expression.start_span());
    std::vector<Expression> items;
    for (Node child : node.children()) items.push_back(part_of(expression, child));
    return items;
}

StaticResult<std::vector<std::pair<Expression, Expression>>> static_map(const Expression& expression) {
    Node node = expression.node();
    bool is_native = node && node.is(NodeKind::Object);
    if (!is_native && !(node && node.is(NodeKind::JsonObject)))
        return refuse(DiagCode::StaticMapRequired, expression.start_span());
    std::vector<std::pair<Expression, Expression>> items;
    for (Node item : node.children()) {
        Node key = item.child(0);
        if (!key) continue;
        Node value = item.child(1);
        if (!value) continue;
        items.emplace_back(part_of(expression, key), part_of(expression, value));
    }
    return items;
}

StaticResult<StaticCall> static_call(const Expression& expression) {
    Node node = expression.node();
    if (node && node.is(NodeKind::Call) && node.data().size > 1) return call_of(node, expression.source());
    if (node && node.is(NodeKind::JsonString)) {
        JsonTemplate parsed = JsonText(node).as_expression();
        if (parsed.root && parsed.root.is(NodeKind::Call)) return call_of(parsed.root, parsed.file);
    }
    return refuse(DiagCode::StaticCallRequired, expression.start_span());
}

StaticResult<Traversal> static_traversal(const Expression& expression) {
    Traversal traversal = find_traversal(expression);
    if (traversal.empty()) return refuse(DiagCode::StaticTraversalRequired, expression.span());
    return traversal;
}

StaticResult<Traversal> static_relative_traversal(const Expression& expression) {
    StaticResult<Traversal> traversal = static_traversal(expression);
    if (traversal) traversal->front().kind = TraversalStep::Kind::Attr;
    return traversal;
}

std::string static_keyword(const Expression& expression) {
    if (expression.is_node() && !expression.node().is(NodeKind::JsonString)) {
        Node node = expression.node();
        bool is_word = node.is(NodeKind::Variable) || node.is(NodeKind::Bool) || node.is(NodeKind::Null);
        return is_word ? std::string(node.text()) : std::string();
    }
    Traversal traversal = find_traversal(expression);
    return traversal.size() == 1 ? std::move(traversal.front().name) : std::string();
}

}  // namespace hcl::eval
