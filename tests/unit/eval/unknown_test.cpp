// Unknown values: where they must not appear, and the checks that still run with them.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "engine/eval/evaluate.h"
#include "engine/eval/functions/ext_functions.h"
#include "engine/eval/functions/functions.h"
#include "engine/syntax/file/file.h"
#include "tests/unit/value/support.h"

namespace hcl::eval::unknown_test {

namespace {

using test::type_of;

EvalResult run(std::string_view text, const Scope* scope, const EvalOptions& given = {}) {
    syntax::FilePtr file = syntax::parse_expression(text);
    REQUIRE_FALSE(has_errors(file->diagnostics()));
    EvalOptions options = given;
    options.source = file;
    return evaluate(file->root(), scope, options);
}

// "error: title" of each finding.
std::string findings(std::string_view text, const Scope* scope, const EvalOptions& options = {}) {
    std::string out;
    for (const Diagnostic& d : run(text, scope, options).diagnostics)
        out += (out.empty() ? "" : "; ") + std::string(d.severity == Severity::Error ? "error" : "warning") +
               ": " + d.title;
    return out;
}

std::shared_ptr<FunctionTable> session_functions() {
    auto table = std::make_shared<FunctionTable>(standard_functions());
    table->add("try", try_function());
    table->add("can", can_function());
    table->add("convert", convert_function());
    table->add("with", with_function());
    return table;
}

// Unknown values by their types: ul is a list of strings, um a map of numbers, ut and uo have one part each.
std::shared_ptr<MapScope> unknown_scope() {
    auto scope = std::make_shared<MapScope>();
    scope->set_functions(session_functions());
    for (auto [name, type] : {std::pair{"ub", "bool"},
                              {"un", "number"},
                              {"ul", "list(string)"},
                              {"us", "set(number)"},
                              {"um", "map(number)"},
                              {"ut", "tuple([string])"},
                              {"uo", "object({a=string})"},
                              {"d", "any"}})
        scope->set(name, Value::unknown(type_of(type)));
    Refinements some = Refinements::present();
    some.min_length = 1;
    some.max_length = 5;
    scope->set("ul1", Value::unknown(type_of("list(string)")).refined(some));
    scope->set("empty", Value::list(Type::string(), {}));
    return scope;
}

}  // namespace

TEST_CASE("unknown values: an unknown condition gives an unknown result, for any results") {
    const std::shared_ptr<MapScope> scope = unknown_scope();
    for (const char* text : {"ub ? 1 : 1", "ub ? \"x\" : \"x\"", "ub ? true : true", "ub ? null : null",
                             "ub ? [1] : [1]", "ub ? { a = 1 } : { a = 1 }"}) {
        CAPTURE(text);
        const EvalResult result = run(text, scope.get());
        CHECK(result.diagnostics.empty());
        CHECK_FALSE(result.value.is_known());
    }
}

TEST_CASE("unknown values: a choice between zero and negative zero is not decided") {
    auto scope = unknown_scope();
    for (const Rules* rules : {&Rules::reference(), &Rules::spec()}) {
        EvalOptions options;
        options.rules = rules;
        CHECK(findings("{ for v in [(ub ? -0 : 0), 0] : \"k${v}\" => v }", scope.get(), options) == "");
        const EvalResult kept = run("(ub ? -0 : 0)", scope.get(), options);
        CHECK(kept.value.is_unknown());
        CHECK(run("(ub ? 0 : 0)", scope.get(), options).value.is_unknown() == !rules->equal_results_decide);
    }
}

TEST_CASE("unknown values: no function returns one for constants") {
    MapScope scope;
    scope.set_functions(session_functions());
    const std::vector<std::string> constants = {"null",          "true",  "1",         "-1.5",
                                                "\"\"",          "\"a\"", "[]",        "[1]",
                                                "[\"a\", null]", "{}",    "{ a = 1 }", "toset([\"a\"])"};
    const std::vector<std::string> few = {"null", "1", "\"a\"", "[1]", "{ a = 1 }"};
    for (const auto& [name, function] : standard_functions().all()) {
        std::size_t least = function->parameters.size();
        std::size_t most = function->variadic ? std::max<std::size_t>(least + 1, 2) : least;
        for (std::size_t count = least; count <= std::min<std::size_t>(most, 3); ++count) {
            const auto& choices = count > 2 ? few : constants;
            std::size_t combinations = 1;
            for (std::size_t i = 0; i < count; ++i) combinations *= choices.size();
            for (std::size_t n = 0; n < combinations; ++n) {
                std::string text = name + "(";
                std::size_t rest = n;
                for (std::size_t i = 0; i < count; ++i, rest /= choices.size())
                    text += (i > 0 ? ", " : "") + choices[rest % choices.size()];
                text += ")";
                EvalResult result = run(text, &scope);
                const bool is_fine = has_errors(result.diagnostics) || result.value.is_wholly_known();
                if (!is_fine) FAIL_CHECK(text, " gives ", result.value.to_display());
            }
        }
    }
    CHECK(run("contains([1], null)", &scope).value.to_display() == "false");
    CHECK(findings("contains(1, null)", &scope) == "error: Error in function call");
}

TEST_CASE("unknown values: arguments after a dynamic one are checked") {
    auto scope = unknown_scope();
    for (const char* text : {"zipmap(d, null)", "regex(d, null)", "element(d, null)", "timeadd(d, null)",
                             "element(d, \"x\")", "regex(d, [])"}) {
        CAPTURE(text);
        CHECK(findings(text, scope.get()) == "error: Invalid function argument");
    }
    CHECK(findings("zipmap(d, d)", scope.get()) == "");
}

TEST_CASE("unknown values: parts that are not evaluated because of them are checked") {
    auto scope = unknown_scope();
    EvalOptions library = eval_options(Rules::reference());
    EvalOptions everything = library;
    everything.checking = Checking::Everything;
    struct Row {
        const char* text;
        const char* found;
    };
    for (const Row& row : {
             Row{"[for x in ul : x.foo]", "warning: Unsupported attribute"},
             {"[for x in ul : nosuch]", "error: Unknown variable"},
             {"[for x in ul : nosuch(x)]", "error: Call to unknown function"},
             {"[for x in d : nosuch]", "error: Unknown variable"},
             {"[for x in d : x.a.b]", ""},
             {"[for x in us : x + 1]", ""},
             {"[for i, x in ul : i.foo]", "warning: Unsupported attribute"},
             {"{ for k, v in um : k => v.foo }", "warning: Unsupported attribute"},
             {"{ for k, v in um : [v] => k }", "warning: Invalid object key"},
             {"\"%{ for x in ul }${x.foo}%{ endfor }\"", "warning: Unsupported attribute"},
             {"\"%{ if ub }${nosuch}%{ else }${{}.a}%{ endif }\"",
              "error: Unknown variable; warning: Unsupported attribute"},
             {"ub ? nosuch : 1", "error: Unknown variable"},
             {"ub ? 1 : nosuch(1)", "error: Call to unknown function"},
             {"ub ? {}.a : 1", "warning: Unsupported attribute"},
             {"ub ? 1 : 1 + \"x\"", "warning: Invalid operand"},
             {"true ? 1 : nosuch", ""},
             {"[for x in [1, 2] : x.foo if ub]", "warning: Unsupported attribute"},
             {"[for x in ul : x.foo if ub]", "warning: Unsupported attribute"},
             {"[for x in ul : x.foo if false]", ""},
             {"{ for x in [un] : x => nosuch }", "error: Unknown variable"},
             {"d[*][nosuch]", "error: Unknown variable"},
             {"concat(nosuch, d...)", "error: Unknown variable"},
             {"max(\"x\", d...)", "error: Invalid function argument"},
             // Elements that certainly exist.
             {"[for x in ut : x.foo]", "error: Unsupported attribute"},
             {"[for k, v in uo : v.foo]", "error: Unsupported attribute"},
             {"[for x in ul1 : x.foo]", "error: Unsupported attribute"},
             // Errors in the body of a closure are part of its result, not findings.
             {"can([for x in ul : nosuch])", ""},
             {"try(ub ? {}.a : 1, 2)", ""},
             {"[for x in ul : [for y in x.foo : nosuch]]",
              "warning: Unsupported attribute; error: Unknown variable"},
         }) {
        CAPTURE(std::string(row.text));
        CHECK(findings(row.text, scope.get()) == row.found);
        CHECK(findings(row.text, scope.get(), everything) == row.found);
    }
    // The reference checks none of these.
    for (const char* text : {"[for x in ul : x.foo]", "[for x in ul : nosuch]", "ub ? nosuch : 1",
                             "[for x in [1] : x.foo if ub]", "d[*][nosuch]", "concat(nosuch, d...)"}) {
        CAPTURE(text);
        CHECK(findings(text, scope.get(), library) == "");
    }
    // The warning states when it fails; an empty collection does not fail.
    CHECK(run("[for x in ul : x.foo]", scope.get())
              .diagnostics[0]
              .message.ends_with("This fails as soon as there is an element."));
    CHECK(findings("[for x in empty : x.foo]", scope.get()) == "");
    CHECK_FALSE(run("can([for x in ul : nosuch])", scope.get()).value.is_known());
}

TEST_CASE("unknown values: a set with unknown elements has no known length") {
    auto scope = unknown_scope();
    scope->set("open", Value::set(Type::number(), {Value::integer(1), Value::unknown(Type::number())}));
    for (const char* text :
         {"length([for x in convert([un, un], set(number)) : 1])", "length([for x in open : 1])",
          "length(open[*])", "length({ for x in open : \"k${x}\" => x })", "max(open...)",
          "\"%{ for x in open }a%{ endfor }\""}) {
        CAPTURE(text);
        CHECK(findings(text, scope.get()) == "");
        CHECK_FALSE(run(text, scope.get()).value.is_known());
    }
    // Two elements that may be equal do not certainly share a key.
    CHECK(findings("{ for x in open : \"k\" => x }", scope.get()) == "");
    // Every element exists, so the errors are certain.
    CHECK(findings("[for x in open : x.foo]", scope.get()) == "error: Unsupported attribute");
    CHECK(run("length([for x in open : 1])", scope.get(), eval_options(Rules::reference()))
              .value.to_display() == "2");
}

TEST_CASE("unknown values: a tuple that may be null is no list of a known length") {
    auto scope = unknown_scope();
    auto table = std::make_shared<FunctionTable>(library_functions());
    scope->set_functions(table);
    CHECK(findings("formatlist(\"%s\", [], ut)", scope.get()) == "");
    CHECK_FALSE(run("formatlist(\"%s\", [], ut)", scope.get()).value.is_known());
    scope->set("ut", Value::unknown(type_of("tuple([string])")).refined_not_null());
    CHECK(findings("formatlist(\"%s\", [1, 2], [un])", scope.get()) == "error: Invalid function argument");
}

TEST_CASE("findings of a loop: one for each place, with a count") {
    auto scope = unknown_scope();
    EvalResult once = run("[for x in [1, 2, 3] : x.foo]", scope.get());
    REQUIRE(once.diagnostics.size() == 1);
    CHECK(once.diagnostics[0].message.ends_with("(3 times)"));
    CHECK(run("[for x in [1, 2, 3] : x.foo]", scope.get(), eval_options(Rules::reference()))
              .diagnostics.size() == 3);
    // Sixty thousand of them, in space and time for one.
    EvalResult many = run("[for i in range(1000) : [for j in range(60) : i.x]]", scope.get());
    REQUIRE(many.diagnostics.size() == 1);
    CHECK(many.diagnostics[0].message.ends_with("(60000 times)"));
    CHECK(findings("[for x in [1, 2] : [x.a, x.b, nosuch]]", scope.get()) ==
          "error: Unsupported attribute; error: Unsupported attribute; error: Unknown variable");
    CHECK(findings("[1, 2][*].a", scope.get()) == "error: Unsupported attribute");
    // A round that certainly fails turns the warning into an error.
    EvalResult sure = run("[for x in [ub, true] : x ? {}.a : 1]", scope.get());
    REQUIRE(sure.diagnostics.size() == 1);
    CHECK(sure.diagnostics[0].severity == Severity::Error);
    CHECK(sure.diagnostics[0].message.find("This fails") == std::string::npos);
    // Inner loops and splats leave that to the outer one: what is around them decides whether it counts.
    CHECK(findings("[for x in [1, 2] : ub ? 1 : [for y in [1, 2] : {}.a][0]]", scope.get()) ==
          "warning: Unsupported attribute");
    CHECK(findings("[for x in [1, 2] : ub ? [] : ul1[*].a]", scope.get()) ==
          "warning: Unsupported attribute");
    CHECK(findings("[for x in [ub, true] : x ? [for y in [1, 2] : {}.a][0] : 1]", scope.get()) ==
          "error: Unsupported attribute");
    EvalResult inner = run("[for x in [1, 2] : ub ? 1 : [for y in [1, 2] : {}.a][0]]", scope.get());
    CHECK(inner.diagnostics[0].message.ends_with("(4 times)"));
    // An error in a result that one round does not select is found in the round that selects it.
    CHECK(findings("[for x in [false, true] : x ? {}.a : 1]", scope.get()) == "error: Unsupported attribute");
}

TEST_CASE("findings of a loop: their number is bounded where each counts") {
    MapScope scope;
    scope.set_functions(session_functions());
    EvalOptions options = eval_options(Rules::reference());
    for (const char* text : {"[for i in range(1000) : [for j in range(60) : i.x]]",
                             "[for i in range(1000) : [for j in range(60) : {}[\"k${j}\"]]]",
                             "[for i in range(1000) : [for j in range(60) : [][j]]]",
                             "[for i in range(1000) : [for j in range(60) : nosuch]]"}) {
        CAPTURE(text);
        EvalResult result = run(text, &scope, options);
        CHECK(result.diagnostics.size() == options.limits.diagnostics + 1);
        CHECK(result.diagnostics.back().code == DiagCode::TooManyDiagnostics);
    }
}

TEST_CASE("suggestions count as work, and are made only for findings that are shown") {
    MapScope scope;
    scope.set_functions(session_functions());
    std::vector<std::pair<std::string, Value>> entries;
    entries.reserve(15'000);
    for (int i = 0; i < 15'000; ++i) entries.emplace_back("key" + std::to_string(i), Value::integer(i));
    scope.set("m", Value::map(Type::number(), std::move(entries)));
    // One is made; looking through all keys for each round would be 15 million comparisons.
    EvalResult result = run("[for i in range(1000) : m.kei1]", &scope);
    REQUIRE(result.diagnostics.size() == 1);
    CHECK(result.diagnostics[0].message.find("Did you mean \"key1\"?") != std::string::npos);
    // Two positions, and the names for one.
    result = run("[m.kei1, m.kei2]", &scope);
    REQUIRE(result.diagnostics.size() == 2);
    CHECK(result.diagnostics[1].message.find("Did you mean") == std::string::npos);
}

TEST_CASE("functions with two flavours: by the document, and as the library has them") {
    MapScope scope;
    scope.set_functions(session_functions());
    scope.set("d", Value::dynamic());
    scope.set("un", Value::unknown(Type::number()));
    const EvalOptions library = eval_options(Rules::reference());
    struct Row {
        const char* text;
        const char* spec;
        const char* reference;
    };
    auto shown = [&](const char* text, const EvalOptions& options) {
        EvalResult result = run(text, &scope, options);
        return result.diagnostics.empty() ? result.value.to_display() : result.diagnostics[0].message;
    };
    for (const Row& row : {
             Row{"coalesce(1, \"x\")", "1", "\"1\""},
             {"coalesce(null, [1], [])", "[1]", "[1]"},
             {"coalesce({ a = 1 }, { b = 2 })", "{ a = 1 }", "{ a = 1 }"},
             {"coalesce(un, 1)", "(unknown number)", "(unknown number)"},
             {"coalesce(un, \"a\")", "(unknown)", "(unknown string)"},
             {"coalesce(d, \"a\")", "(unknown)", "(unknown string)"},
             {"coalesce(1, un)", "1", "1"},
             {"coalesce()", "\"coalesce\" failed: at least one argument is required.",
              "\"coalesce\" failed: at least one argument is required."},
             {"length({ a = 1 })", "1",
              "\"length\" failed: a list, set, map or tuple is required, not an object."},
             {"length([1, 2])", "2", "2"},
             {"hasindex({ a = 1 }, \"a\")", "true",
              "\"hasindex\" failed: a list, tuple or map is required, not an object."},
             {"hasindex({ a = 1 }, \"b\")", "false",
              "\"hasindex\" failed: a list, tuple or map is required, not an object."},
             {"hasindex([1], \"0\")", "true", "false"},
             {"hasindex(d, 0)", "(unknown bool)", "(unknown bool)"},
             {"hasindex([1], un)", "(unknown bool)", "(unknown bool)"},
         }) {
        CAPTURE(std::string(row.text));
        CHECK(shown(row.text, {}) == row.spec);
        CHECK(shown(row.text, library) == row.reference);
    }
}

TEST_CASE("with: an expression is evaluated with more variables") {
    MapScope scope;
    scope.set_functions(session_functions());
    scope.set("greeting", Value::string("Hello"));
    auto shown = [&](const char* text) {
        EvalResult result = run(text, &scope);
        return result.diagnostics.empty() ? result.value.to_display() : result.diagnostics[0].message;
    };
    CHECK(shown("with({ name = \"Cory\" }, \"${greeting}, ${name}!\")") == "\"Hello, Cory!\"");
    CHECK(shown("with({ n = 2 }, with({ m = n + 1 }, n * m))") == "6");
    CHECK(shown("with({ greeting = 1 }, greeting)") == "1");
    CHECK(shown("[for x in [1, 2] : with({ y = x }, x + y)]") == "[2, 4]");
    CHECK(shown("with([], 1)") ==
          "This does not fit the parameter \"variables\" of \"with\": an object is required, whose "
          "attributes become "
          "variables, not a tuple.");
    CHECK(
        shown("with({}, nosuch)") ==
        "This does not fit the parameter \"expression\" of \"with\": it cannot be evaluated (Nothing called "
        "\"nosuch\" can be used here).");
}

}  // namespace hcl::eval::unknown_test
