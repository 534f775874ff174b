// Explicit conversions: tostring, tonumber and similar functions.
#include <fmt/format.h>

#include "engine/eval/functions/functions.h"
#include "engine/eval/functions/support.h"
#include "engine/value/convert.h"

namespace hcl::eval::functions {
namespace {

FunctionResult<Type> conversion_type(const Type& wanted, const Value& argument, CallContext& call) {
    if (!pay_walk(argument, call)) return out_of_budget();
    const Type given = argument.type();
    if (given == wanted || converts_unsafely(given, wanted, call.rules)) return wanted;
    return argument_error(
        0, fmt::format("cannot convert {} to {}: {}", given.friendly_name(),
                       wanted.friendly_constraint_name(), explain_mismatch(given, wanted, call.rules)));
}

FunctionResult<Value> convert_to(const Type& wanted, const Value& argument, CallContext& call) {
    if (argument.is_unknown()) return Value::unknown(wanted).with_same_marks(argument);
    auto result = convert_value(argument, wanted, call.rules);
    if (result) return std::move(*result);
    if (result.error().kind() == ValueError::Kind::TooLarge) return function_error(result.error(), 0);
    const bool quotable = argument.is_known_string();
    const std::string shown = quotable ? argument.to_display(80) : std::string();
    if (quotable && wanted.is_bool()) {
        const bool takes_digits = convert_value(Value::string("1"), wanted, call.rules).has_value();
        return argument_error(
            0, fmt::format("cannot convert {} to bool; only \"true\"{} \"false\"{} can be", shown,
                           takes_digits ? "," : " and", takes_digits ? ", \"1\" and \"0\"" : ""));
    }
    if (quotable && wanted.is_number()) {
        // A number with too many digits has a reason of its own.
        const std::string why = result.error().message();
        return argument_error(
            0, fmt::format("cannot convert {} to number; {}", shown,
                           why == "a number is required" ? "it is not a decimal number" : why));
    }
    return function_error(result.error(), 0);
}

}  // namespace

// Accepts any value and checks it itself, so that the message can mention the requested conversion.
Function conversion_function(const Type& wanted, unsigned accepted) {
    return nullable(define(
        fmt::format("Converts the value to {}, and fails when that is impossible.",
                    wanted.friendly_constraint_name()),
        [wanted](Arguments arguments, CallContext& call) {
            return conversion_type(wanted, arguments[0], call);
        },
        {parameter("v", Type::dynamic(), kNull | kDynamic | accepted,
                   "The value to convert. Null becomes a null of the new type.")},
        [wanted](Arguments arguments, const Type&, CallContext& call) {
            return convert_to(wanted, arguments[0], call);
        }));
}

void add_marked_conversions(FunctionTable& table) {
    constexpr unsigned kAccept = kUnknown | kMarked;
    const Type any = Type::dynamic();
    table.add("tostring", conversion_function(Type::string(), kAccept));
    table.add("tonumber", conversion_function(Type::number(), kAccept));
    table.add("tobool", conversion_function(Type::boolean(), kAccept));
    table.add("tolist", conversion_function(Type::list(any), kAccept));
    table.add("toset", conversion_function(Type::set(any), kAccept));
    table.add("tomap", conversion_function(Type::map(any), kAccept));
}

void add_conversion_functions(FunctionTable& table) {
    const Type any = Type::dynamic();
    table.add("to_string", conversion_function(Type::string()));
    table.add("to_number", conversion_function(Type::number()));
    table.add("to_bool", conversion_function(Type::boolean()));
    table.add("to_list", conversion_function(Type::list(any)));
    table.add("to_set", conversion_function(Type::set(any)));
    table.add("to_map", conversion_function(Type::map(any)));
    table.add("to_list_of_string", conversion_function(Type::list(Type::string())));
}

}  // namespace hcl::eval::functions
