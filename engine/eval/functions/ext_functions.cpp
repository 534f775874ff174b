#include "engine/eval/functions/ext_functions.h"

#include "engine/eval/analysis/type_expr.h"
#include "engine/eval/decoder.h"
#include "engine/eval/walk/access.h"
#include "engine/value/convert.h"

namespace hcl::eval {

namespace {

const Closure& closure_of(const Value& value) {
    return value.capsule_as<Closure>();
}

// One line for each mistake: what it is called and what is wrong.
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
        // What is unknown now may turn out an error later, and then another argument decides.
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
    if (!call.budget.spend(2 * arguments[0].weight())) return out_of_budget();
    ValueResult converted = convert_value(arguments[0], arguments[1].capsule_as<Type>(), call.rules);
    if (!converted) return argument_error(0, explain(converted.error()));
    return converted->type();
}

FunctionResult<Value> call_convert(std::span<const Value> arguments, const Type& type, CallContext& call) {
    ValueResult converted = convert_value(arguments[0], type, call.rules);
    if (!converted) return argument_error(0, explain(converted.error()));
    return std::move(*converted);
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
    f->description = "Evaluates its arguments in turn and returns the first result that is no error.";
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

}  // namespace hcl::eval
