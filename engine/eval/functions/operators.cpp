// The operators of the language as functions: logic, comparison and arithmetic.
#include "engine/eval/functions/support.h"
#include "engine/value/ops.h"

namespace hcl::eval::functions {
namespace {

using PlainBinary = ValueResult (*)(const Value&, const Value&);
using RuledBinary = ValueResult (*)(const Value&, const Value&, const Rules&);

Function arithmetic(std::string description, PlainBinary operation, std::string a, std::string b) {
    return define(std::move(description), Type::number(),
                  {parameter("a", Type::number(), kDynamic, std::move(a)),
                   parameter("b", Type::number(), kDynamic, std::move(b))},
                  [operation](Arguments arguments, const Type&, CallContext&) {
                      return from_value_result(operation(arguments[0], arguments[1]));
                  });
}

Function comparison(std::string description, RuledBinary operation) {
    constexpr unsigned kAccept = kUnknown | kDynamic | kMarked;
    return define(std::move(description), Type::boolean(),
                  {parameter("a", Type::number(), kAccept, "The number on the left of the comparison."),
                   parameter("b", Type::number(), kAccept, "The number on the right of the comparison.")},
                  [operation](Arguments arguments, const Type&, CallContext& call) {
                      return from_value_result(operation(arguments[0], arguments[1], call.rules));
                  });
}

Function logic(std::string description, RuledBinary operation) {
    return define(std::move(description), Type::boolean(),
                  {parameter("a", Type::boolean(), kDynamic | kMarked, "The first condition."),
                   parameter("b", Type::boolean(), kDynamic | kMarked, "The second condition.")},
                  [operation](Arguments arguments, const Type&, CallContext& call) {
                      return from_value_result(operation(arguments[0], arguments[1], call.rules));
                  });
}

Function equality(std::string description, Value (*operation)(const Value&, const Value&, const Rules&)) {
    constexpr unsigned kAccept = kNull | kUnknown | kDynamic;
    return define(std::move(description), Type::boolean(),
                  {parameter("a", Type::dynamic(), kAccept, "A value of any type."),
                   parameter("b", Type::dynamic(), kAccept, "The value to compare it with.")},
                  [operation](Arguments arguments, const Type&, CallContext& call) -> FunctionResult<Value> {
                      if (!pay_walk(arguments, call)) return out_of_budget();
                      return operation(arguments[0], arguments[1], call.rules);
                  });
}

Function unary(std::string description, const Type& type, ValueResult (*operation)(const Value&),
               std::string name, std::string doc) {
    return define(std::move(description), type,
                  {parameter(std::move(name), type, kDynamic | kMarked, std::move(doc))},
                  [operation](Arguments arguments, const Type&, CallContext&) {
                      return from_value_result(operation(arguments[0]));
                  });
}

}  // namespace

void add_operator_functions(FunctionTable& table) {
    table.add("not", unary("Turns true into false and false into true.", Type::boolean(), ops::logical_not,
                           "val", "The condition to negate."));
    table.add("and", logic("Returns true when both conditions are true.", ops::logical_and));
    table.add("or", logic("Returns true when at least one of the conditions is true.", ops::logical_or));

    table.add("equal", equality("Returns true when both values have the same type and the same content.",
                                ops::equals));
    table.add("notequal",
              equality("Returns true when the values differ in type or in content.", ops::not_equals));

    table.add("greaterthan", comparison("Returns true when `a` is greater than `b`.", ops::greater));
    table.add("greaterthanorequalto",
              comparison("Returns true when `a` is greater than `b` or equal to it.", ops::greater_or_equal));
    table.add("lessthan", comparison("Returns true when `a` is less than `b`.", ops::less));
    table.add("lessthanorequalto",
              comparison("Returns true when `a` is less than `b` or equal to it.", ops::less_or_equal));

    table.add("add", arithmetic("Returns the sum of two numbers.", ops::add, "The first number.",
                                "The number to add."));
    table.add("subtract", arithmetic("Returns the difference of two numbers.", ops::subtract,
                                     "The number to subtract from.", "The number to take away."));
    table.add("multiply", arithmetic("Returns the product of two numbers.", ops::multiply,
                                     "The first factor.", "The second factor."));
    table.add("divide", arithmetic("Returns the quotient of two numbers.", ops::divide,
                                   "The number to divide.", "The number to divide by."));
    table.add("modulo", arithmetic("Returns what remains when `a` is divided by `b` a whole number of times.",
                                   ops::modulo, "The number to divide.", "The number to divide by."));
    table.add("negate", unary("Returns the number with the opposite sign.", Type::number(), ops::negate,
                              "num", "The number to negate."));
    table.add("absolute", unary("Returns the number without its sign.", Type::number(), ops::absolute, "num",
                                "A number, negative or not."));
}

}  // namespace hcl::eval::functions
