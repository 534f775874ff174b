#include "engine/eval/evaluate.h"

#include <doctest/doctest.h>

#include <atomic>
#include <string>

#include "engine/eval/decoder.h"
#include "engine/eval/functions/ext_functions.h"
#include "engine/eval/functions/functions.h"
#include "engine/eval/text/print.h"
#include "engine/syntax/file/file.h"

namespace hcl::eval {

namespace {

std::shared_ptr<MapScope> scope_with_functions() {
    auto scope = std::make_shared<MapScope>();
    auto table = std::make_shared<FunctionTable>(standard_functions());
    table->add("try", try_function());
    table->add("can", can_function());
    table->add("convert", convert_function());
    scope->set_functions(table);
    scope->allow_variables();
    return scope;
}

EvalResult run(std::string_view text, const Scope* scope, EvalOptions options = {}) {
    syntax::FilePtr file = syntax::parse_expression(text);
    REQUIRE_FALSE(has_errors(file->diagnostics()));
    options.source = file;
    return evaluate(file->root(), scope, options);
}

// The value as text, or the titles of the findings.
std::string show(std::string_view text, const Scope* scope, EvalOptions options = {}) {
    EvalResult result = run(text, scope, options);
    if (result.diagnostics.empty()) return print_value(result.value);
    std::string titles;
    for (const Diagnostic& d : result.diagnostics) titles += (titles.empty() ? "" : "; ") + d.title;
    return titles;
}

}  // namespace

TEST_CASE("evaluate: all mistakes of an expression are found at once") {
    auto scope = scope_with_functions();
    EvalResult result = run("[missing, 1 + \"x\", nosuch(), {}.a]", scope.get());
    REQUIRE(result.diagnostics.size() == 4);
    CHECK(result.diagnostics[0].title == "Unknown variable");
    CHECK(result.diagnostics[1].title == "Invalid operand");
    CHECK(result.diagnostics[2].title == "Call to unknown function");
    CHECK(result.diagnostics[3].title == "Unsupported attribute");
    CHECK(result.value.type().elements().size() == 4);
}

TEST_CASE("evaluate: mistyped names come with a fix") {
    auto scope = scope_with_functions();
    scope->set("image", Value::object({{"name", Value::string("x")}}));
    auto fix_of = [&](std::string_view text) {
        EvalResult result = run(text, scope.get());
        REQUIRE(result.diagnostics.size() == 1);
        REQUIRE(result.diagnostics[0].fixes.size() == 1);
        Edit edit = result.diagnostics[0].fixes[0].edits[0].edit;
        std::string mended(text);
        return mended.replace(edit.range.start, edit.range.length(), edit.replacement);
    };
    CHECK(fix_of("imgae") == "image");
    CHECK(fix_of("image.nmae") == "image.name");
    CHECK(fix_of("uper(\"x\")") == "upper(\"x\")");
}

TEST_CASE("evaluate: literal-only mode has no names") {
    CHECK(show("a", nullptr) == "Variables not allowed");
    CHECK(show("f(1)", nullptr) == "Function calls not allowed");
    CHECK(show("[for x in [1, 2] : x + 1]", nullptr) == "[2, 3]");
}

TEST_CASE("evaluate: the branch that is not taken may be wrong") {
    auto scope = scope_with_functions();
    CHECK(show("true ? 1 : nosuch", scope.get()) == "1");
    CHECK(show("false ? nosuch : 2", scope.get()) == "2");
    CHECK(show("true ? nosuch : 2", scope.get()) == "Unknown variable");
}

TEST_CASE("evaluate: the rule sets differ in logic") {
    auto scope = scope_with_functions();
    scope->set("u", Value::unknown(Type::boolean()));
    EvalOptions reference;
    reference.rules = &Rules::reference();
    CHECK(show("false && u", scope.get(), reference) == "false");
    CHECK(show("false && u", scope.get()) == "(unknown bool)");
    CHECK(show("false && nosuch", scope.get(), reference) == "false");
    CHECK(show("false && nosuch", scope.get()) == "Unknown variable");
}

TEST_CASE("evaluate: marks flow into values computed from a marked one") {
    auto scope = scope_with_functions();
    scope->set("secret", Value::string("s").with_marks(Marks::sensitive()));
    for (std::string_view text : {"\"x${secret}\"", "secret == \"s\"", "[for c in [secret] : c][0]",
                                  "upper(secret)", "secret == \"s\" ? 1 : 2", "{ a = secret }.a"}) {
        CAPTURE(text);
        EvalResult result = run(text, scope.get());
        CHECK(result.diagnostics.empty());
        CHECK(result.value.marks_deep().has(MarkKind::Sensitive));
    }
}

TEST_CASE("evaluate: endless evaluation is stopped with a diagnostic") {
    auto scope = scope_with_functions();
    std::string list = "[for a in range(1000) : a]";
    EvalOptions options;
    options.limits.steps = 100'000;
    std::string bomb = "[for a in " + list + " : [for b in " + list + " : [for c in " + list + " : c]]]";
    EvalResult result = run(bomb, scope.get(), options);
    REQUIRE(result.diagnostics.size() == 1);
    CHECK(result.diagnostics[0].code == DiagCode::EvaluationTooLong);
    CHECK(result.value.is_unknown());

    options.limits = {};
    options.limits.bytes = 10'000;
    CHECK(show("join(\"\", [for a in range(1000) : \"0123456789012345678901234567890123456789\"])",
               scope.get(), options) == "Expression too complex");
}

TEST_CASE("evaluate: long chains need no stack") {
    auto scope = scope_with_functions();
    std::string text = "1";
    for (int i = 0; i < 2'500; ++i) text += " + 1";
    CHECK(show(text, scope.get()) == "2501");
}

TEST_CASE("evaluate: cancellation unwinds") {
    auto scope = scope_with_functions();
    std::atomic<bool> flag = true;
    EvalOptions options;
    options.cancel = Cancel(&flag);
    CHECK_THROWS_AS(run("[for a in range(1000) : [for b in range(1000) : b]]", scope.get(), options),
                    Cancelled);
}

TEST_CASE("closures outlive the evaluation that captured them") {
    auto scope = scope_with_functions();
    scope->set("x", Value::integer(1));
    auto file = syntax::parse_expression("x + 1");
    EvalOptions options;
    options.source = file;
    EvalResult captured = decode_expression(Expression(file->root(), file), expression_closure_type(),
                                            ScopeRef{scope, scope.get()}, options);
    file.reset();
    REQUIRE(captured.value.has_content());
    const auto& closure = captured.value.capsule_as<Closure>();
    CHECK(print_value(closure.evaluate(EvalOptions()).value) == "2");
}

TEST_CASE("print: values as source") {
    auto scope = scope_with_functions();
    CHECK(show("{ \"a b\" = [1, null], c = \"x\\n$${y}\" }", scope.get()) ==
          "{ \"a b\" = [1, null], c = \"x\\n$${y}\" }");
    const JsonValue json = value_to_json(run("{ a = [1.5, \"x\"] }", scope.get()).value);
    CHECK(json.type == R"(["object",{"a":["tuple",["number","string"]]}])");
    CHECK(json.value == R"({"a":[1.5,"x"]})");
}

}  // namespace hcl::eval
