#include "engine/eval/analysis/static_elements.h"

#include <string>
#include <string_view>
#include <vector>

#include "engine/eval/analysis/elements.h"
#include "engine/eval/analysis/expr_view.h"

namespace hcl::eval {

using syntax::Node;
using syntax::NodeKind;

namespace {

constexpr std::uint64_t kMostSteps = 20'000;
constexpr int kDeepest = 8;  // named values behind each other, and nested `for`

bool is_loop(Node expr) {
    return expr.is(NodeKind::ForTuple) || expr.is(NodeKind::ForObject);
}

std::string_view called_name(Node expr) {
    return expr.is(NodeKind::Call) && expr.child(0) && expr.child(1) ? expr.child(0).text()
                                                                     : std::string_view();
}

// Functions whose result has the elements of their argument.
bool keeps_elements(std::string_view name) {
    return name == "toset" || name == "tolist" || name == "tomap" || name == "distinct";
}

}  // namespace

StaticElements::StaticElements(const Rules& rules, Follow follow)
    : rules_(rules), follow_(std::move(follow)), options_(eval_options(rules)) {
    options_.limits.steps = kMostSteps;
}

Type StaticElements::of(Node written, const std::shared_ptr<const Scope>& scope, int depth) const {
    const Node expr = without_parens(written);
    if (depth > kDeepest) return Type::dynamic();
    if (is_loop(expr)) return of_for(expr, scope, depth);
    if (keeps_elements(called_name(expr))) return of(expr.child(1), scope, depth + 1);
    Type type = element_of(value(expr, *scope), rules_).type();
    if (!type.is_dynamic()) return type;
    const std::optional<Source> source = followed(expr);
    const std::optional<Type> whole = source ? named(*source, depth) : std::nullopt;
    return whole ? Type(whole->element()) : type;
}

std::optional<Type> StaticElements::collection(Node written, const std::shared_ptr<const Scope>& scope,
                                               int depth) const {
    const Node expr = without_parens(written);
    if (depth > kDeepest) return std::nullopt;
    const std::string_view name = called_name(expr);
    if (is_loop(expr) || keeps_elements(name)) {
        const Type element = of(expr, scope, depth);
        if (element.is_dynamic()) return std::nullopt;
        if (expr.is(NodeKind::ForObject) || name == "tomap") return Type::map(element);
        return name == "toset" ? Type::set(element) : Type::list(element);
    }
    const std::optional<Source> source = followed(expr);
    return source ? named(*source, depth) : std::nullopt;
}

std::optional<Type> StaticElements::named(const Source& source, int depth) const {
    const auto [entry, is_new] =
        named_.try_emplace({&source.expr.chunk(), source.expr.id()}, std::optional<Type>());
    // One that is being followed leads to itself.
    if (is_new) {
        std::optional<Type> found = collection(source.expr, source.scope, depth + 1);
        entry->second = std::move(found);
    }
    return entry->second;
}

std::optional<StaticElements::Source> StaticElements::followed(Node expr) const {
    const bool is_path = expr.is(NodeKind::Variable) || expr.is(NodeKind::GetAttr);
    return follow_ && is_path ? follow_(expr) : std::nullopt;
}

Value StaticElements::value(Node node, const Scope& scope) const {
    const EvalResult result = evaluate(node, &scope, options_);
    return has_errors(result.diagnostics) ? Value::dynamic() : Value(result.value.unmarked());
}

Type StaticElements::of_for(Node expr, const std::shared_ptr<const Scope>& scope, int depth) const {
    std::vector<Node> names;
    std::vector<Node> parts;
    for (const Node child : expr.children()) (child.is(NodeKind::Name) ? names : parts).push_back(child);
    const std::size_t result = expr.is(NodeKind::ForObject) ? 2 : 1;
    if (names.empty() || parts.size() <= result) return Type::dynamic();
    Value through = value(parts[0], *scope);
    if (element_of(through, rules_).type().is_dynamic())
        if (const std::optional<Type> made = collection(parts[0], scope, depth + 1))
            through = Value::unknown(*made);
    auto inner = std::make_shared<MapScope>(scope);
    inner->allow_variables();
    if (names.size() > 1) inner->set(std::string(names[0].text()), key_of(through));
    inner->set(std::string(names.back().text()), element_of(through, rules_));
    Type type = value(parts[result], *inner).type();
    if (type.is_dynamic()) type = collection(parts[result], inner, depth + 1).value_or(type);
    return expr.has(syntax::kGroup) && !type.is_dynamic() ? Type::list(type) : type;
}

}  // namespace hcl::eval
