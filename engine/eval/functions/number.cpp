// Numbers: minimum and maximum, rounding, logarithm and power, and parsing integers in any base.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/eval/functions/float64.h"
#include "engine/eval/functions/support.h"
#include "engine/eval/text/describe.h"

namespace hcl::eval::functions {
namespace {

// Reading digits takes quadratic time; no reasonable integer is longer.
constexpr std::size_t kMaxDigits = 100'000;

// `sign` is 1 for the maximum, -1 for the minimum.
Implementation extreme(int sign) {
    return [sign](Arguments arguments, const Type&, CallContext&) -> FunctionResult<Value> {
        if (arguments.empty()) return function_error("at least one number is required");
        Number best = Number::infinity(sign > 0);
        for (const Value& argument : arguments) {
            Number number = argument.as_number();
            if (sign > 0 ? number > best : number < best) best = std::move(number);
        }
        return Value::number(std::move(best));
    };
}

FunctionResult<Value> integer_part(Arguments arguments, const Type&, CallContext&) {
    const Number number = arguments[0].as_number();
    if (number.is_infinite()) return argument_error(0, "infinity has no integer part");
    if (number.is_integer()) return arguments[0];
    const Number whole = number.truncated();
    const auto bits = static_cast<unsigned>(std::max<std::int64_t>(whole.exponent(), kIntegerPrecision));
    return Value::number(whole.with_precision(bits));
}

FunctionResult<Value> signum(Arguments arguments, const Type&, CallContext&) {
    auto number = whole_number(arguments[0]);
    if (!number) return std::unexpected(std::move(number.error()));
    return Value::integer(*number > 0 ? 1 : *number < 0 ? -1 : 0);
}

FunctionResult<double> machine_float(const Value& value) {
    const Number number = value.as_number();
    const double result = number.to_double();
    if (std::isinf(result) && !number.is_infinite())
        return function_error("a number is too large for this function");
    return result;
}

// Logarithm and power use double precision, as in other languages.
Implementation on_floats(double (*operation)(double, double), const std::string& problem) {
    return [operation, problem](Arguments arguments, const Type&, CallContext&) -> FunctionResult<Value> {
        const auto a = machine_float(arguments[0]);
        if (!a) return std::unexpected(a.error());
        const auto b = machine_float(arguments[1]);
        if (!b) return std::unexpected(b.error());
        const double result = operation(*a, *b);
        if (std::isnan(result)) return function_error(problem);
        return Value::number(std::isinf(result) ? Number::infinity(result < 0) : Number::from_double(result));
    };
}

double logarithm(double number, double base) {
    return natural_log(number) / natural_log(base);
}

FunctionResult<Type> parseint_type(Arguments arguments, CallContext&) {
    const Type type = arguments[0].type();
    if (!type.is_string()) return argument_error(0, "a string is required, not " + with_article(type));
    return Type::number();
}

FunctionResult<Value> parseint(Arguments arguments, const Type&, CallContext& call) {
    const std::string_view text = arguments[0].as_string();
    auto base = whole_number(arguments[1]);
    if (!base || *base < 2 || *base > 62)
        return argument_error(1, "the base must be a whole number between 2 and 62");
    if (text.size() > kMaxDigits)
        return argument_error(0, fmt::format("the integer has more than {} digits", kMaxDigits));
    if (!call.budget.spend(1 + text.size() * text.size() / 4096, text.size())) return out_of_budget();
    auto number = Number::parse_integer(text, static_cast<int>(*base));
    if (!number) return argument_error(0, fmt::format("\"{}\" is not an integer in base {}", text, *base));
    return Value::number(std::move(*number));
}

Function rounding(std::string description, Number (Number::*operation)() const) {
    return define(std::move(description), Type::number(),
                  {parameter("num", Type::number(), kPlain, "The number to round.")},
                  [operation](Arguments arguments, const Type&, CallContext&) -> FunctionResult<Value> {
                      return Value::number((arguments[0].as_number().*operation)());
                  });
}

}  // namespace

void add_number_functions(FunctionTable& table) {
    const Type number = Type::number();
    table.add("min", variadic(define("Returns the smallest of the numbers.", number, {}, extreme(-1)),
                              parameter("numbers", number, kDynamic, "One or more numbers.")));
    table.add("max", variadic(define("Returns the greatest of the numbers.", number, {}, extreme(1)),
                              parameter("numbers", number, kDynamic, "One or more numbers.")));
    table.add("int", define("Returns the number without its fraction: rounded towards zero.", number,
                            {parameter("num", number, kDynamic, "The number to cut.")}, integer_part));
    table.add("ceil",
              rounding("Returns the smallest whole number that is not less than the number.", &Number::ceil));
    table.add("floor", rounding("Returns the greatest whole number that is not greater than the number.",
                                &Number::floor));
    table.add("log", define("Returns the logarithm of a number in the given base.", number,
                            {parameter("num", number, kPlain, "A positive number."),
                             parameter("base", number, kPlain, "The base: positive and not 1.")},
                            on_floats(logarithm, "there is no logarithm of that number in that base")));
    table.add("pow",
              define("Returns the number raised to a power.", number,
                     {parameter("num", number, kPlain, "The base."),
                      parameter("power", number, kPlain, "The exponent, negative or a fraction if need be.")},
                     on_floats(power, "a negative number has no power with a fraction")));
    table.add("signum", define("Returns 1 for a positive number, -1 for a negative one, and 0 for zero.",
                               number, {parameter("num", number, kPlain, "A whole number.")}, signum));
    table.add("parseint",
              define("Reads an integer from text written in the given base.", parseint_type,
                     {parameter("number", Type::dynamic(), kPlain,
                                "The digits, with an optional sign. Up to base 36 upper and lower case are "
                                "the same; beyond, upper-case letters come after the lower-case ones."),
                      parameter("base", number, kPlain, "A whole number from 2 to 62.")},
                     parseint));
}

}  // namespace hcl::eval::functions
