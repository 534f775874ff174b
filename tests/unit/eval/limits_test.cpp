// Evaluation of any expression ends, and reports the limit.
#include <doctest/doctest.h>

#include <string>

#include "engine/eval/analysis/type_expr.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/functions/ext_functions.h"
#include "engine/eval/functions/functions.h"
#include "engine/syntax/file/file.h"
#include "tests/harness/texts.h"

namespace hcl::eval {

namespace {

EvalResult run_within(std::string_view text, const Limits& limits, const Rules& rules = Rules::spec()) {
    MapScope scope;
    scope.allow_variables();
    scope.set_functions(shared_standard_functions());
    syntax::FilePtr file = syntax::parse_expression(text);
    REQUIRE_FALSE(has_errors(file->diagnostics()));
    EvalOptions options = eval_options(rules);
    options.limits = limits;
    options.source = file;
    return evaluate(file->root(), &scope, options);
}

std::size_t count(const EvalResult& result, DiagCode code) {
    std::size_t n = 0;
    for (const Diagnostic& d : result.diagnostics) n += d.code == code;
    return n;
}

}  // namespace

TEST_CASE("limits: each has one finding, and the result is unknown") {
    EvalResult steps = run_within("[for a in range(100) : [for b in range(100) : a + b]]", {.steps = 1000});
    CHECK(count(steps, DiagCode::EvaluationTooLong) == 1);
    CHECK_FALSE(steps.value.is_known());

    EvalResult bytes = run_within(
        "join(\"\", [for a in range(100) : \"0123456789012345678901234567890123456789\"])", {.bytes = 1000});
    CHECK(count(bytes, DiagCode::EvaluationTooLarge) == 1);
    CHECK_FALSE(bytes.value.is_known());

    EvalResult depth = run_within(test::repeated("[", 40) + test::repeated("]", 40), {.depth = 20});
    CHECK(count(depth, DiagCode::EvaluationTooDeep) == 1);
}

TEST_CASE("limits: the list of mistakes ends") {
    EvalResult result =
        run_within("[for a in range(100) : nothing]", {.diagnostics = 10}, Rules::reference());
    CHECK(count(result, DiagCode::TooManyDiagnostics) == 1);
    CHECK(result.diagnostics.size() == 11);
}

TEST_CASE("limits: types nest only so deep") {
    syntax::FilePtr file =
        syntax::parse_expression(test::repeated("list(", 1500) + "string" + test::repeated(")", 300));
    TypeExpression type =
        parse_type(Expression(file->root(), file), TypeExpressionKind::Constraint, Rules::reference());
    REQUIRE(type.diagnostics.size() == 1);
    CHECK(type.diagnostics[0].code == DiagCode::TypeTooDeep);
}

namespace {

// The value of `bottom` in which `step`, an expression over `x`, was applied `times` times.
std::string tower(std::string_view bottom, std::string_view step, int times) {
    std::string text(bottom);
    for (int i = 0; i < times; ++i) text = "[for x in [" + text + "] : " + std::string(step) + "][0]";
    return text;
}

// Every level contains the one below twice: few cells, but 2^levels parts in a traversal.
Value doubled(Value bottom, int levels) {
    for (int i = 0; i < levels; ++i) bottom = Value::tuple({bottom, bottom});
    return bottom;
}

}  // namespace

TEST_CASE("limits: parts that are shared count as often as they are reached") {
    for (std::string_view step : {"[x, x]", "{ a = x, b = x }", "[x, { a = x }]", "concat([x], [x])",
                                  "tolist([x, x])", "{ for k in [\"a\", \"b\"] : k => x }", "[[x, x]][*]",
                                  "merge({ a = x }, { b = x })", "zipmap([\"a\", \"b\"], [x, x])"}) {
        CAPTURE(step);
        EvalResult result = run_within(tower("[1]", step, 60), {});
        CHECK(count(result, DiagCode::EvaluationTooLarge) + count(result, DiagCode::EvaluationTooLong) == 1);
        CHECK_FALSE(result.value.is_known());
        // Small values are not limited.
        CHECK(run_within(tower("[1]", step, 8), {}).diagnostics.empty());
    }
}

TEST_CASE("limits: texts that double, and calls for more than there is room for") {
    for (std::string text :
         {tower("\"ab\"", "\"${x}${x}\"", 60), tower("\"ab\"", "join(x, [x, x, x])", 40),
          tower("\"aa\"", "replace(x, \"a\", x)", 30), tower("\"a\"", "format(\"%s%s\", x, x)", 60),
          tower("\"a\"", "jsonencode([x, x])", 60), tower("[1, 2]", "setproduct(x, x)", 12),
          tower("[[1, 2, 3]]", "flatten([x, x])", 60), std::string("format(\"%999999999d\", 1)"),
          std::string("range(1e9)"),
          std::string("[for a in range(1000) : [for b in range(1000) : [for c in range(1000) : c]]]"),
          std::string("indent(1e9, \"a\\nb\")"), std::string("jsonencode(1e999999)")}) {
        CAPTURE(text.substr(text.size() - std::min<std::size_t>(text.size(), 60)));
        EvalResult result = run_within(text, {});
        CHECK(has_errors(result.diagnostics));
        CHECK(result.diagnostics.size() < 3);
    }
}

TEST_CASE("limits: calls within calls, each of which makes its text a little longer") {
    for (std::string_view call :
         {"replace(x, \"a\", \"aa\")", "replace(x, \"\", \"a\")", "indent(1, \"\\n${x}${x}\")",
          "upper(\"${x}${x}\")", "join(\"\", split(\"\", \"${x}${x}\"))", "regexreplace(x, \"a\", \"aa\")",
          "reverse(\"${x}${x}\")"}) {
        CAPTURE(call);
        EvalResult result = run_within(tower("\"a\"", call, 40), {});
        CHECK(count(result, DiagCode::EvaluationTooLarge) + count(result, DiagCode::EvaluationTooLong) == 1);
        CHECK(result.diagnostics.size() == 1);
    }
}

TEST_CASE("limits: an expression that is read anew inside of itself, again and again") {
    MapScope scope;
    auto functions = std::make_shared<FunctionTable>();
    functions->add("try", try_function());
    scope.set_functions(functions);
    for (std::size_t depth : {2u, 300u}) {
        CAPTURE(depth);
        syntax::FilePtr file =
            syntax::parse_expression(test::repeated("try(", 4 * depth) + "[" + test::repeated("1,", 200'000) +
                                     "1][0]" + test::repeated(")", depth));
        EvalOptions options;
        options.source = file;
        EvalResult result = evaluate(file->root(), &scope, options);
        CHECK(count(result, DiagCode::EvaluationTooLarge) == (depth == 300));
        CHECK(result.value.is_known() == (depth == 2));
    }
}

TEST_CASE("limits: operations on small values with endless contents") {
    auto scope = std::make_shared<MapScope>();
    scope->set_functions(shared_standard_functions());
    // Just below the limit of values, so that each of these is a traversal of millions of steps.
    scope->set("a", doubled(Value::integer(1), 22));
    scope->set("b", doubled(Value::integer(1), 22));
    scope->set("c", doubled(Value::string("1"), 22));
    scope->set("d", doubled(Value::integer(1).with_marks(Marks::sensitive()), 22));
    for (std::string_view text :
         {"a == b", "a != c", "equal(a, b)", "true ? a : c", "contains([a, c], b)", "toset([a, b])",
          "distinct([a, b])", "tolist([a, c])", "setunion([a], [b], [c])", "jsonencode(a)", "flatten(a)",
          "jsonencode(d)", "\"${jsonencode(a)}\"", "[for x in [1, 2, 3, 4, 5, 6, 7, 8] : a == b]",
          "setproduct([a], [b], [c])", "sethaselement([a], b)"}) {
        CAPTURE(text);
        syntax::FilePtr file = syntax::parse_expression(text);
        EvalOptions options;
        options.source = file;
        EvalResult result = evaluate(file->root(), scope.get(), options);
        CHECK(count(result, DiagCode::EvaluationTooLarge) + count(result, DiagCode::EvaluationTooLong) == 1);
        CHECK(result.diagnostics.size() == 1);
    }
    // Operations that do not traverse such a value are cheap.
    for (std::string_view text : {"length(a)", "[for x in a : length(x)]", "a[0][1][0]", "[a, b][1][0] == 1",
                                  "element(a, 5)", "a == 1"}) {
        CAPTURE(text);
        syntax::FilePtr file = syntax::parse_expression(text);
        EvalOptions options;
        options.source = file;
        EvalResult result = evaluate(file->root(), scope.get(), options);
        CHECK(count(result, DiagCode::EvaluationTooLarge) + count(result, DiagCode::EvaluationTooLong) == 0);
    }
}

TEST_CASE("limits: values and types that weigh too much become the dynamic value") {
    CHECK(doubled(Value::integer(1), 23).weight() == (1u << 24) - 1);
    CHECK(doubled(Value::integer(1), 24).is_dynamic_unknown());
    CHECK(Value::string("short").weight() == 1);
    CHECK(Value::list(Type::number(), {Value::integer(1), Value::integer(2)}).weight() == 3);
    // A type without values has the same weight.
    Type type = doubled(Value::integer(1), 20).type();
    CHECK(Value::list(type, {}).weight() == type.weight() + 1);
    CHECK(Value::unknown(type).weight() == type.weight());
    CHECK(Type::tuple(std::vector<Type>(20, type)).is_dynamic());
}

TEST_CASE("numbers that are too large") {
    EvalOptions options;
    options.rules = &Rules::spec();
    syntax::FilePtr file = syntax::parse_expression("1e2147483000");
    EvalResult result = evaluate(file->root(), nullptr, options);
    REQUIRE(result.diagnostics.size() == 1);
    CHECK(result.diagnostics[0].code == DiagCode::NumberOverflow);
}

// Wherever the steps end, nothing is read that is not there.
TEST_CASE("limits: the steps end anywhere in a call whose arguments are expanded") {
    for (const char* text : {"[for x in [1, 2, 3] : max(range(50)...)]", "concat([1], range(60)...)",
                             "[for x in range(3) : format(\"%s\", [for y in range(40) : y]...)]"}) {
        CAPTURE(text);
        for (std::uint64_t steps = 1; steps < 400; ++steps) run_within(text, {.steps = steps});
    }
}

}  // namespace hcl::eval
