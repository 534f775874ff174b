// Evaluation ends, whatever an expression asks for, and says why.
#include <doctest/doctest.h>

#include <string>

#include "engine/eval/evaluate.h"
#include "engine/eval/functions/functions.h"
#include "engine/eval/type_expr.h"
#include "engine/syntax/file.h"

namespace hcl::eval {

namespace {

EvalResult run(std::string_view text, const Limits& limits) {
    MapScope scope;
    scope.allow_variables();
    scope.set_functions(std::make_shared<FunctionTable>(standard_functions()));
    syntax::FilePtr file = syntax::parse_expression(text);
    REQUIRE_FALSE(has_errors(file->diagnostics()));
    EvalOptions options;
    options.limits = limits;
    options.source = file;
    return evaluate(file->root(), &scope, options);
}

std::size_t count(const EvalResult& result, DiagCode code) {
    std::size_t n = 0;
    for (const Diagnostic& d : result.diagnostics) n += d.code == code;
    return n;
}

std::string repeated(std::string_view part, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += part;
    return out;
}

}  // namespace

TEST_CASE("limits: each has one finding, and the result is unknown") {
    EvalResult steps = run("[for a in range(100) : [for b in range(100) : a + b]]", {.steps = 1000});
    CHECK(count(steps, DiagCode::EvaluationTooLong) == 1);
    CHECK_FALSE(steps.value.is_known());

    EvalResult bytes = run("join(\"\", [for a in range(100) : \"0123456789012345678901234567890123456789\"])",
                           {.bytes = 1000});
    CHECK(count(bytes, DiagCode::EvaluationTooLarge) == 1);
    CHECK_FALSE(bytes.value.is_known());

    EvalResult depth = run(repeated("[", 40) + repeated("]", 40), {.depth = 20});
    CHECK(count(depth, DiagCode::EvaluationTooDeep) == 1);
}

TEST_CASE("limits: the list of mistakes ends") {
    EvalResult result = run("[for a in range(100) : nothing]", {.diagnostics = 10});
    CHECK(count(result, DiagCode::TooManyDiagnostics) == 1);
    CHECK(result.diagnostics.size() == 11);
}

TEST_CASE("limits: types nest only so deep") {
    syntax::FilePtr file = syntax::parse_expression(repeated("list(", 300) + "string" + repeated(")", 300));
    TypeExpression type =
        parse_type(Expression(file->root(), file), TypeExpressionKind::Constraint, Rules::reference());
    REQUIRE(type.diagnostics.size() == 1);
    CHECK(type.diagnostics[0].code == DiagCode::TypeTooDeep);
}

TEST_CASE("numbers that are too large") {
    EvalOptions options;
    options.rules = &Rules::spec();
    syntax::FilePtr file = syntax::parse_expression("1e2147483000");
    EvalResult result = evaluate(file->root(), nullptr, options);
    REQUIRE(result.diagnostics.size() == 1);
    CHECK(result.diagnostics[0].code == DiagCode::NumberOverflow);
}

}  // namespace hcl::eval
