// The information model's sentences about evaluation, functions and static analysis, each with what shows it.
// (Those about values, conversion and unification are in tests/unit/value/sentences_test.cpp.)
#include <doctest/doctest.h>

#include <string>

#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/functions/functions.h"
#include "engine/syntax/file/file.h"
#include "tests/unit/value/support.h"

namespace hcl::eval {

namespace {

using test::type_of;

Parameter parameter(std::string_view type) {
    Parameter p;
    p.name = "p";
    p.type = type_of(type);
    return p;
}

// first(a): its argument. count(a, rest...): how many. two(a, b): true. same(a): the type follows the
// argument, the value is null-proof. open(a): takes anything at all.
std::shared_ptr<FunctionTable> sample_functions() {
    auto table = std::make_shared<FunctionTable>();
    Function first;
    first.parameters = {parameter("string")};
    first.result_type = Type::string();
    first.implementation = [](std::span<const Value> arguments, const Type&,
                              CallContext&) -> FunctionResult<Value> { return arguments[0]; };
    table->add("first", first);
    Function count;
    count.parameters = {parameter("number")};
    count.variadic = parameter("any");
    count.variadic->allow_null = true;
    count.result_type = Type::number();
    count.implementation = [](std::span<const Value> arguments, const Type&,
                              CallContext&) -> FunctionResult<Value> {
        return Value::integer(static_cast<std::int64_t>(arguments.size()));
    };
    table->add("count", count);
    Function two;
    two.parameters = {parameter("any"), parameter("any")};
    two.result_type = Type::boolean();
    two.implementation = [](std::span<const Value>, const Type&, CallContext&) -> FunctionResult<Value> {
        return Value::boolean(true);
    };
    table->add("two", two);
    Function same;
    same.parameters = {parameter("any")};
    same.compute_type = [](std::span<const Value> arguments, CallContext&) -> FunctionResult<Type> {
        return Type::list(arguments[0].type());
    };
    same.implementation = [](std::span<const Value> arguments, const Type& type,
                             CallContext&) -> FunctionResult<Value> {
        return Value::list(type.element(), {arguments[0]});
    };
    table->add("same", same);
    Function open;
    open.parameters = {parameter("any")};
    Parameter& p = open.parameters[0];
    p.allow_null = p.allow_unknown = p.allow_dynamic = p.allow_marked = true;
    open.result_type = Type::boolean();
    open.implementation = [](std::span<const Value> arguments, const Type&,
                             CallContext&) -> FunctionResult<Value> {
        return Value::boolean(arguments[0].has_content());
    };
    table->add("open", open);
    return table;
}

std::string evaluated(std::string_view text, const Scope* scope, const Rules& rules = Rules::spec()) {
    syntax::FilePtr file = syntax::parse_expression(text);
    REQUIRE_FALSE(has_errors(file->diagnostics()));
    EvalOptions options;
    options.rules = &rules;
    options.source = file;
    EvalResult result = evaluate(file->root(), scope, options);
    if (!result.diagnostics.empty()) return result.diagnostics[0].title;
    return result.value.type().to_source() + ": " + result.value.to_display();
}

}  // namespace

TEST_CASE("information model: function calls") {
    MapScope scope;
    scope.set_functions(sample_functions());
    scope.set("n", Value::unknown(Type::number()));
    scope.set("s", Value::unknown(Type::string()));
    scope.set("d", Value::dynamic());
    scope.set("secret", Value::string("x").with_marks(Marks::sensitive()));
    struct Row {
        const char* sentence;
        const char* text;
        const char* result;
    };
    for (const Row& row : {
             Row{"take the next argument; if there are no more, the call is erroneous", "first()",
                 "Not enough function arguments"},
             {"it is an error if any arguments remain", "first(\"a\", \"b\")", "Too many function arguments"},
             {"take all remaining arguments and collect them", "count(1, 2, 3)", "number: 3"},
             {"take all remaining arguments and collect them", "count(1)", "number: 1"},
             {"with a variadic parameter the positional ones are still needed", "count()",
              "Not enough function arguments"},
             {"does not match the parameter's type specification: erroneous", "count(\"x\")",
              "Invalid function argument"},
             {"automatic type conversion is attempted", "first(1)", "string: \"1\""},
             {"null and the parameter does not accept nulls: erroneous", "first(null)",
              "Invalid function argument"},
             {"a null without a type is not the dynamic value", "count(1, null)", "number: 2"},
             {"each argument is checked, whatever stands before it", "count(d, \"a\", null)",
              "any: (unknown)"},
             {"each argument is checked, whatever stands before it", "two(d, null)",
              "Invalid function argument"},
             {"accepts nulls", "open(null)", "bool: false"},
             {"the result type may vary with the argument types", "same(1)", "list(number): [1]"},
             {"the result type may vary with the argument types", "same(true)", "list(bool): [true]"},
             {"unknown and not accepted: an unknown value of the result type", "first(s)",
              "string: (unknown string)"},
             {"unknown and not accepted: an unknown value of the result type", "same(n)",
              "list(number): (unknown list of number)"},
             {"accepts unknowns: the result value definition is used", "open(n)", "bool: false"},
             {"dynamic and not accepted: the result type is the dynamic pseudo-type", "same(d)",
              "any: (unknown)"},
             {"accepts the dynamic value", "open(d)", "bool: false"},
             {"marks of arguments go to the result", "first(secret)", "string: (sensitive)"},
         }) {
        CAPTURE(row.sentence);
        CAPTURE(std::string(row.text));
        CHECK(evaluated(row.text, &scope) == row.result);
    }
    // "the call is valid but its result type is forced to be the dynamic pseudo type": by the letter whatever
    // the parameter's type; the reference converts to it before.
    CHECK(evaluated("first(d)", &scope, Rules::spec()) == "any: (unknown)");
    CHECK(evaluated("first(d)", &scope, Rules::reference()) == "string: (unknown string)");
    // The reference takes an untyped null for the dynamic value, and checks nothing after the first of these.
    CHECK(evaluated("count(1, null)", &scope, Rules::reference()) == "any: (unknown)");
    CHECK(evaluated("two(d, null)", &scope, Rules::reference()) == "any: (unknown)");
}

TEST_CASE("information model: modes of evaluation") {
    MapScope scope;
    scope.set_functions(sample_functions());
    scope.set("a", Value::object({{"b", Value::integer(1)}}));
    // "In literal-only mode, variables and functions are not available".
    CHECK(evaluated("a", nullptr) == "Variables not allowed");
    CHECK(evaluated("first(1)", nullptr) == "Function calls not allowed");
    CHECK(evaluated("[1, \"x\"]", nullptr) == "tuple([number,string]): [1, \"x\"]");
    // "In full expression mode, variables and functions are defined".
    CHECK(evaluated("first(a.b)", &scope) == "string: \"1\"");
    // "literal-only mode may disable such processing, allowing literal strings to pass through".
    auto json = [](std::string_view text, const Scope* in) {
        syntax::ParseOptions as_json;
        as_json.syntax = syntax::Syntax::Json;
        syntax::FilePtr file = syntax::File::parse(text, as_json);
        EvalOptions options;
        options.source = file;
        return evaluate(file->root(), in, options).value.to_display();
    };
    CHECK(json("{\"k\": \"${a.b}\"}", nullptr) == "{ k = \"$${a.b}\" }");
    CHECK(json("{\"k\": \"${a.b}\"}", &scope) == "{ k = 1 }");
    // "Since literal-only mode does not support variables and functions, it is an error for the calling
    // application to enable this mode and yet provide a variable scope and/or function table."
    auto literal = [&](const Scope* in, const Rules& rules) {
        syntax::FilePtr file = syntax::parse_expression("1");
        // Example of HCL3006: program that asks for literals alone, and gives variables all the same.
        EvalOptions options = eval_options(rules);
        options.literal_only = true;
        EvalResult result = evaluate(file->root(), in, options);
        // Fix: evaluate(file->root(), nullptr, options)

        if (result.diagnostics.empty()) return result.value.to_display();
        CHECK(result.diagnostics[0].code == DiagCode::ScopeInLiteralMode);
        return result.diagnostics[0].title;
    };
    CHECK(literal(&scope, Rules::spec()) == "Variables not allowed");
    CHECK(literal(&scope, Rules::reference()) == "1");
    CHECK(literal(nullptr, Rules::spec()) == "1");
    // "no expression will evaluate to an unknown value" unless the scope has some; "by evaluating with all
    // variables unknown", what is provably invalid is an error.
    MapScope types;
    types.set_functions(sample_functions());
    types.set("n", Value::unknown(Type::number()));
    types.set("l", Value::unknown(Type::list(Type::string())));
    CHECK(evaluated("n + 1", &types) == "number: (unknown number)");
    CHECK(evaluated("l[0]", &types) == "string: (unknown string)");
    CHECK(evaluated("n.x", &types) == "Unsupported attribute");
    CHECK(evaluated("l + 1", &types) == "Invalid operand");
}

TEST_CASE("information model: type checking by unknown values") {
    MapScope scope;
    scope.set_functions(sample_functions());
    for (auto [name, type] : {std::pair{"n", "number"},
                              {"s", "string"},
                              {"b", "bool"},
                              {"l", "list(string)"},
                              {"m", "map(number)"},
                              {"o", "object({a=string})"},
                              {"t", "tuple([string,number])"},
                              {"d", "any"}})
        scope.set(name, Value::unknown(type_of(type)));
    // "produce an unknown value of a given type, or produce an error if any operation is provably invalid
    // with only type information". Where the columns differ, the reference does not look at unknown values'
    // types.
    struct Row {
        const char* text;
        const char* spec;
        const char* reference;
    };
    for (const Row& row : {
             Row{"n + n", "number: (unknown number)", "number: (unknown number)"},
             {"s + 1", "number: (unknown number)", "number: (unknown number)"},
             {"d + 1", "number: (unknown number)", "number: (unknown number)"},
             {"b + 1", "Invalid operand", "Invalid operand"},
             {"-o", "Invalid operand", "Invalid operand"},
             {"!s", "bool: (unknown bool)", "bool: (unknown bool)"},
             {"!n", "Invalid operand", "Invalid operand"},
             {"n < s", "bool: (unknown bool)", "bool: (unknown bool)"},
             {"n < l", "Invalid operand", "Invalid operand"},
             {"n && true", "Invalid operand", "Invalid operand"},
             {"n == n", "bool: (unknown bool)", "bool: (unknown bool)"},
             {"n ? 1 : 1", "Incorrect condition type", "number: 1"},
             {"l ? \"a\" : \"b\"", "Incorrect condition type", "string: (unknown string)"},
             {"s ? \"a\" : \"b\"", "string: (unknown string)", "string: (unknown string)"},
             {"d ? \"a\" : \"b\"", "string: (unknown string)", "string: (unknown string)"},
             {"b ? 1 : 1", "number: (unknown number)", "number: 1"},
             {"b ? \"a\" : \"a\"", "string: (unknown string)", "string: (unknown string)"},
             {"b ? true : true", "bool: (unknown bool)", "bool: (unknown bool)"},
             {"b ? null : null", "any: (unknown)", "any: null"},
             {"true ? d : 1", "number: (unknown number)", "any: (unknown)"},
             {"false ? d : 1", "number: 1", "number: 1"},
             {"true ? [d] : [1]", "tuple([number]): [(unknown number)]",
              "tuple([number]): [(unknown number)]"},
             {"b ? d : true", "bool: (unknown bool)", "any: (unknown)"},
             {"b ? l : m", "Inconsistent conditional result types", "Inconsistent conditional result types"},
             {"\"${l}\"", "list(string): (unknown list of string)", "list(string): (unknown list of string)"},
             {"\"x${n}\"", "string: (unknown string)", "string: (unknown string)"},
             {"\"x${l}\"", "Invalid template interpolation value", "string: (unknown string)"},
             {"\"%{ if n }x%{ endif }\"", "Incorrect condition type", "string: (unknown string)"},
             {"l[0]", "string: (unknown string)", "string: (unknown string)"},
             {"l[s]", "string: (unknown string)", "string: (unknown string)"},
             {"l[b]", "Invalid index", "Invalid index"},
             {"m.x", "number: (unknown number)", "number: (unknown number)"},
             {"o.a", "string: (unknown string)", "string: (unknown string)"},
             {"o.b", "Unsupported attribute", "Unsupported attribute"},
             {"t[1]", "number: (unknown number)", "number: (unknown number)"},
             {"t[2]", "Invalid index", "Invalid index"},
             {"n.a", "Unsupported attribute", "Unsupported attribute"},
             {"d.a[0].b", "any: (unknown)", "any: (unknown)"},
             {"[for x in n : x]", "Iteration over non-iterable value", "Iteration over non-iterable value"},
             {"[for x in l : x + 1]", "any: (unknown)", "any: (unknown)"},
             {"[for x in l : x if n]", "Invalid 'for' condition", "Invalid 'for' condition"},
             {"[for x in [n] : x if x]", "Invalid 'for' condition", "any: (unknown)"},
             {"{for x in [l] : x => x}", "Invalid object key", "any: (unknown)"},
             {"{for x in [s] : x => x}", "any: (unknown)", "any: (unknown)"},
             {"{(l) = 1}", "Incorrect key type", "Incorrect key type"},
             {"{(s) = 1}", "any: (unknown)", "any: (unknown)"},
             {"first(l)", "Invalid function argument", "Invalid function argument"},
             {"count(1, n...)", "Invalid expanding argument value", "Invalid expanding argument value"},
         }) {
        CAPTURE(std::string(row.text));
        CHECK(evaluated(row.text, &scope, Rules::spec()) == row.spec);
        CHECK(evaluated(row.text, &scope, Rules::reference()) == row.reference);
    }
}

TEST_CASE("information model: numbers in source") {
    std::string bits512 =
        "1340780792994259709957402499820584612747936582059239337772356144372176403007354697680187"
        "4298166903427690031858186486050853753882811946569946433649006084095";
    CHECK(evaluated(bits512, nullptr) == "number: " + bits512);
    // "An error is produced if an integer value given in source cannot be represented precisely."
    std::string too_precise = bits512.substr(0, bits512.size() - 1) + "71";
    CHECK(evaluated(too_precise, nullptr) == "Invalid number literal");
    CHECK(evaluated("-" + too_precise, nullptr) == "Invalid number literal");
    CHECK(evaluated(too_precise, nullptr, Rules::reference()).starts_with("number: "));
    // A long number that is exact is no error.
    CHECK(evaluated("1" + std::string(140, '0'), nullptr) == "number: 1" + std::string(140, '0'));
    // However the integer is written.
    for (const char* text : {"1e300", "1e400", "1.5e300", "-1e300", "1e300 == 1e300 + 1"}) {
        CAPTURE(text);
        CHECK(evaluated(text, nullptr) == "Invalid number literal");
        CHECK(evaluated(text, nullptr, Rules::reference()) != "Invalid number literal");
    }
    CHECK(evaluated("1e200", nullptr) == "number: 1" + std::string(200, '0'));
    CHECK(evaluated("12.50e1", nullptr) == "number: 125");
    // Underflow is zero, however small; the reference refuses exponents that 32 bits do not hold.
    for (const char* text :
         {"1e-999999999", "1e-9999999999", "1e-99999999999999999999", "0e99999999999999999999"}) {
        CAPTURE(text);
        CHECK(evaluated(text, nullptr) == "number: 0");
    }
    CHECK(evaluated("1e-9999999999", nullptr, Rules::reference()) == "Invalid number literal");
    // Overflow is never zero, in JSON strings either.
    MapScope functions;
    functions.set_functions(shared_standard_functions());
    for (const char* text : {R"(jsondecode("1e99999999999"))", R"(jsondecode("1.5e9999999999999"))",
                             R"(jsondecode("[-1e99999999999999999999]"))"}) {
        CAPTURE(text);
        CHECK(evaluated(text, &functions) == "Error in function call");
        CHECK(evaluated(text, &functions, Rules::reference()) == "Error in function call");
    }
    CHECK(evaluated(R"(jsondecode("1e999999999"))", &functions) == "Error in function call");
    CHECK(evaluated(R"(jsondecode("1e-99999999999"))", &functions) == "number: 0");
    // "An error is produced if a non-integer value cannot be represented due to overflow."
    CHECK(evaluated("1.5e999999999", nullptr) == "Invalid number literal");
    // "A non-integer number is rounded to the nearest possible value when of too high a precision."
    CHECK(evaluated("0." + std::string(400, '3') + " == 0." + std::string(400, '3'), nullptr) ==
          "bool: true");
    CHECK(evaluated("0." + std::string(400, '3') + " * 3 < 1.0000001", nullptr) == "bool: true");
    // "A not-a-number value is not provided": what would give one is an error.
    CHECK(evaluated("0 / 0", nullptr) == "Operation failed");
    CHECK(evaluated("1 / 0 - 1 / 0", nullptr) == "Operation failed");
    // "representation of both positive and negative infinity"
    CHECK(evaluated("1 / 0 > 1e200 && -1 / 0 < -1e200", nullptr) == "bool: true");
    CHECK(evaluated("1 / 0 == 1 / 0 && 1 / 0 != -1 / 0", nullptr) == "bool: true");
}

TEST_CASE("information model: static analysis") {
    auto parsed = [](std::string_view text) {
        syntax::FilePtr file = syntax::parse_expression(text);
        return Expression(file->root(), file);
    };
    // "Static List: require list/tuple construction syntax and return a list of expressions".
    CHECK(static_list(parsed("[a, f(1), b.c]"))->size() == 3);
    CHECK_FALSE(static_list(parsed("{}")));
    CHECK_FALSE(static_list(parsed("a")));
    // "Static Map: the usual constraint that a map key must be a string must not apply".
    auto map = static_map(parsed("{ a = 1, (f()) = 2, [1] = 3, (null) = 4 }"));
    REQUIRE(map);
    CHECK(map->size() == 4);
    CHECK_FALSE(static_map(parsed("[]")));
    // "Static Call: the called function name and a list of expressions".
    auto call = static_call(parsed("f::g(a, [b])"));
    REQUIRE(call);
    CHECK(call->name == "f::g");
    CHECK(call->arguments.size() == 2);
    CHECK_FALSE(static_call(parsed("a")));
    // "Static Traversal: require a reference to a symbol and return the path".
    auto traversal = static_traversal(parsed("a.b[0][\"c\"]"));
    REQUIRE(traversal);
    CHECK(to_string(*traversal) == "a.b[0][\"c\"]");
    CHECK_FALSE(static_traversal(parsed("a[b]")));
    CHECK_FALSE(static_traversal(parsed("1 + 1")));
}

}  // namespace hcl::eval
