#include "engine/decode/plain_literal.h"

#include <vector>

#include "engine/syntax/lex/literal.h"

namespace hcl::decode {

using syntax::Node;
using syntax::NodeKind;

namespace {

bool plain_number(std::string_view digits, Value& value) {
    if (digits.empty() || digits.size() > 18) return false;
    std::int64_t number = 0;
    for (char c : digits) {
        if (c < '0' || c > '9') return false;
        number = number * 10 + (c - '0');
    }
    value = Value::number(Number::integer(number, kNumberPrecision));
    return true;
}

// A quoted string without escapes that is in NFC already.
bool plain_string(Node expr, Value& value) {
    if (expr.data().size != 2) return false;
    Node literal = expr.child(0);
    if (!literal.is(NodeKind::TemplateLiteral)) return false;
    std::string_view text = literal.text();
    for (char c : text)
        if (c == '\\' || c == '$' || c == '%' || static_cast<unsigned char>(c) >= 0x80) return false;
    value = Value::string_nfc(text);
    return true;
}

}  // namespace

bool plain_literal(Node expr, const Type& wanted, Value& value) {
    TypeKind kind = wanted.kind();
    switch (expr.kind()) {
        case NodeKind::Number:
            if (kind != TypeKind::Number && kind != TypeKind::Dynamic) return false;
            return expr.has(syntax::kHcl1) ? plain_number(syntax::number_text(expr), value)
                                           : plain_number(expr.text(), value);
        case NodeKind::Bool:
            if (kind != TypeKind::Bool && kind != TypeKind::Dynamic) return false;
            value = Value::boolean(expr.has(syntax::kTrue));
            return true;
        case NodeKind::Template:
            return (kind == TypeKind::String || kind == TypeKind::Dynamic) && plain_string(expr, value);
        case NodeKind::Tuple: {
            if (kind != TypeKind::List || !wanted.element().is_primitive()) return false;
            std::vector<Value> elements;
            elements.reserve(expr.data().size / 2);
            for (Node child : expr.children()) {
                if (!plain_literal(child, wanted.element(), elements.emplace_back())) return false;
            }
            value = Value::list(wanted.element(), std::move(elements));
            return true;
        }
        default:
            return false;
    }
}

}  // namespace hcl::decode
