#include "engine/pcl/known_values.h"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/eval/evaluate.h"
#include "engine/pcl/convert.h"
#include "engine/pcl/traverse.h"
#include "engine/pcl/typer.h"
#include "engine/syntax/lex/literal.h"
#include "engine/value/convert.h"

namespace hcl::pcl {

using syntax::Node;
using SyntaxKind = syntax::NodeKind;

namespace {

constexpr std::size_t kLongestKnown = 256;
constexpr std::uint32_t kMostNodes = 64;

// The names of an expression, for its evaluation.
class KnownScope final : public eval::Scope {
  public:
    void add(std::string name, Value value) { values_.emplace(std::move(name), std::move(value)); }
    const Value* variable(std::string_view name) const override {
        auto found = values_.find(name);
        return found == values_.end() ? nullptr : &found->second;
    }
    bool has_variables() const override { return true; }

  private:
    std::map<std::string, Value, std::less<>> values_;
};

bool is_constant_kind(SyntaxKind kind) {
    switch (kind) {
        case SyntaxKind::Number:
        case SyntaxKind::Bool:
        case SyntaxKind::Null:
        case SyntaxKind::Variable:
        case SyntaxKind::Unary:
        case SyntaxKind::Binary:
        case SyntaxKind::Paren:
        case SyntaxKind::Template:
        case SyntaxKind::Interpolation:
        case SyntaxKind::Heredoc:
        case SyntaxKind::TemplateBody:
        case SyntaxKind::TemplateLiteral:
            return true;
        default:
            return false;
    }
}

std::optional<Value> if_short(Value value) {
    if (value.is_null() || value.is_known_bool() || value.is_known_number()) return value;
    if (value.is_known_string() && value.as_string().size() <= kLongestKnown) return value;
    return std::nullopt;
}

// Operations and templates, by evaluation.
std::optional<Value> computed_value(Node expr, const KnownNames& names) {
    if (expr.data().size > kMostNodes) return std::nullopt;
    KnownScope scope;
    const std::uint32_t end = expr.id() + expr.data().size;
    for (std::uint32_t id = expr.id(); id < end; ++id) {
        const Node node(&expr.chunk(), expr.base(), id);
        if (!is_constant_kind(node.kind())) return std::nullopt;
        if (!node.is(SyntaxKind::Variable)) continue;
        std::optional<Value> value = names(node.text());
        if (!value) return std::nullopt;
        scope.add(std::string(node.text()), std::move(*value));
    }
    eval::EvalResult found = eval::evaluate(expr, &scope, eval::eval_options(Rules::reference()));
    return has_errors(found.diagnostics) ? std::nullopt : if_short(std::move(found.value));
}

std::optional<Number> number_of(const Value& value) {
    if (value.is_known_number()) return value.as_number();
    if (value.is_known_string()) return number_from_text(value.as_string(), Rules::reference());
    return std::nullopt;
}

std::string text_of(const Value& value) {
    return value.is_null() ? std::string() : property_name(value);
}

}  // namespace

Type type_of_known(const Value& value) {
    return value.is_known_string() ? Type::string() : Type::constant(value);
}

std::optional<Value> known_value(Node expr, const KnownNames& names) {
    expr = value_node(expr);
    if (!expr) return std::nullopt;
    if (expr.is(SyntaxKind::Bool)) return Value::boolean(expr.has(syntax::kTrue));
    if (expr.is(SyntaxKind::Null)) return Value::null();
    if (expr.is(SyntaxKind::Variable)) return names(expr.text());
    if (expr.is(SyntaxKind::Template))
        if (std::optional<std::string> text = syntax::quoted_text(expr))
            return if_short(Value::string(*text));
    return is_constant_kind(expr.kind()) ? computed_value(expr, names) : std::nullopt;
}

bool may_become(const Type& wanted, const Value& value) {
    const Type type = wanted.resolved();
    switch (type.kind()) {
        case Kind::None:
            return value.is_null();
        case Kind::Bool: {
            // Through its text, which "1" and "0" are, too.
            const std::string text = text_of(value);
            return text == "true" || text == "false" || text == "1" || text == "0";
        }
        case Kind::Int: {
            const std::optional<Number> number = number_of(value);
            return number && number->is_integer();
        }
        case Kind::Number:
            return number_of(value).has_value();
        case Kind::Enum:
            // Strings and numbers are checked as members (literals.h).
            return !value.is_known_bool() || std::ranges::any_of(type.values(), [&](const Value& member) {
                return text_of(member) == text_of(value);
            });
        case Kind::Const:
            return text_of(type.value()) == text_of(value);
        case Kind::Union:
            return std::ranges::any_of(type.members(), [&](const Type& m) { return may_become(m, value); });
        case Kind::Promise:
        case Kind::Output:
            return may_become(type.element(), value);
        default:
            return is_convertible(type, type_of_known(value));
    }
}

std::string refusal_words(const Type& wanted, const Value& value) {
    const std::string shown = value.to_display(60);
    const Type type = without_none(resolve_outputs(wanted).resolved()).resolved();
    if (type.is(Kind::Bool) && value.is_known_string()) return shown + R"( is neither "true" nor "false")";
    if (type.is(Kind::Int) && !value.is_known_bool()) return shown + " is not a whole number";
    if (type.is(Kind::Number) && value.is_known_string()) return shown + " is not a number";
    return type.is(Kind::Const) ? shown + " is another value" : shown;
}

}  // namespace hcl::pcl
