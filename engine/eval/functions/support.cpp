#include "engine/eval/functions/support.h"

#include <cstring>

#include "engine/value/ops.h"
#include "engine/value/unify.h"

namespace hcl::eval::functions {

Parameter parameter(std::string name, Type type, unsigned accept, std::string doc) {
    Parameter result;
    result.name = std::move(name);
    result.doc = std::move(doc);
    result.type = std::move(type);
    result.allow_null = (accept & kNull) != 0;
    result.allow_unknown = (accept & kUnknown) != 0;
    result.allow_dynamic = (accept & kDynamic) != 0;
    result.allow_marked = (accept & kMarked) != 0;
    return result;
}

Function define(std::string description, Type result, std::vector<Parameter> parameters,
                Implementation implementation) {
    Function function;
    function.description = std::move(description);
    function.parameters = std::move(parameters);
    function.result_type = std::move(result);
    function.result_not_null = true;
    function.is_total = true;
    function.implementation = std::move(implementation);
    return function;
}

Function define(std::string description, ResultTypeFunction compute_type, std::vector<Parameter> parameters,
                Implementation implementation) {
    Function function =
        define(std::move(description), Type::dynamic(), std::move(parameters), std::move(implementation));
    function.compute_type = std::move(compute_type);
    return function;
}

Function variadic(Function function, Parameter parameter) {
    function.variadic = std::move(parameter);
    return function;
}

Function nullable(Function function) {
    function.result_not_null = false;
    return function;
}

Function partial(Function function) {
    function.is_total = false;
    return function;
}

Function checked(Function function, TypeCheck check) {
    function.check_types = std::move(check);
    return function;
}

FunctionResult<std::int64_t> whole_number(const Value& number) {
    if (auto value = number.as_number().to_int64()) return *value;
    return function_error("a whole number is required, and one that 64 bits can hold");
}

FunctionResult<Value> text_result(std::string_view text, CallContext& call) {
    if (!pay_text(text.size(), call)) return out_of_budget();
    return Value::string(text);
}

bool pay_elements(std::size_t count, CallContext& call) {
    return call.budget.spend(count, count * sizeof(Value));
}

bool pay_text(std::size_t bytes, CallContext& call) {
    // Text takes time, too: the steps are exhausted before hundreds of megabytes are written.
    constexpr std::size_t kBytesOfStep = 16;
    return call.budget.spend(1 + bytes / kBytesOfStep, bytes);
}

std::size_t find_text(std::string_view text, std::string_view wanted, std::size_t from) {
    if (from > text.size() || wanted.size() > text.size() - from) return std::string_view::npos;
    if (wanted.empty()) return from;
    const void* found = ::memmem(text.data() + from, text.size() - from, wanted.data(), wanted.size());
    return found ? static_cast<std::size_t>(static_cast<const char*>(found) - text.data())
                 : std::string_view::npos;
}

bool pay_walk(const Value& value, CallContext& call) {
    return call.budget.spend(value.weight());
}

bool pay_walk(Arguments values, CallContext& call) {
    for (const Value& value : values)
        if (!pay_walk(value, call)) return false;
    return true;
}

FunctionResult<Value> from_value_result(ValueResult result) {
    if (!result) return function_error(result.error());
    return std::move(*result);
}

std::vector<Value> element_values(const Value& container) {
    std::vector<Value> result;
    const std::size_t count = container.size();
    result.reserve(count);
    for (std::size_t i = 0; i < count; ++i) result.push_back(container.value_at(i));
    return result;
}

bool has_known_length(const Value& unmarked_container) {
    if (unmarked_container.kind() == TypeKind::Tuple) return true;
    if (!unmarked_container.is_known()) return false;
    return !ops::is_open_set(unmarked_container);
}

FunctionResult<Type> common_argument_type(Arguments arguments, CallContext& call) {
    if (arguments.empty()) return function_error("at least one argument is required");
    if (!pay_walk(arguments, call)) return out_of_budget();
    std::vector<Type> types;
    types.reserve(arguments.size());
    for (const Value& argument : arguments) types.push_back(argument.type());
    const auto unified = unify(types, Safety::Unsafe, call.rules);
    if (!unified)
        return function_error("all arguments must have the same type, or types that convert to one another");
    return unified->type;
}

}  // namespace hcl::eval::functions
