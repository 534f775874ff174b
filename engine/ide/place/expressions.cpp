#include "engine/ide/place/expressions.h"

#include <algorithm>

#include "engine/base/utf8.h"
#include "engine/bind/named_expressions.h"
#include "engine/bind/scopes.h"
#include "engine/eval/analysis/json_string.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/text/print.h"

namespace hcl::ide {

namespace {

using syntax::Node;
using syntax::NodeKind;

// Bounds of evaluation for display: below what a user notices.
constexpr std::uint64_t kMostSteps = 20'000;
constexpr std::uint64_t kMostBytes = 1u << 20;

// The child at the offset: the one that contains the byte, else the one that ends there.
Node child_at(Node node, std::uint32_t offset) {
    Node ending;
    for (Node child : node.children()) {
        Span span = child.span();
        if (span.contains(offset)) return child;
        if (span.end == offset && !span.is_empty()) ending = child;
        if (span.start > offset) break;
    }
    return ending;
}

bool holds_splat_item(Node node) {
    const syntax::Chunk& chunk = node.chunk();
    std::uint32_t end = node.id() + node.data().size;
    for (std::uint32_t id = node.id(); id < end; ++id) {
        NodeKind kind = chunk.nodes[id].kind;
        if (kind == NodeKind::SplatItem) return true;
        // A full splat creates its own splat item.
        if (kind == NodeKind::AttrSplat || kind == NodeKind::FullSplat) id += chunk.nodes[id].size - 1;
    }
    return false;
}

// True unless the node has no value of its own.
bool has_value(Node node) {
    switch (node.kind()) {
        case NodeKind::Name:
        case NodeKind::FunctionName:
        case NodeKind::ObjectItem:
        case NodeKind::SplatItem:
        case NodeKind::TemplateLiteral:
        case NodeKind::Interpolation:
        case NodeKind::IfDirective:
        case NodeKind::ForDirective:
        case NodeKind::JsonProperty:
        case NodeKind::Missing:
        case NodeKind::BogusExpr:
        case NodeKind::Bogus:
            return false;
        default:
            return !holds_splat_item(node);
    }
}

}  // namespace

bool is_whole(Node node) {
    const syntax::Chunk& chunk = node.chunk();
    const std::uint32_t end = node.id() + node.data().size;
    for (std::uint32_t id = node.id(); id < end; ++id) {
        const Node inner(&chunk, node.base(), id);
        if (inner.is_broken() || inner.is(NodeKind::Missing) || inner.is(NodeKind::BogusExpr) ||
            inner.is(NodeKind::Bogus))
            return false;
    }
    return true;
}

bool is_for(Node node) {
    return node.is(NodeKind::ForTuple) || node.is(NodeKind::ForObject) || node.is(NodeKind::ForDirective);
}

std::vector<Node> for_names(Node for_node) {
    std::vector<Node> names;
    for (Node child : for_node.children()) {
        if (!child.is(NodeKind::Name)) break;
        names.push_back(child);
    }
    return names;
}

Node for_collection(Node for_node) {
    for (Node child : for_node.children())
        if (!child.is(NodeKind::Name)) return child;
    return {};
}

std::vector<Node> path_to(Node root, std::uint32_t offset, std::shared_ptr<const void>& owner) {
    std::vector<Node> path;
    for (Node node = root; node;) {
        path.push_back(node);
        if (node.is(NodeKind::JsonString)) {
            eval::JsonText text(node);
            if (owner || !text.may_be_template()) break;
            eval::JsonTemplate inside = text.as_template();
            if (!inside.root) break;
            owner = inside.owner;
            node = inside.root;
            continue;
        }
        node = child_at(node, offset);
    }
    return path;
}

std::optional<ExpressionPlace> expression_at(const BoundPlace& place) {
    if (!place.slot) return std::nullopt;
    for (const bind::BoundAttribute& attribute : place.unit().attributes) {
        if (!attribute.span.touches(place.offset) || !attribute.expr) continue;
        if (!attribute.expr.span().touches(place.offset)) continue;
        ExpressionPlace found;
        found.attribute = &attribute;
        found.path = path_to(attribute.expr, place.offset, found.owner);
        return found;
    }
    return std::nullopt;
}

eval::StaticElements static_elements(const bind::Module& module) {
    return eval::StaticElements(*module.language().rules, bind::named_expressions(module));
}

ScopePtr scope_in(ScopePtr scope, const eval::StaticElements& elements, const Rules& rules,
                  std::span<const Node> path) {
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        if (!is_for(path[i])) continue;
        Node collection = for_collection(path[i]);
        Node next = path[i + 1];
        if (!collection || next == collection || next.is(NodeKind::Name)) continue;
        Value through = value_of(rules, collection, *scope).value_or(Value::dynamic());
        if (through.unmarked().type().is_dynamic())
            if (const auto type = elements.collection(collection, scope))
                through = Value::unknown(*type).with_same_marks(through);
        auto names = std::make_shared<eval::MapScope>(scope);
        names->allow_variables();
        std::vector<Node> bound = for_names(path[i]);
        if (bound.size() > 1) names->set(std::string(bound[0].text()), key_of(through));
        if (!bound.empty()) {
            Value element = element_of(through, rules);
            if (through.is_marked()) element = element.with_same_marks(through);
            names->set(std::string(bound.back().text()), std::move(element));
        }
        scope = std::move(names);
    }
    return scope;
}

ScopePtr scope_in(const BoundPlace& place, std::uint32_t body, std::span<const Node> path) {
    return scope_in(bind::scope_of(*place.module, *place.slot, body), static_elements(*place.module),
                    *place.module->language().rules, path);
}

std::optional<Value> value_of(const Rules& rules, Node node, const eval::Scope& scope) {
    if (!has_value(node)) return std::nullopt;
    eval::EvalOptions options = eval::eval_options(rules);
    options.limits.steps = kMostSteps;
    options.limits.bytes = kMostBytes;
    eval::EvalResult result = eval::evaluate(node, &scope, options);
    if (has_errors(result.diagnostics)) return std::nullopt;
    return std::move(result.value);
}

std::optional<Value> value_of(const BoundPlace& place, Node node, const eval::Scope& scope) {
    return value_of(*place.module->language().rules, node, scope);
}

bool is_all_unknown(const Value& marked) {
    const Value& value = marked.unmarked();
    if (!value.is_known()) return true;
    const Type type = value.type();
    if (!value.has_content() || (!type.is_object() && !type.is_tuple()) || value.size() == 0) return false;
    for (std::size_t i = 0; i < value.size(); ++i)
        if (!is_all_unknown(value.value_at(i))) return false;
    return true;
}

ScopePtr with_types(ScopePtr scope, const TypedNames& typed) {
    for (const auto& [name, value] : typed) {
        const Value* known = scope->find_variable(name);
        if (!known || !is_all_unknown(*known)) continue;
        auto inner = std::make_shared<eval::MapScope>(std::move(scope));
        inner->set(name, value);
        scope = std::move(inner);
    }
    return scope;
}

std::string one_line(const Value& value, std::size_t most) {
    std::string text =
        eval::print_value(value, {.width = 1'000'000, .show_sensitive = false, .most_bytes = most + 4});
    std::ranges::replace(text, '\n', ' ');
    return shortened(text, most);
}

const eval::Function* known_function(const bind::Module& module, const bind::UnitSlot& slot,
                                     std::uint32_t body, std::string_view name, const eval::Scope& scope,
                                     const eval::FunctionTable* more) {
    if (slot.state)
        for (std::uint32_t around : bind::bodies_around(*slot.unit, body))
            if (const eval::MapScope* own = slot.state->scope_of(around))
                if (const eval::Function* function = own->function(name)) return function;
    const std::string word(name);
    if (!module.symbols().function(word) && !module.language().evaluation.functions->find(word))
        return more ? more->find(name) : nullptr;
    return scope.find_function(name);
}

}  // namespace hcl::ide
