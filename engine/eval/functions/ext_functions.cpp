#include "engine/eval/functions/ext_functions.h"

#include "engine/eval/analysis/type_expr.h"
#include "engine/eval/decoder.h"
#include "engine/eval/text/describe.h"
#include "engine/eval/walk/access.h"
#include "engine/value/conversion_cost.h"
#include "engine/value/convert.h"

namespace hcl::eval {

namespace {

const Closure& closure_of(const Value& value) {
    return value.capsule_as<Closure>();
}

// One line per error: title and message.
std::string list_mistakes(const Diagnostics& diagnostics) {
    constexpr std::size_t kMostListed = 10;
    std::string text;
    for (std::size_t i = 0; i < diagnostics.size() && i < kMostListed; ++i)
        text += "\n- " + diagnostics[i].title + ": " + diagnostics[i].message;
    if (diagnostics.size() > kMostListed) text += "\n- and more";
    return text;
}

FunctionResult<Value> call_try(std::span<const Value> arguments, const Type&, CallContext& call) {
    if (arguments.empty()) return function_error("at least one argument is required");
    Diagnostics mistakes;
    for (const Value& argument : arguments) {
        std::size_t mark = mistakes.size();
        Value value = closure_of(argument).evaluate(call, mistakes);
        if (call.budget.state() != Budget::State::Open) return out_of_budget();
        if (has_errors(Diagnostics(mistakes.begin() + static_cast<std::ptrdiff_t>(mark), mistakes.end())))
            continue;
        // An unknown value may turn out to be an error, and then a later argument gives the result.
        return value.is_wholly_known() ? value : Value::dynamic();
    }
    return function_error("none of the expressions can be evaluated:" + list_mistakes(mistakes));
}

FunctionResult<Value> call_can(std::span<const Value> arguments, const Type&, CallContext& call) {
    Diagnostics mistakes;
    Value value = closure_of(arguments[0]).evaluate(call, mistakes);
    if (call.budget.state() != Budget::State::Open) return out_of_budget();
    if (has_errors(mistakes)) return Value::boolean(false);
    return value.is_wholly_known() ? Value::boolean(true) : Value::unknown(Type::boolean());
}

FunctionResult<Type> convert_type(std::span<const Value> arguments, CallContext& call) {
    // Once here and once for the value.
    const TypeConstraint& wanted = arguments[1].capsule_as<TypeConstraint>();
    if (!call.budget.spend(2 * conversion_cost(arguments[0], wanted.type))) return out_of_budget();
    ValueResult converted = wanted.convert(arguments[0], call.rules);
    if (!converted) return argument_error(0, explain(converted.error()));
    return converted->type();
}

FunctionResult<Value> call_convert(std::span<const Value> arguments, const Type& type, CallContext& call) {
    // The reference converts to the result type, in which no attribute is optional.
    ValueResult converted = call.rules.constraints_take_defaults
                                ? arguments[1].capsule_as<TypeConstraint>().convert(arguments[0], call.rules)
                                : convert_value(arguments[0], type, call.rules);
    if (!converted) return argument_error(0, explain(converted.error()));
    return std::move(*converted);
}

FunctionResult<Type> with_type(std::span<const Value> arguments, CallContext&) {
    const Type type = arguments[0].type();
    if (!type.is_object())
        return argument_error(
            0, "an object is required, whose attributes become variables, not " + with_article(type));
    // The type is derived from the result; evaluating the expression for it would
    // double the work at every level.
    return Type::dynamic();
}

FunctionResult<Value> call_with(std::span<const Value> arguments, const Type&, CallContext& call) {
    const Closure& closure = closure_of(arguments[1]);
    const Value& variables = arguments[0];
    // Values of the result may keep the scope alive.
    auto scope = closure.scope.owner ? std::make_shared<MapScope>(closure.scope.owner)
                                     : std::make_shared<MapScope>(closure.scope.scope);
    scope->allow_variables();
    for (std::size_t i = 0; i < variables.size(); ++i)
        scope->set(std::string(variables.key_at(i).as_string()), variables.value_at(i));
    Diagnostics mistakes;
    Value value = closure.evaluate_in(scope.get(), call, mistakes);
    if (call.budget.state() != Budget::State::Open) return out_of_budget();
    for (const Diagnostic& mistake : mistakes)
        if (mistake.severity == Severity::Error)
            return argument_error(1, "it cannot be evaluated (" + as_clause(mistake) + ")");
    return value;
}

Parameter parameter(std::string name, std::string doc, Type type) {
    Parameter p;
    p.name = std::move(name);
    p.doc = std::move(doc);
    p.type = std::move(type);
    return p;
}

}  // namespace

FunctionPtr try_function() {
    auto f = std::make_shared<Function>();
    f->description = "Evaluates its arguments in turn and returns the first result that is not an error.";
    f->variadic =
        parameter("expressions", "Expressions to try, the last one usually a fallback that cannot fail.",
                  expression_closure_type());
    f->result_type = Type::dynamic();
    f->implementation = call_try;
    return f;
}

FunctionPtr can_function() {
    auto f = std::make_shared<Function>();
    f->description = "Tells whether its argument can be evaluated without errors.";
    f->parameters.push_back(parameter("expression", "The expression to test.", expression_closure_type()));
    f->result_type = Type::boolean();
    f->implementation = call_can;
    return f;
}

FunctionPtr convert_function() {
    auto f = std::make_shared<Function>();
    f->description = "Converts a value to a type.";
    f->parameters.push_back(parameter("value", "The value to convert.", Type::dynamic()));
    f->parameters.back().allow_null = true;
    f->parameters.back().allow_dynamic = true;
    f->parameters.push_back(
        parameter("type", "The type, such as `number` or `list(string)`.", type_constraint_type()));
    f->compute_type = convert_type;
    f->implementation = call_convert;
    return f;
}

FunctionPtr with_function() {
    auto f = std::make_shared<Function>();
    f->description = "Evaluates an expression with further variables, such as `with({ n = 2 }, n * n)`.";
    f->parameters.push_back(
        parameter("variables", "An object whose attributes become variables.", Type::dynamic()));
    f->parameters.push_back(
        parameter("expression", "The expression, in which they hold.", expression_closure_type()));
    f->compute_type = with_type;
    f->implementation = call_with;
    return f;
}

}  // namespace hcl::eval
