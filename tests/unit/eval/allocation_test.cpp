// Expressions over scalars are evaluated without any allocation: arithmetic, comparison, logic, conditionals,
// references, short strings.
#include <doctest/doctest.h>

#include <memory>

#include "engine/eval/evaluate.h"
#include "engine/syntax/file/file.h"
#include "tests/harness/allocations.h"

namespace hcl::eval {

TEST_CASE("scalar expressions allocate nothing") {
    MapScope scope;
    scope.set("n", Value::integer(5));
    scope.set("yes", Value::boolean(true));
    scope.set("name", Value::string("hello"));
    scope.set("net", Value::object({{"port", Value::integer(80)}, {"host", Value::string("a.example")}}));
    scope.set("ports", Value::list(Type::number(), {Value::integer(1), Value::integer(2)}));
    for (std::string_view text :
         {"n * 2 + 1 > 3 && yes", "n - 3 == 1 || !yes", "(n + 1) * (n - 1) / 4", "name == \"hello\" ? 1 : 2",
          "yes ? name : \"other\"", "\"short\"", "net.port + 1", "net[\"host\"] != name", "ports[1] <= n",
          "n == 1 ? \"one\" : n == 5 ? \"five\" : \"many\"", "\"${name}\"", "\"12\" + 1", "null == name",
          "n + n + n + n + n + n + n", "-n % 3 + n % -2", "-n / 5 * 2 <= n"}) {
        CAPTURE(text);
        syntax::FilePtr file = syntax::parse_expression(text);
        EvalOptions options;
        options.rules = &Rules::reference();
        options.source = file;
        syntax::Node root = file->root();
        (void)evaluate(root, &scope, options);
        std::size_t before = test::allocations();
        for (int i = 0; i < 10; ++i) (void)evaluate(root, &scope, options);
        CHECK(test::allocations() - before == 0);
    }
}

}  // namespace hcl::eval
