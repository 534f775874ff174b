// Custom decoding: arguments whose value is derived from the unevaluated expression.
//
// A capsule type opts in with an ExpressionDecoder extension. Where a value of such a type is expected (a
// function parameter, an attribute of a schema), the decoder receives the unevaluated expression. This
// implements keywords, type constraints, and functions like `try`; applications add their own by declaring
// another capsule type.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/eval/evaluate.h"
#include "engine/eval/function.h"
#include "engine/eval/scope.h"
#include "engine/source/diagnostic.h"
#include "engine/syntax/tree/tree.h"
#include "engine/value/capsule.h"
#include "engine/value/value.h"

namespace hcl::eval {

// An unevaluated expression. Usually a syntax node; a value represents an element of an expanded argument
// (`f(list...)`), which has no expression of its own.
class Expression {
  public:
    Expression() = default;
    // `source` owns the tree; null if the tree outlives the expression.
    explicit Expression(syntax::Node node, std::shared_ptr<const void> source = {})
        : node_(node), source_(std::move(source)) {}
    Expression(Value value, Span span) : value_(std::move(value)), span_(span) {}

    bool is_node() const { return static_cast<bool>(node_); }
    syntax::Node node() const { return node_; }  // null for a value
    const Value& value() const { return value_; }
    const std::shared_ptr<const void>& source() const { return source_; }

    Span span() const { return node_ ? node_.span() : span_; }
    Span start_span() const;
    bool operator==(const Expression& other) const {
        return node_ == other.node_ && span_ == other.span_ && (node_ || value_.identical(other.value_));
    }

  private:
    syntax::Node node_;
    std::shared_ptr<const void> source_;
    Value value_;
    Span span_;
};

// A captured scope. Without an owner, the scope must outlive this
// reference.
struct ScopeRef {
    std::shared_ptr<const Scope> owner;
    const Scope* scope = nullptr;
};

// An expression with the scope that it occurs in.
struct Closure {
    Expression expression;
    ScopeRef scope;

    // Evaluates in its own scope.
    Value evaluate(CallContext& call, Diagnostics& diagnostics) const {
        return evaluate_in(scope.scope, call, diagnostics);
    }
    EvalResult evaluate(const EvalOptions& options) const;
    // Evaluates in another scope, usually a child of its own.
    Value evaluate_in(const Scope* other, CallContext& call, Diagnostics& diagnostics) const;
};

// The environment of a decoder.
class DecodeContext {
  public:
    DecodeContext(const Rules& rules, Budget& budget) : rules_(rules), budget_(budget) {}
    virtual ~DecodeContext() = default;
    const Rules& rules() const { return rules_; }
    Budget& budget() const { return budget_; }
    // The scope of the expression, in a form that can be stored.
    virtual ScopeRef capture_scope() const = 0;

  private:
    const Rules& rules_;
    Budget& budget_;
};

struct ExpressionDecoder {
    // The value (of the capsule type); empty with errors in `diagnostics`, and the value is then unknown.
    std::optional<Value> (*decode)(const Expression& expression, const DecodeContext& context,
                                   Diagnostics& diagnostics);
};
inline constexpr CapsuleExtensionKey<ExpressionDecoder> kExpressionDecoder;

// The decoder of a type; null when its values are evaluated normally.
inline const ExpressionDecoder* decoder_of(const Type& type) {
    return type.is_capsule() ? type.capsule_type().extension(kExpressionDecoder) : nullptr;
}
// Decodes in a scope, for callers outside of an evaluation (schemas). An error gives an unknown
// value.
EvalResult decode_expression(const Expression& expression, const Type& type, ScopeRef scope,
                             const EvalOptions& options);

// The built-in decoders' types. Payloads: Expression; Closure; std::string; std::vector<std::string>.
const Type& expression_type();
const Type& expression_closure_type();
const Type& keyword_type();
const Type& identifier_list_type();

Value expression_value(Expression expression);
Value closure_value(Closure closure);

}  // namespace hcl::eval
