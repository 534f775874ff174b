#include "engine/ide/completion/expectation.h"

namespace hcl::ide {

using syntax::NodeKind;

namespace {

std::size_t index_among(Node parent, Node child, bool skips_function_name = false) {
    std::size_t index = 0;
    for (Node sibling : parent.children()) {
        if (skips_function_name && sibling.is(NodeKind::FunctionName)) continue;
        if (sibling == child) break;
        ++index;
    }
    return index;
}

Expectation of_element(const Expectation& wanted, Node tuple, Node element) {
    Expectation inner;
    inner.rules = wanted.rules;
    inner.fields = wanted.fields;
    inner.by_path = wanted.by_path;
    inner.names_argument = wanted.names_argument;
    inner.is_element = true;
    if (wanted.type.is_list() || wanted.type.is_set()) inner.type = wanted.type.element();
    if (wanted.type.is_tuple()) {
        const std::size_t index = index_among(tuple, element);
        if (index < wanted.type.elements().size()) inner.type = wanted.type.elements()[index];
    }
    return inner;
}

Expectation of_argument(CursorScope& scope, Node call, Node argument) {
    std::string name;
    for (Node child : call.children())
        if (child.is(NodeKind::FunctionName)) name = child.text();
    const eval::Function* function = scope.names()->find_function(name);
    const std::size_t index = index_among(call, argument, true);
    const eval::Parameter* parameter = function ? function->parameter_at(index) : nullptr;
    return parameter ? Expectation{parameter->type} : Expectation{};
}

// Operands of comparisons are expected to have the type of the other side.
Expectation of_operand(const Cursor& cursor, CursorScope& scope, Node binary, std::size_t depth) {
    switch (binary.binary_op()) {
        case syntax::BinaryOp::Or:
        case syntax::BinaryOp::And:
            return {Type::boolean()};
        case syntax::BinaryOp::Equal:
        case syntax::BinaryOp::NotEqual:
            break;
        default:
            return {Type::number()};
    }
    const Node other = binary.child(0) == cursor.path[depth + 1] ? binary.child(1) : binary.child(0);
    if (!other || other.is(NodeKind::Missing)) return {};
    const Type type = scope.value_at(other, cursor.path_to(depth)).unmarked().type();
    return type.is_primitive() ? Expectation{type} : Expectation{};
}

// The expectation at the child of path[depth] on the path.
Expectation of_child(const Cursor& cursor, CursorScope& scope, const Expectation& wanted, std::size_t depth) {
    const Node node = cursor.path[depth];
    const Node child = cursor.path[depth + 1];
    switch (node.kind()) {
        case NodeKind::Paren:
        case NodeKind::Object:
        case NodeKind::JsonObject:
            return wanted;
        case NodeKind::Conditional:
            return node.child(0) == child ? Expectation{Type::boolean()} : wanted;
        case NodeKind::Tuple:
        case NodeKind::JsonArray:
            return of_element(wanted, node, child);
        case NodeKind::ObjectItem:
        case NodeKind::JsonProperty:
            return node.child(0) == child ? wanted : wanted.member(node);
        case NodeKind::Call:
            return of_argument(scope, node, child);
        case NodeKind::Index:
        case NodeKind::LegacyIndex:
        case NodeKind::GetAttr: {
            if (node.child(0) != child) return {};
            // The first words of an address: other expressions do not fit there either.
            Expectation inner;
            inner.by_path = wanted.by_path;
            inner.rules = wanted.by_path ? wanted.rules : nullptr;
            inner.is_first_step = true;
            return inner;
        }
        case NodeKind::Unary:
            return {node.unary_op() == syntax::UnaryOp::Not ? Type::boolean() : Type::number()};
        case NodeKind::Binary:
            return of_operand(cursor, scope, node, depth);
        case NodeKind::Template:
        case NodeKind::Heredoc:
        case NodeKind::Interpolation:
            return {Type::string()};
        case NodeKind::ForTuple: {
            Expectation element;
            if (child == for_collection(node)) return element;
            element.fields = wanted.fields;
            if (wanted.type.is_list() || wanted.type.is_set()) element.type = wanted.type.element();
            return element;
        }
        default:
            return {};
    }
}

}  // namespace

Expectation Expectation::element() const {
    Expectation inner;
    inner.rules = rules;
    inner.fields = fields;
    inner.by_path = by_path;
    inner.is_element = true;
    if (type.is_collection()) inner.type = type.element();
    return inner;
}

Expectation Expectation::member(Node item) const {
    Expectation inner;
    if (type.is_map()) {
        inner.type = type.element();
        inner.rules = rules;
        inner.fields = fields;
        inner.by_path = by_path;
        inner.is_element = true;
        return inner;
    }
    // The values of an object of addresses are addresses.
    if (by_path && !fields && !type.is_object()) {
        inner.rules = rules;
        inner.by_path = true;
        inner.is_element = true;
        return inner;
    }
    if (!item.child(0)) return inner;
    const std::string key = key_text(item.child(0));
    if (fields) {
        if (const AttributeDef* field = fields->attribute(key)) return of(*field);
        if (fields->any_attribute) return of(*fields->any_attribute);
    }
    if (type.is_object())
        if (const ObjectAttribute* attribute = type.find_attribute(key)) inner.type = attribute->type;
    return inner;
}

Expectation expectation_at(const Cursor& cursor, CursorScope& scope, Expectation wanted, std::size_t from,
                           std::size_t to) {
    for (std::size_t depth = from; depth < to; ++depth) wanted = of_child(cursor, scope, wanted, depth);
    return wanted;
}

}  // namespace hcl::ide
