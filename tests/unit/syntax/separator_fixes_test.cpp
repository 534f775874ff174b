// A comma is offered only where it surely is all that is missing: before a value, not before a new argument.
#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>

#include "engine/syntax/file/file.h"

namespace hcl::test::separator_fixes_test {
namespace {

std::size_t commas_offered(std::string_view text, bool hcl1 = false) {
    syntax::ParseOptions options;
    options.hcl1 = hcl1;
    std::size_t count = 0;
    for (const Diagnostic& d : syntax::File::parse(text, options)->diagnostics())
        count += static_cast<std::size_t>(std::ranges::count(d.fixes, "Insert \",\"", &Fix::title));
    return count;
}

}  // namespace

TEST_CASE("fixes: a comma is inserted between values") {
    for (const std::string_view text :
         {"a = [1 2]\n", "a = [b c]\n", "a = [b c == d]\n", "a = [\n  b\n  \"c\"\n]\n", "a = [b -1 !c]\n",
          "a = f(b c)\n", "a = f(b {})\n"})
        CHECK_MESSAGE(commas_offered(text) > 0, text);
    CHECK(commas_offered("a = [1 2]\n", true) == 1);
}

TEST_CASE("fixes: no comma is inserted into a half-typed list or call") {
    for (const std::string_view text :
         {"a = [\nb = [\n", "a = [\nb = 1\nc = 2\n", "a = [\n  x\n  b = 1\n]\n", "a = f(\nb = 1\n",
          "a = [b\tc =1]\n", "a = [b = 1]\n", "a = [b ? c]\n", "a = [b => c]\n"})
        CHECK_MESSAGE(commas_offered(text) == 0, text);
}

}  // namespace hcl::test::separator_fixes_test
