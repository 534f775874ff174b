#include "engine/eval/decoder.h"

#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/syntax/lex/chars.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::eval {

namespace {

std::optional<Value> decode_captured(const Expression& expression, const DecodeContext&, Diagnostics&) {
    return expression_value(expression);
}

std::optional<Value> decode_closure(const Expression& expression, const DecodeContext& context,
                                    Diagnostics&) {
    return closure_value(Closure{expression, context.capture_scope()});
}

Diagnostic no_keyword(const Expression& expression) {
    Diagnostic d = make_diagnostic(DiagCode::KeywordRequired, expression.span(), {});
    if (!expression.is_node()) return d;
    const syntax::Node node = expression.node();
    const std::optional<std::string> word = syntax::quoted_text(node);
    if (!word || !syntax::is_valid_identifier(*word)) return d;
    d.message += " Remove the quotes.";
    d.fixes.push_back(
        {.title = "Remove the quotes", .edits = {{{}, {node.span(), *word}}}, .preferred = true});
    return d;
}

std::optional<Value> decode_keyword(const Expression& expression, const DecodeContext&,
                                    Diagnostics& diagnostics) {
    std::string keyword = static_keyword(expression);
    if (keyword.empty()) {
        diagnostics.push_back(no_keyword(expression));
        return std::nullopt;
    }
    return Value::capsule(keyword_type().capsule_type(),
                          std::make_shared<const std::string>(std::move(keyword)));
}

std::optional<Value> decode_identifiers(const Expression& expression, const DecodeContext&,
                                        Diagnostics& diagnostics) {
    auto list = static_list(expression);
    if (!list) {
        diagnostics.push_back(list.error());
        return std::nullopt;
    }
    auto names = std::make_shared<std::vector<std::string>>();
    for (const Expression& item : *list) {
        std::string keyword = static_keyword(item);
        // An element that is not an identifier is reported and skipped.
        if (keyword.empty())
            diagnostics.push_back(no_keyword(item));
        else
            names->push_back(std::move(keyword));
    }
    return Value::capsule(identifier_list_type().capsule_type(), std::move(names));
}

bool equal_expressions(const void* a, const void* b) {
    return *static_cast<const Expression*>(a) == *static_cast<const Expression*>(b);
}
bool equal_closures(const void* a, const void* b) {
    const auto& x = *static_cast<const Closure*>(a);
    const auto& y = *static_cast<const Closure*>(b);
    return x.scope.scope == y.scope.scope && x.expression == y.expression;
}
bool equal_strings(const void* a, const void* b) {
    return *static_cast<const std::string*>(a) == *static_cast<const std::string*>(b);
}
bool equal_string_lists(const void* a, const void* b) {
    return *static_cast<const std::vector<std::string>*>(a) ==
           *static_cast<const std::vector<std::string>*>(b);
}

std::string source_text(const Expression& expression) {
    return expression.is_node() ? std::string(expression.node().text()) : expression.value().to_display();
}

constexpr CapsuleType::Operations kExpressionOperations{
    .equals = equal_expressions,
    .to_plain = [](const void* p) { return Value::string(source_text(*static_cast<const Expression*>(p))); },
    .describe = [](const void* p) { return source_text(*static_cast<const Expression*>(p)); },
};
constexpr CapsuleType::Operations kClosureOperations{
    .equals = equal_closures,
    .to_plain =
        [](const void* p) { return Value::string(source_text(static_cast<const Closure*>(p)->expression)); },
    .describe = [](const void* p) { return source_text(static_cast<const Closure*>(p)->expression); },
};
constexpr CapsuleType::Operations kKeywordOperations{
    .equals = equal_strings,
    .to_plain = [](const void* p) { return Value::string(*static_cast<const std::string*>(p)); },
    .describe = [](const void* p) { return *static_cast<const std::string*>(p); },
};
constexpr CapsuleType::Operations kIdentifiersOperations{
    .equals = equal_string_lists,
    .to_plain =
        [](const void* p) {
            std::vector<Value> names;
            for (const std::string& name : *static_cast<const std::vector<std::string>*>(p))
                names.push_back(Value::string(name));
            return Value::list(Type::string(), std::move(names));
        },
    .describe =
        [](const void* p) {
            std::string text = "[";
            for (const std::string& name : *static_cast<const std::vector<std::string>*>(p))
                text += (text.size() > 1 ? ", " : "") + name;
            return text + "]";
        },
};

constexpr ExpressionDecoder kCapturedDecoder{decode_captured};
constexpr ExpressionDecoder kClosureDecoder{decode_closure};
constexpr ExpressionDecoder kKeywordDecoder{decode_keyword};
constexpr ExpressionDecoder kIdentifiersDecoder{decode_identifiers};

constexpr CapsuleType::Extension kCapturedExtensions[] = {
    capsule_extension(kExpressionDecoder, kCapturedDecoder)};
constexpr CapsuleType::Extension kClosureExtensions[] = {
    capsule_extension(kExpressionDecoder, kClosureDecoder)};
constexpr CapsuleType::Extension kKeywordExtensions[] = {
    capsule_extension(kExpressionDecoder, kKeywordDecoder)};
constexpr CapsuleType::Extension kIdentifiersExtensions[] = {
    capsule_extension(kExpressionDecoder, kIdentifiersDecoder)};

constexpr CapsuleType kExpressionCapsule("expression", &kExpressionOperations, kCapturedExtensions);
constexpr CapsuleType kClosureCapsule("expression closure", &kClosureOperations, kClosureExtensions);
constexpr CapsuleType kKeywordCapsule("keyword", &kKeywordOperations, kKeywordExtensions);
constexpr CapsuleType kIdentifiersCapsule("identifier list", &kIdentifiersOperations, kIdentifiersExtensions);

}  // namespace

Span Expression::start_span() const {
    return node_ ? eval::start_span(node_) : span_;
}

Value Closure::evaluate_in(const Scope* other, CallContext& call, Diagnostics& diagnostics) const {
    if (!expression.is_node()) return expression.value();
    return eval::evaluate(expression.node(), other, call.rules, call.budget, expression.source(),
                          diagnostics);
}

EvalResult Closure::evaluate(const EvalOptions& options) const {
    if (!expression.is_node()) return {expression.value(), {}};
    EvalOptions own = options;
    own.source = expression.source();
    return eval::evaluate(expression.node(), scope.scope, own);
}

namespace {

class GivenScope final : public DecodeContext {
  public:
    GivenScope(ScopeRef scope, const Rules& rules, Budget& budget)
        : DecodeContext(rules, budget), scope_(std::move(scope)) {}
    ScopeRef capture_scope() const override { return scope_; }

  private:
    ScopeRef scope_;
};

}  // namespace

EvalResult decode_expression(const Expression& expression, const Type& type, ScopeRef scope,
                             const EvalOptions& options) {
    EvalResult result;
    const ExpressionDecoder* decoder = decoder_of(type);
    HCL_CHECK(decoder);
    Budget budget(options.limits, options.cancel);
    auto value =
        decoder->decode(expression, GivenScope(std::move(scope), *options.rules, budget), result.diagnostics);
    result.value = value ? std::move(*value) : Value::unknown(type);
    return result;
}

const Type& expression_type() {
    static const Type type = Type::capsule(kExpressionCapsule);
    return type;
}
const Type& expression_closure_type() {
    static const Type type = Type::capsule(kClosureCapsule);
    return type;
}
const Type& keyword_type() {
    static const Type type = Type::capsule(kKeywordCapsule);
    return type;
}
const Type& identifier_list_type() {
    static const Type type = Type::capsule(kIdentifiersCapsule);
    return type;
}

Value expression_value(Expression expression) {
    return Value::capsule(kExpressionCapsule, std::make_shared<const Expression>(std::move(expression)));
}
Value closure_value(Closure closure) {
    return Value::capsule(kClosureCapsule, std::make_shared<const Closure>(std::move(closure)));
}

}  // namespace hcl::eval
