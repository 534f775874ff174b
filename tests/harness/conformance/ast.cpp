#include "tests/harness/conformance/ast.h"

#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "engine/syntax/lex/literal.h"
#include "engine/value/number.h"
#include "engine/value/text.h"
#include "tests/harness/conformance/json_places.h"

namespace hcl::test {

namespace {

using namespace syntax;

std::string range(Span place) {
    const Span span = as_recorded(place);
    return std::to_string(span.start) + ":" + std::to_string(span.end);
}

std::string json_text(std::string_view text) {
    std::string out = nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    // The recorder escapes U+2028 and U+2029.
    for (const auto& [from, to] : {std::pair{"\u2028", "\\u2028"}, std::pair{"\u2029", "\\u2029"}})
        for (std::size_t at = 0; (at = out.find(from, at)) != std::string::npos;) out.replace(at, 3, to);
    return out;
}

std::string number_text(std::string_view literal) {
    Number number = parse_number(literal, NumberSyntax::Literal).number;
    if (number.is_infinite()) return number.is_negative() ? "-Infinity" : "Infinity";
    if (number.is_zero()) return "0";
    if (number.exponent() > 4000 || number.exponent() < -4000)
        return number.format('e', std::nullopt).value_or("?");
    return number.to_text().value_or("?");
}

std::string literal_text(const TemplateItem& item) {
    return "string " + json_text(to_nfc(item.text));
}

// A literal's value in the notation; empty for other nodes.
std::string literal_value(Node node) {
    switch (node.kind()) {
        case NodeKind::Number:
            return "number " + number_text(node.text());
        case NodeKind::Bool:
            return node.has(kTrue) ? "bool true" : "bool false";
        case NodeKind::Null:
            return "null";
        case NodeKind::Template:
        case NodeKind::Heredoc: {
            std::vector<TemplateItem> items = template_items(node);
            return items.size() == 1 && items[0].is_literal() ? literal_text(items[0]) : "";
        }
        default:
            return "";
    }
}

bool is_step(Node node) {
    return node.is(NodeKind::GetAttr) || node.is(NodeKind::LegacyIndex) ||
           (node.is(NodeKind::Index) && !literal_value(node.child(1)).empty());
}

std::uint32_t significant(Node node, std::uint32_t token) {
    while (node.token_kind(token) == TokenKind::Whitespace || node.token_kind(token) == TokenKind::Newline ||
           node.token_kind(token) == TokenKind::Comment)
        ++token;
    return token;
}

std::string step(Node node) {
    std::uint32_t first = significant(node, node.child(0).token_end());
    std::string where = range({node.token_span(first).start, node.span().end});
    std::uint32_t last = node.token_end() - 1;
    if (node.is(NodeKind::GetAttr)) return " (attr " + where + " " + json_text(node.token_text(last)) + ")";
    if (node.is(NodeKind::LegacyIndex))
        return " (idx " + where + " number " + number_text(node.token_text(last)) + ")";
    return " (idx " + where + " " + literal_value(node.child(1)) + ")";
}

// A chain of steps; with `each_of_attribute_splat` its range starts at its first step.
std::string chain(Node node, bool each_of_attribute_splat) {
    std::vector<Node> steps;
    Node base = node;
    for (; is_step(base); base = base.child(0)) steps.push_back(base);
    std::string tail;
    for (std::size_t i = steps.size(); i-- > 0;) tail += step(steps[i]);
    if (base.is(NodeKind::Variable))
        return "(scope " + range(node.span()) + " (root " + range(base.span()) + " " +
               json_text(base.text()) + ")" + tail + ")";
    Span span = node.span();
    if (each_of_attribute_splat) {
        std::uint32_t first = significant(node, base.token_end());
        span.start = node.token_span(first).start;
    }
    return "(rel " + range(span) + " " + print_ast(base) + tail + ")";
}

std::string each(Node splat) {
    Node inner = splat.child(1);
    if (splat.is(NodeKind::AttrSplat) && is_step(inner)) return chain(inner, true);
    return print_ast(inner);
}

Node splat_item(Node each) {
    while (!each.is(NodeKind::SplatItem)) each = each.child(0);
    return each;
}

std::string call(Node node) {
    Node name = node.child(0);
    std::string text;
    for (std::uint32_t t = name.first_token(); t < name.token_end(); ++t)
        if (node.token_kind(t) == TokenKind::Ident || node.token_kind(t) == TokenKind::DoubleColon)
            text += node.token_text(t);
    std::uint32_t open = significant(node, name.token_end());
    std::string out = "(call " + range(node.span()) + " " + json_text(text) + " " + range(name.span()) + " " +
                      range(node.token_span(open)) + " " + range(node.token_span(node.token_end() - 1));
    if (node.has(kExpand)) out += " expand";
    bool is_name = true;
    for (Node argument : node.children()) {
        if (!is_name) out += " " + print_ast(argument);
        is_name = false;
    }
    return out + ")";
}

std::string for_expression(Node node, bool is_object) {
    std::vector<Node> parts;
    for (Node part : node.children()) parts.push_back(part);
    std::size_t at = 0;
    std::string key_name = node.has(kHasKeyName) ? std::string(parts[at++].text()) : "-";
    std::string value_name(parts[at++].text());
    std::string out =
        "(for " + range(node.span()) + " " + key_name + " " + value_name + " " + print_ast(parts[at++]);
    out += is_object ? " " + print_ast(parts[at++]) : " -";
    out += " " + print_ast(parts[at++]);
    out += node.has(kHasCondition) ? " " + print_ast(parts[at]) : " -";
    if (node.has(kGroup)) out += " group";
    return out + ")";
}

// The end of the marker that opens at `token`.
std::uint32_t marker_end(Node node, std::uint32_t token) {
    std::uint32_t depth = 0;
    for (;; ++token) {
        TokenKind kind = node.token_kind(token);
        if (kind == TokenKind::TemplateInterp || kind == TokenKind::TemplateControl) ++depth;
        if (kind == TokenKind::TemplateSeqEnd && --depth == 0) return node.token_span(token).end;
    }
}

std::string template_part(const TemplateItem& item);

Span part_span(const TemplateItem& item) {
    return item.node && item.node.is(NodeKind::Interpolation) ? item.node.child(0).span() : item.span;
}

// The body of a directive; an empty one is placed at `place`.
std::string directive_body(const std::vector<TemplateItem>& items, std::uint32_t place) {
    if (items.empty()) {
        std::string where = range({place, place});
        return "(template " + where + " (lit " + where + " string \"\"))";
    }
    std::string out = "(template " + range({part_span(items.front()).start, part_span(items.back()).end});
    for (const TemplateItem& item : items) out += " " + template_part(item);
    return out + ")";
}

std::string template_part(const TemplateItem& item) {
    if (item.is_literal()) return "(lit " + range(item.span) + " " + literal_text(item) + ")";
    Node node = item.node;
    switch (node.kind()) {
        case NodeKind::Interpolation:
            return print_ast(node.child(0));
        case NodeKind::IfDirective: {
            Node last = node.has(kHasElse) ? node.child(2) : node.child(1);
            std::uint32_t end_marker = node.token_span(last.token_end()).start;
            return "(cond " + range(node.span()) + " " + print_ast(node.child(0)) + " " +
                   directive_body(item.first, marker_end(node, node.first_token())) + " " +
                   directive_body(item.second, end_marker) + ")";
        }
        case NodeKind::ForDirective: {
            std::vector<Node> parts;
            for (Node part : node.children()) parts.push_back(part);
            bool has_key = node.has(kHasKeyName);
            std::string where = range(node.span());
            return "(tjoin " + where + " (for " + where + " " +
                   (has_key ? std::string(parts[0].text()) : "-") + " " +
                   std::string(parts[has_key ? 1 : 0].text()) + " " + print_ast(parts[has_key ? 2 : 1]) +
                   " - " + directive_body(item.first, marker_end(node, node.first_token())) + " -))";
        }
        default:
            return "(error " + range(node.span()) + ")";
    }
}

std::string whole_template(Node node) {
    std::vector<TemplateItem> items = template_items(node);
    if (items.size() == 1 && items[0].node && items[0].node.is(NodeKind::Interpolation))
        return "(twrap " + range(node.span()) + " " + print_ast(items[0].node.child(0)) + ")";
    std::string out = "(template " + range(node.span());
    for (const TemplateItem& item : items) out += " " + template_part(item);
    return out + ")";
}

std::string with_children(std::string out, Node node) {
    for (Node child : node.children()) out += " " + print_ast(child);
    return out + ")";
}

}  // namespace

std::string print_ast(Node node) {
    if (!node) return "-";
    std::string where = range(node.span());
    switch (node.kind()) {
        case NodeKind::Number:
        case NodeKind::Bool:
        case NodeKind::Null:
            return "(lit " + where + " " + literal_value(node) + ")";
        case NodeKind::Variable:
        case NodeKind::GetAttr:
        case NodeKind::LegacyIndex:
            return chain(node, false);
        case NodeKind::Index:
            if (is_step(node)) return chain(node, false);
            return with_children("(index " + where, node);
        case NodeKind::AttrSplat:
        case NodeKind::FullSplat:
            return "(splat " + where + " " + range(splat_item(node.child(1)).span()) + " " +
                   print_ast(node.child(0)) + " " + each(node) + ")";
        case NodeKind::SplatItem:
            return "(anon " + where + ")";
        case NodeKind::Call:
            return call(node);
        case NodeKind::Unary:
            return with_children("(unop " + where + (node.unary_op() == UnaryOp::Negate ? " neg" : " !"),
                                 node);
        case NodeKind::Binary:
            return with_children("(binop " + where + " " + std::string(spelling(node.binary_op())), node);
        case NodeKind::Conditional:
            return with_children("(cond " + where, node);
        case NodeKind::Paren:
            return with_children("(paren " + where, node);
        case NodeKind::Tuple:
            return with_children("(tuple " + where, node);
        case NodeKind::Object: {
            std::string out = "(object " + where;
            for (Node item : node.children())
                out += " (item " + print_ast_key(item.child(0)) + " " + print_ast(item.child(1)) + ")";
            return out + ")";
        }
        case NodeKind::ForTuple:
            return for_expression(node, false);
        case NodeKind::ForObject:
            return for_expression(node, true);
        case NodeKind::Template:
        case NodeKind::Heredoc:
        case NodeKind::TemplateBody:
            return whole_template(node);
        case NodeKind::Missing:
            return "(lit " + where + " unknown dynamic)";
        default:
            return "(error " + where + ")";
    }
}

std::string print_ast_key(Node key) {
    bool is_forced =
        key.token_end() > key.first_token() && key.token_kind(key.first_token()) == TokenKind::OParen;
    return "(key " + range(key.span()) + (is_forced ? " force " : " ") + print_ast(key) + ")";
}

}  // namespace hcl::test
