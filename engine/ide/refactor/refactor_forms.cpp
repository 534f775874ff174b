// Equivalent forms: heredoc or quoted string, one line or several, index or dot, with or without a template,
// argument or block.
#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/hcl_string.h"
#include "engine/bind/resolution.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/ide/place/expressions.h"
#include "engine/ide/place/places.h"
#include "engine/ide/refactor/refactor_context.h"
#include "engine/syntax/file/line_ends.h"
#include "engine/syntax/lex/chars.h"
#include "engine/syntax/lex/literal.h"
#include "engine/world/extension_lookup.h"

namespace hcl::ide {

using syntax::Node;
using syntax::NodeKind;
using syntax::TokenKind;

namespace {

bool has_token(Node node, TokenKind kind) {
    for (std::uint32_t t = node.first_token(); t < node.token_end(); ++t)
        if (node.token_kind(t) == kind) return true;
    return false;
}

bool has_line_end(std::string_view text) {
    return text.find('\n') != std::string_view::npos;
}

Node innermost(const RefactorContext& c, std::initializer_list<NodeKind> kinds) {
    for (std::size_t i = c.path.size(); i-- > 0;)
        for (NodeKind kind : kinds)
            if (c.path[i].is(kind)) return c.path[i];
    return {};
}

// ---- Heredocs and quoted strings

// Both consist of the same parts; empty when a part is not allowed in quotes.
bool is_movable(const std::vector<syntax::TemplateItem>& items) {
    return std::ranges::all_of(items, [](const syntax::TemplateItem& item) {
        return item.is_literal() ||
               (item.node.is(NodeKind::Interpolation) && !has_line_end(item.node.text()) &&
                !item.node.is_broken() && item.node.text().find('~') == std::string_view::npos);
    });
}

void heredoc_to_quoted(const RefactorContext& c, Node heredoc) {
    if (heredoc.is_broken()) return;
    std::vector<syntax::TemplateItem> items = syntax::template_items(heredoc);
    if (!is_movable(items)) return;
    std::string out = "\"";
    for (const syntax::TemplateItem& item : items) {
        if (item.is_literal()) {
            std::string quoted = hcl_string(item.text);
            out += quoted.substr(1, quoted.size() - 2);
        } else {
            out += item.node.text();
        }
    }
    out += '"';
    Span span = heredoc.span();
    // The line break after the closing tag belongs to the item.
    std::string whole = c.text(span);
    while (span.end > span.start && (whole.back() == '\n' || whole.back() == '\r')) {
        whole.pop_back();
        --span.end;
    }
    c.add("heredoc-to-quotes", "Write as a quoted string", kRewrite, {{span, std::move(out)}});
}

void quoted_to_heredoc(const RefactorContext& c, Node quoted) {
    Node parent = c.around(quoted);
    // A heredoc ends its line, so it must be the last part of an argument.
    if (quoted.is_broken() || !parent || !parent.is(NodeKind::Attribute)) return;
    // Its lines would end with CR, too.
    if (syntax::LineEndStyle(c.tree).is_crlf()) return;
    std::vector<syntax::TemplateItem> items = syntax::template_items(quoted);
    if (!is_movable(items) || !items.back().is_literal() || !items.back().text.ends_with('\n')) return;
    std::string body;
    for (const syntax::TemplateItem& item : items) {
        if (!item.is_literal()) {
            body += item.node.text();
            continue;
        }
        if (item.text.find_first_of("\r\f\v") != std::string::npos ||
            item.text.find('\0') != std::string::npos)
            return;
        for (std::size_t i = 0; i < item.text.size(); ++i) {
            char ch = item.text[i];
            body += ch;
            if ((ch == '$' || ch == '%') && i + 1 < item.text.size() && item.text[i + 1] == '{') body += ch;
        }
    }
    std::string tag = "EOT";
    while (body.find(tag) != std::string::npos) tag += "_";
    // The line must end after the tag.
    std::string rest = c.text({quoted.span().end, c.line_end(quoted.span().end)});
    if (rest.find_first_not_of(" \t\r\n") != std::string::npos) return;
    c.add("quotes-to-heredoc", "Write as a heredoc", kRewrite,
          {{quoted.span(), "<<" + tag + "\n" + body + tag}});
}

// ---- One line or several

struct Parts {
    std::vector<Span> items;
    Span open;
    Span close;
};

Parts parts_of(Node node) {
    Parts parts;
    for (Node child : node.children()) parts.items.push_back(child.span());
    parts.open = node.token_span(node.first_token());
    parts.close = node.token_span(node.token_end() - 1);
    return parts;
}

// Whether the text around may mean something else once it is complete.
bool is_in_broken(const RefactorContext& c) {
    return std::ranges::any_of(c.path, [](Node node) { return node.is_broken(); });
}

void spread(const RefactorContext& c, Node node) {
    if (is_in_broken(c)) return;
    Parts parts = parts_of(node);
    std::string inner = c.text({parts.open.end, parts.close.start});
    if (parts.items.empty() || has_line_end(inner) || has_token(node, TokenKind::Comment)) return;
    // Line breaks are not allowed within quotes.
    for (Node outer : c.path)
        if (outer.is(NodeKind::Template)) return;
    std::string indent = c.indent_at(node.span().start);
    bool is_list = node.is(NodeKind::Tuple);
    std::string out = "\n";
    for (Span item : parts.items) out += indent + "  " + c.text(item) + (is_list ? ",\n" : "\n");
    out += indent;
    c.add("several-lines",
          is_list ? "Put each element on a line of its own" : "Put each key on a line of its own", kRewrite,
          {{{parts.open.end, parts.close.start}, std::move(out)}});
}

void join(const RefactorContext& c, Node node) {
    if (is_in_broken(c)) return;
    Parts parts = parts_of(node);
    std::string inner = c.text({parts.open.end, parts.close.start});
    if (!has_line_end(inner) || has_token(node, TokenKind::Comment)) return;
    std::string out;
    for (Span item : parts.items) {
        std::string text = c.text(item);
        if (has_line_end(text)) return;
        out += (out.empty() ? "" : ", ") + text;
    }
    if (node.is(NodeKind::Object) && !out.empty()) out = " " + out + " ";
    c.add("one-line", "Put everything on one line", kRewrite,
          {{{parts.open.end, parts.close.start}, std::move(out)}});
}

void lines_of_block(const RefactorContext& c, Node block) {
    Node body;
    for (Node child : block.children()) body = child;
    if (!body || !body.is(NodeKind::Body) || block.is_broken() || block.has(syntax::kSplit)) return;
    BracketPair braces = brackets_of(block);
    if (!braces.has_both() || body.child_count() != 1 || !body.child(0).is(NodeKind::Attribute)) return;
    std::string attribute = c.text(body.child(0).span());
    Span inside{braces.open.end, braces.close.start};
    std::string between = c.text(inside);
    if (block.has(syntax::kOneLine)) {
        std::string indent = c.indent_at(block.span().start);
        c.add("several-lines", "Put the argument on a line of its own", kRewrite,
              {{inside, "\n" + indent + "  " + attribute + "\n" + indent}});
    } else if (!has_line_end(attribute) && !has_token(body, TokenKind::Comment) && has_line_end(between)) {
        c.add("one-line", "Put the block on one line", kRewrite, {{inside, " " + attribute + " "}});
    }
}

// Whether the text is an address, a keyword or a type: it has no value, so no other form of the same value.
bool is_read_as_written(const RefactorContext& c) {
    if (!c.place || !c.place->slot) return false;
    const auto at = expression_at(*c.place);
    return at && at->attribute->def && at->attribute->def->decoder != language::Decoder::None;
}

// ---- Index or dot

// Whether a step belongs to the language, or to the instances of a block: part of an address, or the first
// word behind one whose value the language makes (`count.index`, `resource.attribute`). Others are keys of
// plain values.
bool is_fixed_word(const RefactorContext& c, Node step) {
    std::size_t words = 1;
    Node root = step;
    while (root.is(NodeKind::GetAttr) || root.is(NodeKind::Index) || root.is(NodeKind::LegacyIndex)) {
        // The step itself counts as a word, also when it is an index now.
        words += root.is(NodeKind::GetAttr) || root == step;
        root = root.child(0);
        if (!root) return true;
    }
    if (!root.is(NodeKind::Variable)) return false;
    if (!c.place || !c.place->slot) return words <= 2;
    for (const bind::Reference& reference : c.place->unit().references) {
        if (c.place->in_file(reference.span).start != root.span().start) continue;
        const bind::Resolution found = bind::resolve(*c.place->module, *c.place->slot, reference);
        if (found.kind == bind::Resolution::Kind::Local) return words <= 2;
        if (found.kind != bind::Resolution::Kind::Symbol || found.symbols.empty()) return true;
        const bind::Symbol symbol = found.symbols.back();
        const language::SymbolDef* def =
            symbol.is_declaration() ? c.place->module->declaration(symbol).def : nullptr;
        const bool is_made = def && def->value && def->fallback.empty();
        return words <= found.steps + (is_made ? 1 : 0);
    }
    return false;
}

void index_or_dot(const RefactorContext& c) {
    Node node = innermost(c, {NodeKind::GetAttr, NodeKind::Index, NodeKind::LegacyIndex});
    if (!node || node.is_broken() || !node.child(0) || is_read_as_written(c)) return;
    Span operand = node.child(0).span();
    Span step{operand.end, node.span().end};
    if (!step.touches(c.span.start)) return;
    // After ".*" an index has a different meaning from a dot.
    for (Node outer : c.path)
        if (outer.is(NodeKind::AttrSplat)) return;
    if (node.is(NodeKind::LegacyIndex)) {
        std::string number = c.text({step.start + 1, step.end});
        if (number.find_first_not_of("0123456789") != std::string::npos) return;
        c.add("dot-to-index", "Write as [" + number + "]", kRewrite, {{step, "[" + number + "]"}});
    } else if (node.is(NodeKind::GetAttr)) {
        if (is_fixed_word(c, node)) return;
        std::string name(eval::attribute_name(node));
        if (name.empty()) return;
        c.add("dot-to-index", "Write as [" + hcl_string(name) + "]", kRewrite,
              {{step, "[" + hcl_string(name) + "]"}});
    } else {
        Node key = node.child(1);
        if (!key || !key.is(NodeKind::Template) || !syntax::is_string_literal(key)) return;
        std::string name = syntax::template_items(key)[0].text;
        if (!syntax::is_valid_identifier(name) || is_fixed_word(c, node)) return;
        c.add("index-to-dot", "Write as ." + name, kRewrite, {{step, "." + name}});
    }
}

// ---- Splats

// `a.*.b` as `a[*].b`. What follows the former applies to the whole list.
void full_splat(const RefactorContext& c) {
    const Node node = innermost(c, {NodeKind::AttrSplat});
    if (!node || node.is_broken() || !node.child(0) || is_read_as_written(c)) return;
    const std::uint32_t end = node.child(0).span().end;
    const Span star{end, end + 2};
    if (c.span.start < end || c.text(star) != ".*") return;
    const syntax::Chunk& chunk = node.chunk();
    const Node each = node.child(1);
    for (std::uint32_t id = each ? each.id() : 0; each && id < each.id() + each.data().size; ++id)
        if (chunk.nodes[id].kind == NodeKind::LegacyIndex || chunk.nodes[id].kind == NodeKind::Index) return;
    const Node parent = c.around(node);
    const bool is_followed =
        parent && parent.child(0) == node &&
        (parent.is(NodeKind::Index) || parent.is(NodeKind::LegacyIndex) || parent.is(NodeKind::GetAttr));
    std::vector<Edit> edits{{star, "[*]"}};
    if (is_followed) {
        edits.insert(edits.begin(), {{node.span().start, node.span().start}, "("});
        edits.push_back({{node.span().end, node.span().end}, ")"});
    }
    c.add("splat", "Write as [*]", kRewrite, std::move(edits));
}

// ---- Templates around a value

bool takes_text(const Type& type) {
    return type.is_dynamic() || type.is_string();
}

// Whether a string can stand at the place of the expression: not where the language wants another type, and
// not for a value that has no text.
bool may_be_text(const RefactorContext& c, Node expr) {
    const Node parent = c.around(expr);
    const bool is_condition = parent && parent.is(NodeKind::Conditional) && parent.child(0) == expr;
    if (is_condition ||
        (parent && (parent.is(NodeKind::Unary) || parent.is(NodeKind::Binary) || is_for(parent))))
        return false;
    if (!c.place || !c.place->slot) return true;
    if (c.place->module->language().is_hcl1) return false;
    const auto at = expression_at(*c.place);
    if (!at) return true;
    const bind::BoundAttribute& attribute = *at->attribute;
    bool wants_text = false;
    if (attribute.def && attribute.expr && c.place->in_file(attribute.expr.span()) == expr.span()) {
        const std::vector<Type>& types = attribute.def->types;
        wants_text = attribute.def->type.is_string();
        if (!takes_text(attribute.def->type) || (!types.empty() && std::ranges::none_of(types, takes_text)))
            return false;
    }
    const auto found = std::ranges::find_if(at->path, [&](Node node) {
        return node.kind() == expr.kind() && c.place->in_file(node.span()) == expr.span();
    });
    if (found == at->path.end()) return true;
    const auto last = static_cast<std::size_t>(found - at->path.begin());
    const ScopePtr scope = scope_in(*c.place, attribute.body, std::span(at->path).first(last + 1));
    const std::optional<Value> value = scope ? value_of(*c.place, *found, *scope) : std::nullopt;
    // Alone in a template, a value keeps its type.
    return !value || value->unmarked().type().is_string() ||
           (value->unmarked().type().is_dynamic() && wants_text);
}

void template_around(const RefactorContext& c) {
    Node text = innermost(c, {NodeKind::Template});
    if (text && !text.is_broken() && text.child_count() == 1 && text.child(0).is(NodeKind::Interpolation) &&
        text.child(0).child(0) && !text.child(0).child(0).is(NodeKind::Missing)) {
        Node value = text.child(0).child(0);
        std::string inner = c.text(value.span());
        Node parent = c.around(text);
        bool is_key = parent && parent.is(NodeKind::ObjectItem) && parent.child(0) == text;
        bool is_alone = parent && (parent.is(NodeKind::Attribute) || parent.is(NodeKind::Tuple) ||
                                   parent.is(NodeKind::Call) || parent.is(NodeKind::ObjectItem) ||
                                   parent.is(NodeKind::Paren));
        // A bare key would become a name.
        if (is_key || (!is_alone && !is_primary(value))) inner = "(" + inner + ")";
        c.add("unwrap-template", "Take the value out of the quotes", kRewrite,
              {{text.span(), std::move(inner)}});
        return;
    }
    if (text) return;
    Node expr = c.expression();
    if (!expr || expr.is_broken() || expr.is(NodeKind::Heredoc) || expr.is(NodeKind::Tuple) ||
        expr.is(NodeKind::Object) || expr.is(NodeKind::ForTuple) || expr.is(NodeKind::ForObject))
        return;
    // The whole path, not a prefix of it.
    for (std::size_t i = c.path.size(); i-- > 1;)
        if (c.path[i] == expr &&
            (c.path[i - 1].is(NodeKind::GetAttr) || c.path[i - 1].is(NodeKind::Index) ||
             c.path[i - 1].is(NodeKind::LegacyIndex)) &&
            c.path[i - 1].child(0) == expr)
            expr = c.path[i - 1];
    Node parent = c.around(expr);
    if (parent && (parent.is(NodeKind::Interpolation) || parent.is(NodeKind::FullSplat) ||
                   parent.is(NodeKind::AttrSplat)))
        return;
    std::string inner = c.text(expr.span());
    if (has_line_end(inner) || expr.is(NodeKind::Null) || expr.is(NodeKind::Missing)) return;
    // Other operands may be valid only with the current type.
    if (std::ranges::any_of(c.path, [](Node node) { return node.is_broken(); })) return;
    if (is_read_as_written(c) || !may_be_text(c, expr)) return;
    if (c.place) {
        // Names with a meaning of their own are no texts.
        const world::ExtensionOf native = world::extension_of(c.snapshot, c.place->module, c.cancel);
        if (native.extension && !native.extension->may_extract(native.context, c.state.id(), expr.span()))
            return;
    }
    c.add("wrap-template", "Put into a template: \"${…}\"", kRewrite,
          {{expr.span(), "\"${" + inner + "}\""}});
}

// ---- Arguments or blocks of the same name

void argument_or_block(const RefactorContext& c) {
    if (!c.place || !c.place->slot) return;
    const bind::BoundUnit& unit = c.place->unit();
    for (const bind::BoundAttribute& a : unit.attributes) {
        if (!a.name_span.touches(c.place->offset) || !a.expr || !a.expr.is(NodeKind::Object)) continue;
        const bind::BlockDef* as_block = unit.bodies[a.body].block_def(a.name);
        if (!as_block || !as_block->labels.empty() || a.expr.is_broken()) return;
        Span expr = c.place->in_file(a.expr.span());
        std::string indent = c.indent_at(c.place->in_file(a.name_span).start);
        std::string out = a.name + " {\n";
        for (Node item : a.expr.children()) {
            if (!item.is(NodeKind::ObjectItem) || !item.child(1)) return;
            std::string key = syntax::label_text(item.child(0));
            if (!syntax::is_valid_identifier(key) || item.child(0).is(NodeKind::Paren)) return;
            out.append(indent).append("  ").append(key).append(" = ");
            out.append(c.text(c.place->in_file(item.child(1).span()))).append("\n");
        }
        if (has_token(a.expr, TokenKind::Comment)) return;
        c.add("argument-to-block", "Write as a block", kRewrite,
              {{{c.place->in_file(a.name_span).start, expr.end}, out + indent + "}"}});
        return;
    }
    for (const bind::BoundBlock& b : unit.blocks) {
        if (b.is_key_elsewhere || !b.type_span.touches(c.place->offset)) continue;
        const bind::AttributeDef* as_attribute = unit.bodies[b.parent].attribute(b.type);
        const bind::BoundBody& body = unit.bodies[b.body];
        if (!as_attribute || !b.labels.empty() || !body.blocks.empty()) return;
        // Several blocks would become a list.
        for (std::uint32_t other : unit.bodies[b.parent].blocks)
            if (&unit.blocks[other] != &b && unit.blocks[other].type == b.type) return;
        std::string inside = c.text(c.place->in_file(body.inside));
        if (inside.find('#') != std::string::npos || inside.find("/*") != std::string::npos ||
            inside.find("//") != std::string::npos)
            return;
        std::string indent = c.indent_at(c.place->in_file(b.type_span).start);
        std::string out = b.type + " = {\n";
        for (std::uint32_t index : body.attributes)
            out += indent + "  " + c.text(c.place->in_file(unit.attributes[index].span)) + "\n";
        const Type& type = as_attribute->type;
        bool is_list = type.is_list() || type.is_set() || type.is_tuple();
        if (is_list) return;
        c.add("block-to-argument", "Write as an argument", kRewrite,
              {{c.place->in_file(b.span), out + indent + "}"}});
        return;
    }
}

}  // namespace

void convert_forms(const RefactorContext& c) {
    // Only the innermost construct at the cursor.
    if (Node text = innermost(c, {NodeKind::Heredoc, NodeKind::Template})) {
        if (text.is(NodeKind::Heredoc))
            heredoc_to_quoted(c, text);
        else
            quoted_to_heredoc(c, text);
    }
    for (std::size_t i = c.path.size(); i-- > 0;) {
        Node node = c.path[i];
        if (node.is(NodeKind::Tuple) || node.is(NodeKind::Object)) {
            // With syntax errors, the end of an item may depend on its line breaks.
            if (is_whole(node)) {
                spread(c, node);
                join(c, node);
            }
            break;
        }
        if (node.is(NodeKind::Block)) {
            lines_of_block(c, node);
            break;
        }
    }
    index_or_dot(c);
    full_splat(c);
    template_around(c);
    argument_or_block(c);
}

}  // namespace hcl::ide
