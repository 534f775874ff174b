// Functions on values of any type: the first non-null value, and assertions.
#include <optional>

#include "engine/eval/functions/support.h"
#include "engine/value/convert.h"

namespace hcl::eval::functions {
namespace {

// The type of the first non-null argument; dynamic if several are possible.
Type first_type(Arguments arguments) {
    std::optional<Type> type;
    for (const Value& argument : arguments) {
        if (argument.is_null()) continue;
        if (type && argument.type() != *type) return Type::dynamic();
        type = argument.type();
        if (argument.is_known() || argument.refinements().not_null) break;
    }
    return type.value_or(Type::dynamic());
}

FunctionResult<Type> coalesce_type(Arguments arguments, CallContext& call) {
    if (call.rules.coalesce_converts) return common_argument_type(arguments, call);
    if (arguments.empty()) return function_error("at least one argument is required");
    return first_type(arguments);
}

FunctionResult<Value> coalesce(Arguments arguments, const Type& type, CallContext& call) {
    for (const Value& argument : arguments) {
        // An unknown argument may become null, and then a later one would be the result.
        if (argument.is_unknown()) return Value::unknown(type);
        if (!argument.is_null() && !call.rules.coalesce_converts) return argument;
        if (!argument.is_null()) return from_value_result(convert_value(argument, type, call.rules));
    }
    return function_error("every argument is null; at least one must have a value");
}

}  // namespace

void add_general_functions(FunctionTable& table) {
    table.add("coalesce",
              variadic(define("Returns the first argument that is not null. Where the rules of the reference "
                              "hold, it is converted to the type that all arguments have in common.",
                              coalesce_type, {}, coalesce),
                       parameter("vals", Type::dynamic(), kNull | kUnknown | kDynamic,
                                 "The values to choose from, in order of preference.")));
    table.add(
        "assertnotnull",
        define(
            "Returns the value as it is, and fails when it is null.",
            [](Arguments arguments, CallContext&) -> FunctionResult<Type> { return arguments[0].type(); },
            {parameter("v", Type::dynamic(), kPlain, "The value that must not be null.")},
            [](Arguments arguments, const Type&, CallContext&) -> FunctionResult<Value> {
                return arguments[0];
            }));
}

}  // namespace hcl::eval::functions
