#include "engine/bind/instance_members.h"

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/json_string.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::bind {

using syntax::Node;
using syntax::NodeKind;
using syntax::TokenKind;

namespace {

// The name of an attribute step or of a literal index, if it is not missing.
std::optional<InstanceMember> member_of(Node attr) {
    if (attr.is(NodeKind::Index)) {
        const Node key = attr.child(1);
        if (!key || !key.is(NodeKind::Template) || !syntax::is_string_literal(key)) return std::nullopt;
        return InstanceMember{syntax::template_items(key)[0].text, key.span()};
    }
    if (!attr.is(NodeKind::GetAttr)) return std::nullopt;
    std::uint32_t last = attr.token_end() - 1;
    if (attr.token_kind(last) != TokenKind::Ident) return std::nullopt;
    return InstanceMember{std::string(attr.token_text(last)), attr.token_span(last)};
}

// The first attribute step of `node` that is applied to each element of a splat.
std::optional<InstanceMember> member_of_each(Node node) {
    for (; node; node = node.child(0))
        if (node.is(NodeKind::GetAttr) && node.child(0) && node.child(0).is(NodeKind::SplatItem))
            return member_of(node);
    return std::nullopt;
}

// The nodes around the start of a reference, outermost first.
struct NodesAroundReference {
    std::vector<Node> list;
    std::shared_ptr<const void> owner;  // of the nodes of a JSON string

    NodesAroundReference(const BoundUnit& unit, const Reference& reference) {
        for (Node node = unit.attributes[reference.attribute].expr; node;) {
            if (node.is(NodeKind::JsonString) && !owner) {
                eval::JsonTemplate inside = eval::JsonText(node).as_template();
                owner = inside.owner;
                node = inside.root;
                continue;
            }
            list.push_back(node);
            Node inner;
            for (Node child : node.children())
                if (!inner && child.span().start <= reference.span.start &&
                    reference.span.start < child.span().end)
                    inner = child;
            node = inner;
        }
    }
};

bool is_loop_node(Node node) {
    return node.is(NodeKind::ForTuple) || node.is(NodeKind::ForObject);
}

// Names of a loop, its collection, and what is computed for each element.
struct ForLoop {
    std::string_view key;
    std::string_view value;
    Node collection;
    std::vector<Node> parts{};

    explicit ForLoop(Node node) {
        const std::uint32_t first = node.has(syntax::kHasKeyName) ? 1 : 0;
        if (first == 1) key = node.child(0).text();
        value = node.child(first).text();
        collection = node.child(first + 1);
        std::uint32_t index = 0;
        for (Node child : node.children())
            if (index++ > first + 1) parts.push_back(child);
    }
};

// The first attribute step behind each use of a name.
void add_members_of(Node node, std::string_view name, int depth, std::vector<InstanceMember>& out) {
    constexpr int kMaxDepth = 200;
    if (!node || depth > kMaxDepth) return;
    const bool is_step = node.is(NodeKind::GetAttr) || node.is(NodeKind::Index);
    if (is_step && node.child(0) && node.child(0).is(NodeKind::Variable) && node.child(0).text() == name) {
        if (auto member = member_of(node))
            out.push_back({std::move(member->name), member->span, true});
        else if (node.is(NodeKind::Index))
            add_members_of(node.child(1), name, depth + 1, out);
        return;
    }
    if (is_loop_node(node)) {
        const ForLoop loop(node);
        add_members_of(loop.collection, name, depth + 1, out);
        if (loop.key == name || loop.value == name) return;
        for (Node part : loop.parts) add_members_of(part, name, depth + 1, out);
        return;
    }
    for (Node child : node.children()) add_members_of(child, name, depth + 1, out);
}

// `element(LIST, INDEX)`, `one(LIST)`.
bool picks_one(Node call, Node list) {
    if (!call.is(NodeKind::Call) || !call.child(0) || !(call.child(1) == list)) return false;
    return call.child(0).text() == "element" || call.child(0).text() == "one";
}

}  // namespace

std::vector<InstanceMember> members_of_instances(const BoundUnit& unit, const Reference& reference) {
    const NodesAroundReference around(unit, reference);
    std::vector<InstanceMember> out;
    auto add = [&](std::optional<InstanceMember> member) {
        if (member) out.push_back(std::move(*member));
    };
    Node chain;  // at first only the literal steps, then the enclosing nodes
    bool is_instance = false;
    const std::uint32_t end = reference.steps.back().span.end;
    for (std::size_t i = around.list.size(); i-- > 0;) {
        Node node = around.list[i];
        if (!chain || node.span().end <= end) {
            chain = node;
            continue;
        }
        const bool is_of_values =
            node.is(NodeKind::Call) && node.child(0) && node.child(0).text() == "values";
        if (is_of_values || node.is(NodeKind::Paren)) {
            chain = node;
            continue;
        }
        if (picks_one(node, chain)) {
            chain = node;
            is_instance = true;
            continue;
        }
        if (is_loop_node(node)) {
            if (is_instance) break;
            const ForLoop loop(node);
            if (loop.collection == chain)
                for (Node part : loop.parts) add_members_of(part, loop.value, 0, out);
            break;
        }
        if (node.child(0) != chain) break;
        if (node.is(NodeKind::GetAttr)) {
            add(member_of(node));
            break;
        }
        if (node.is(NodeKind::FullSplat) || node.is(NodeKind::AttrSplat)) {
            if (is_instance) break;
            add(member_of_each(node.child(1)));
            break;
        }
        if (!node.is(NodeKind::Index) && !node.is(NodeKind::LegacyIndex)) break;
        if (is_instance) {
            add(member_of(node));
            break;
        }
        chain = node;
        is_instance = true;
    }
    return out;
}

}  // namespace hcl::bind
