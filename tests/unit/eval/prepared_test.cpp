// Prepared expressions give the same results as unprepared ones.
#include "engine/eval/prepared.h"

#include <doctest/doctest.h>

#include <string>

#include "engine/eval/functions/functions.h"
#include "engine/eval/walk/program.h"
#include "engine/syntax/file/file.h"
#include "tests/harness/allocations.h"

namespace hcl::eval {

TEST_CASE("prepared: the same values and the same findings") {
    MapScope scope;
    scope.set_functions(shared_standard_functions());
    scope.set("n", Value::integer(5));
    scope.set("secret", Value::string("x").with_marks(Marks::sensitive()));
    scope.set("some", Value::unknown(Type::number()));
    for (std::string_view text : {
             "1 / 3 + n",
             "[1, \"a\", { b = [null, true] }]",
             "{ n = 1, (n) = 2, \"${n}\" = 3, \"a\" = 1 / 2 }",
             "n + 1 / 0 * 0",
             "[n, -true, 1 + {}]",
             "\"a${\"b${1 + 1}\"}c${n}\"",
             "<<-EOT\n    a ${1 + 1}\n  b\n  EOT\n",
             "\"%{ if n > 1 + 1 }yes ${1}%{ else }no%{ endif }\"",
             "[for x in [1, 2, 3, 4] : \"${x}-${1.50}\" if x != 2 + 1]",
             "{ for k, v in { a = 1, b = 2, c = 3 } : upper(k) => [v, 0.10, [for y in [1, 2, 3] : y + v]] }",
             "[{ a = 1 }, { a = 2 }][*].a",
             "secret == \"x\" ? 1 : 1 / 2",
             "true ? 1 : [][0]",
             "some + 0.1 + [1.5][0]",
             "[1, 2][5]",
             "{ a = 1 }.b",
             "12345678901234567890.5 + 99999999999999999999999",
             "1e999999999",
             "{ true = null }",
         }) {
        CAPTURE(text);
        syntax::FilePtr file = syntax::parse_expression(text);
        for (const Rules* rules : {&Rules::spec(), &Rules::reference()}) {
            EvalOptions options;
            options.rules = rules;
            options.source = file;
            options.warn_about_numbers = true;
            const Prepared prepared(file->root(), *rules);
            const EvalResult walked = evaluate(file->root(), &scope, options);
            for (int i = 0; i < 2; ++i) {
                const EvalResult ready = evaluate(prepared, &scope, options);
                CHECK(ready.value.identical(walked.value));
                REQUIRE(ready.diagnostics.size() == walked.diagnostics.size());
                for (std::size_t k = 0; k < ready.diagnostics.size(); ++k) {
                    CHECK(ready.diagnostics[k].code == walked.diagnostics[k].code);
                    CHECK(ready.diagnostics[k].span == walked.diagnostics[k].span);
                    CHECK(ready.diagnostics[k].message == walked.diagnostics[k].message);
                }
            }
            // Under other rules it is evaluated without the preparation.
            options.rules = rules == &Rules::spec() ? &Rules::reference() : &Rules::spec();
            CHECK(evaluate(prepared, &scope, options)
                      .value.identical(evaluate(file->root(), &scope, options).value));
        }
    }
}

TEST_CASE("prepared: constants are made once") {
    MapScope scope;
    scope.allow_variables();
    for (std::string_view text :
         {"1 / 3", "[\"a\", { b = \"${1 + 1} and something longer\" }]", "\"a\\nlonger than inside\""}) {
        CAPTURE(text);
        syntax::FilePtr file = syntax::parse_expression(text);
        EvalOptions options;
        options.source = file;
        const Prepared prepared(file->root(), *options.rules);
        const std::size_t before = test::allocations();
        for (int i = 0; i < 10; ++i) (void)evaluate(prepared, &scope, options);
        CHECK(test::allocations() == before);
    }
}

TEST_CASE("prepared: constants take no more room than their text suggests") {
    MapScope scope;
    scope.allow_variables();
    std::string text = "[";
    for (int i = 0; i < 2000; ++i) text += "\"${1e90000}\",";
    text += "n]";
    syntax::FilePtr file = syntax::parse_expression(text);
    const Prepared prepared(file->root(), Rules::reference());
    std::size_t weight = 0;
    for (Code child : prepared.program().root().children())
        if (child.is_constant()) weight += child.op().constant.weight();
    CHECK(weight * 64 < 100 * text.size());
}

}  // namespace hcl::eval
