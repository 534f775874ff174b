#include "engine/bind/address.h"

#include <algorithm>

#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/json_string.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::bind {

using syntax::Node;
using syntax::NodeKind;

bool add_step(std::vector<ReferenceStep>& steps, const eval::TraversalStep& step) {
    if (step.kind == eval::TraversalStep::Kind::Splat) return false;
    if (step.kind == eval::TraversalStep::Kind::Index) {
        if (!step.key.is_known_string()) return false;
        steps.push_back({std::string(step.key.as_string()), step.span});
        return true;
    }
    Span span = step.span;
    if (step.kind == eval::TraversalStep::Kind::Attr)
        span.start =
            span.end - static_cast<std::uint32_t>(std::min<std::size_t>(step.name.size(), span.length()));
    steps.push_back({normalised(step.name), span});
    return true;
}

std::vector<ReferenceStep> steps_of_text(std::string_view text, Span place) {
    std::vector<ReferenceStep> steps;
    std::uint32_t at = place.start;
    bool is_exact = place.length() == text.size();  // no escapes
    for (;;) {
        std::size_t dot = text.find('.');
        std::string_view name = text.substr(0, dot);
        auto length = static_cast<std::uint32_t>(name.size());
        steps.push_back({normalised(std::string(name)), is_exact ? Span{at, at + length} : place});
        if (dot == std::string_view::npos) return steps;
        at += length + 1;
        text.remove_prefix(dot + 1);
    }
}

namespace {

constexpr std::size_t kMostSteps = 32;

// A chain of names, indexes and splats that starts with a name, also `null.a`. `takes_keywords`: `null` alone
// is a name, too.
void read_chain(Node chain, bool takes_keywords, Address& out) {
    std::vector<Node> links;
    Node at = chain;
    while (at.is(NodeKind::GetAttr) || at.is(NodeKind::Index) || at.is(NodeKind::LegacyIndex) ||
           at.is(NodeKind::FullSplat) || at.is(NodeKind::AttrSplat)) {
        if (!at.child(0)) return;
        links.push_back(at);
        at = at.child(0);
    }
    const bool is_keyword = at.is(NodeKind::Null) || at.is(NodeKind::Bool);
    if (!at.is(NodeKind::Variable) && !(is_keyword && (takes_keywords || !links.empty()))) return;
    out.steps.push_back({normalised(std::string(at.text())), at.span()});
    bool is_name = true;
    for (auto link = links.rbegin(); link != links.rend(); ++link) {
        if (link->is(NodeKind::Index) && link->child(1)) out.keys.push_back(link->child(1));
        if (!is_name) continue;
        if (!eval::is_static_step(*link) || out.steps.size() >= kMostSteps) {
            is_name = false;
            continue;
        }
        eval::Traversal path = eval::traversal_of(*link);
        is_name = !path.empty() && add_step(out.steps, path.back());
    }
    out.is_valid = true;
}

struct AddressReader {
    const AttributeDef& def;
    const std::function<void(const Address&)>& visit;

    void finish(Address& out) const {
        out.is_word =
            out.steps.size() == 1 && out.keys.empty() && def.rules.choice_of(out.steps[0].name) != nullptr;
        if (out.is_word) out.steps.clear();
        visit(out);
    }

    void one(Node node) const {
        Address out;
        out.node = node;
        out.span = node.span();
        Node inner = eval::without_parens(node);
        bool is_json = inner.is(NodeKind::JsonString);
        out.is_quoted = inner.is(NodeKind::Template);
        if (!is_json && !out.is_quoted) {
            read_chain(inner, def.takes_free_words, out);
            return finish(out);
        }
        std::string text = is_json ? std::string(eval::JsonText(inner).text()) : std::string();
        if (out.is_quoted) {
            std::vector<syntax::TemplateItem> parts = syntax::template_items(inner);
            // "${a.b}": an address in legacy syntax.
            if (parts.size() == 1 && !parts[0].is_literal() && parts[0].node.is(NodeKind::Interpolation)) {
                if (parts[0].node.child(0)) read_chain(parts[0].node.child(0), def.takes_free_words, out);
                return finish(out);
            }
            if (parts.size() != 1 || !parts[0].is_literal()) return visit(out);
            text = parts[0].text;
        }
        if (def.rules.choice_of(text)) {
            out.is_word = out.is_valid = true;
            return visit(out);
        }
        if (out.span.length() == text.size() + 2) out.span = {out.span.start + 1, out.span.end - 1};
        syntax::FilePtr parsed = syntax::parse_expression(text);
        Node root = parsed->root();
        if (!root || has_errors(parsed->diagnostics())) return visit(out);
        read_chain(Node(&root.chunk(), root.base() + out.span.start, root.id()), def.takes_free_words, out);
        finish(out);
    }
};

}  // namespace

void each_address(const AttributeDef& def, Node expr, const std::function<void(const Address&)>& visit) {
    AddressReader reader{def, visit};
    Node inner = eval::without_parens(expr);
    bool is_list = inner.is(NodeKind::Tuple) || inner.is(NodeKind::JsonArray);
    bool is_object = inner.is(NodeKind::Object) || inner.is(NodeKind::JsonObject);
    if (def.decoder != language::Decoder::Addresses) {
        reader.one(expr);
        return;
    }
    if (!is_list && !is_object) {
        // Only a keyword can replace the list, as it is.
        const std::function<void(const Address&)> visit_word = [&](const Address& address) {
            Address lone = address;
            lone.is_valid = address.is_valid && address.is_word && !address.is_quoted;
            visit(lone);
        };
        AddressReader{def, visit_word}.one(expr);
        return;
    }
    for (Node child : inner.children()) {
        Node element = is_list ? child : child.child(1);
        if (!element) continue;
        // Where anything else is allowed, the values of an object can be lists.
        const Node value = eval::without_parens(element);
        if (is_object && def.rules.is_open && value.is(NodeKind::Tuple))
            for (Node one : value.children()) reader.one(one);
        else
            reader.one(element);
    }
}

namespace {

std::string text_of(const Address& address, std::string_view optional_root) {
    Node inner = eval::without_parens(address.node);
    std::string text;
    if (inner.is(NodeKind::JsonString))
        text = std::string(eval::JsonText(inner).text());
    else if (!address.is_quoted)
        text = std::string(inner.text());
    else if (text = literal_text(inner); text.empty())  // "${a.b}"
        text = std::string(inner.text().substr(3, inner.text().size() - 5));
    if (!optional_root.empty() && text.starts_with(optional_root) &&
        text.substr(optional_root.size()).starts_with('.'))
        text.erase(0, optional_root.size() + 1);
    return text;
}

}  // namespace

Value address_value(const AttributeDef& def, Node expr, std::string_view optional_root) {
    std::vector<Value> values;
    bool is_valid = true;
    each_address(def, expr, [&](const Address& address) {
        is_valid = is_valid && address.is_valid;
        if (is_valid) values.push_back(Value::string(text_of(address, optional_root)));
    });
    if (!is_valid) return Value::dynamic();
    Node inner = eval::without_parens(expr);
    if (inner.is(NodeKind::Tuple) || inner.is(NodeKind::JsonArray)) return Value::tuple(std::move(values));
    if (inner.is(NodeKind::Object) || inner.is(NodeKind::JsonObject)) {
        if (inner.child_count() != values.size()) return Value::dynamic();
        std::vector<std::pair<std::string, Value>> members;
        for (Node item : inner.children())
            if (item.child(0) && item.child(1) && members.size() < values.size()) {
                Value& value = values[members.size()];
                members.emplace_back(std::string(item.child(0).text()), std::move(value));
            }
        return Value::object(std::move(members));
    }
    return values.size() == 1 ? std::move(values.front()) : Value::dynamic();
}

std::string address_text(const std::vector<std::string>& address, std::size_t from) {
    std::string out;
    for (std::size_t i = from; i < address.size(); ++i) out += (i == from ? "" : ".") + address[i];
    return out;
}

}  // namespace hcl::bind
