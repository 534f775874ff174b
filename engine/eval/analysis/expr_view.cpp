#include "engine/eval/analysis/expr_view.h"

#include "engine/syntax/lex/literal.h"

namespace hcl::eval {

using syntax::Node;
using syntax::NodeKind;
using syntax::TokenKind;

namespace {

bool is_blank(TokenKind kind) {
    return kind == TokenKind::Whitespace || kind == TokenKind::Newline || kind == TokenKind::Comment;
}

// The first token at or after `from` that is not white space; token_end() when there is none.
std::uint32_t next_token(Node node, std::uint32_t from) {
    while (from < node.token_end() && is_blank(node.token_kind(from))) ++from;
    return from;
}

Span first_token_span(Node node) {
    return node.token_end() > node.first_token() ? node.token_span(node.first_token()) : node.span();
}

Span splat_marker(Node splat) {
    Node source = splat.child(0);
    // The marker's tokens are those of the SplatItem, the innermost first node of `each`.
    Node item = splat.child(1);
    while (item && !item.is(NodeKind::SplatItem)) item = item.child(0);
    return item ? item.span() : Span{source.span().end, splat.span().end};
}

}  // namespace

Node without_parens(Node expr) {
    while (expr.is(NodeKind::Paren)) {
        Node inner = expr.child(0);
        if (!inner) break;
        expr = inner;
    }
    return expr;
}

Span start_span(Node expr) {
    while (true) {
        switch (expr.kind()) {
            case NodeKind::Binary:
            case NodeKind::Conditional:
            case NodeKind::Paren: {
                Node first = expr.child(0);
                if (!first) return expr.span();
                expr = first;
                continue;
            }
            case NodeKind::Call:
                return call_start_span(expr);
            case NodeKind::Index:
                if (is_literal_key(expr.child(1))) return expr.span();
                return {step_span(expr).start, step_span(expr).start + 1};
            case NodeKind::Unary:
            case NodeKind::Tuple:
            case NodeKind::Object:
            case NodeKind::ForTuple:
            case NodeKind::ForObject:
            case NodeKind::JsonObject:
            case NodeKind::JsonArray:
                return first_token_span(expr);
            case NodeKind::AttrSplat:
            case NodeKind::FullSplat:
                return splat_marker(expr);
            case NodeKind::Template:
            case NodeKind::Heredoc:
            case NodeKind::TemplateBody: {
                Node first = expr.child(0);
                if (!first) return {expr.span().end, expr.span().end};  // of the empty text
                // A single interpolation yields its value: the span starts at the template.
                if (first.is(NodeKind::Interpolation)) {
                    if (expr.child_count() == 1) return expr.span();
                    first = first.child(0);
                    if (!first) return expr.span();
                }
                if (first.is(NodeKind::TemplateLiteral)) {
                    // The text continues after an escape.
                    Span text = first.span();
                    for (Node part : expr.children()) {
                        if (!part.is(NodeKind::TemplateLiteral)) break;
                        text.end = part.span().end;
                    }
                    return text;
                }
                expr = first;
                continue;
            }
            case NodeKind::IfDirective: {
                Node condition = expr.child(0);
                if (!condition) return expr.span();
                expr = condition;
                continue;
            }
            case NodeKind::ForDirective: {
                // The opening "%{ for ... }".
                std::uint32_t token = expr.first_token();
                Node collection = expr.child(expr.has(syntax::kHasKeyName) ? 2 : 1);
                if (collection) token = collection.token_end();
                while (token < expr.token_end() && expr.token_kind(token) != TokenKind::TemplateSeqEnd)
                    ++token;
                if (token == expr.token_end()) return expr.span();
                return {expr.span().start, expr.token_span(token).end};
            }
            default:
                return expr.span();
        }
    }
}

Span step_span(Node step) {
    Node operand = step.child(0);
    Span whole = step.span();
    if (!operand) return whole;
    std::uint32_t token = next_token(step, operand.token_end());
    if (token >= step.token_end()) return {whole.end, whole.end};
    return {step.token_span(token).start, whole.end};
}

std::string_view attribute_name(Node get_attr) {
    if (get_attr.token_end() == get_attr.first_token()) return {};
    std::uint32_t last = get_attr.token_end() - 1;
    return get_attr.token_kind(last) == TokenKind::Ident ? get_attr.token_text(last) : std::string_view();
}

bool is_literal_key(Node key) {
    if (!key) return false;
    switch (key.kind()) {
        case NodeKind::Number:
        case NodeKind::Bool:
        case NodeKind::Null:
            return true;
        case NodeKind::Template:
        case NodeKind::Heredoc:
            return syntax::is_string_literal(key);
        default:
            return false;
    }
}

bool is_static_step(Node node) {
    switch (node.kind()) {
        case NodeKind::GetAttr:
        case NodeKind::LegacyIndex:
            return true;
        case NodeKind::Index:
            return is_literal_key(node.child(1));
        default:
            return false;
    }
}

CallName call_name(Node call) {
    CallName name;
    Node name_node = call.child(0);
    if (!name_node || !name_node.is(NodeKind::FunctionName)) return name;
    name.text = name_node.text();
    if (name_node.token_end() - name_node.first_token() > 1) {
        // Namespaced names can contain white space between their parts, though rarely.
        for (std::uint32_t t = name_node.first_token(); t < name_node.token_end(); ++t) {
            if (!is_blank(name_node.token_kind(t))) continue;
            for (std::uint32_t u = name_node.first_token(); u < name_node.token_end(); ++u)
                if (!is_blank(name_node.token_kind(u))) name.owned += name_node.token_text(u);
            break;
        }
    }
    return name;
}

namespace {
std::uint32_t open_paren(Node call) {
    Node name = call.child(0);
    std::uint32_t token = name ? name.token_end() : call.first_token();
    while (token < call.token_end() && call.token_kind(token) != TokenKind::OParen) ++token;
    return token;
}
}  // namespace

Span call_start_span(Node call) {
    std::uint32_t open = open_paren(call);
    if (open == call.token_end()) return call.span();
    return {call.span().start, call.token_span(open).end};
}

Span call_arguments_span(Node call) {
    std::uint32_t open = open_paren(call);
    if (open == call.token_end()) return call.span();
    return {call.token_span(open).start, call.span().end};
}

Span call_close_span(Node call) {
    if (call.token_end() > call.first_token() && call.token_kind(call.token_end() - 1) == TokenKind::CParen)
        return call.token_span(call.token_end() - 1);
    return {call.span().end, call.span().end};
}

}  // namespace hcl::eval
