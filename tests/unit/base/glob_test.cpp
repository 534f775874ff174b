// Patterns of paths.
#include "engine/base/glob.h"

#include <doctest/doctest.h>

#include <string>

namespace hcl {

TEST_CASE("globs: what they match") {
    CHECK(match_glob("*.tf", "main.tf"));
    CHECK_FALSE(match_glob("*.tf", "a/main.tf"));
    CHECK(match_glob("**/*.tf", "main.tf"));
    CHECK(match_glob("**/main.tf", "main.tf"));
    CHECK(match_glob("**/a/main.tf", "a/main.tf"));
    CHECK_FALSE(match_glob("**/main.tf", "xmain.tf"));
    CHECK(match_glob("**/*.tf", "a/b/main.tf"));
    CHECK(match_glob("a/**", "a/b/c"));
    CHECK(match_glob("a/**/c", "a/c"));
    CHECK(match_glob("a/**/c", "a/x/y/c"));
    CHECK_FALSE(match_glob("a/**/c", "a/x/y/d"));
    CHECK(match_glob("f?o[a-c].[!x]", "foob.y"));
    CHECK_FALSE(match_glob("f?o[a-c].[!x]", "food.y"));
    CHECK(match_glob("\\*", "*"));
    CHECK_FALSE(match_glob("\\*", "x"));
    CHECK(match_glob("[]]", "]"));
    CHECK(match_glob("[a", "[a"));
    CHECK(match_glob("x.{hcl,json}", "x.json"));
    CHECK_FALSE(match_glob("x.{hcl,json}", "x.hcljson"));
    CHECK(match_glob("{a,b{c,d*}}.x", "bdee.x"));
    CHECK(match_glob("{,a}b", "b"));
    CHECK(match_glob("{a", "{a"));
    CHECK(match_glob("{a,b}", "{a,b}", {.braces = false}));
    CHECK_FALSE(match_glob("*a", "x/a"));
    CHECK(match_glob("**a", "x/a"));
    CHECK_FALSE(match_glob("a/**/c", "a/xc"));
}

TEST_CASE("globs: probable mistakes in a pattern") {
    for (std::string_view good : {"*.tf", "a[b-c]", "{a,b}", "\\[a", "a}", "[]]"})
        CHECK(fault_of_glob(good).empty());
    CHECK(fault_of_glob("") == "is empty");
    CHECK(fault_of_glob("[a-") == "has a \"[\" without \"]\"");
    CHECK(fault_of_glob("{a,{b}") == "has a \"{\" without \"}\"");
    CHECK(fault_of_glob("a\\") == "ends with a backslash, which escapes the next character");
}

TEST_CASE("globs: hostile patterns end soon") {
    std::string text(20'000, 'a');
    std::string stars;
    for (int i = 0; i < 200; ++i) stars += "*a";
    CHECK_FALSE(match_glob(stars + "b", text));
    std::string deep;
    for (int i = 0; i < 100; ++i) deep += "**/";
    CHECK_FALSE(match_glob(deep + "b", text));
    std::string braces;
    for (int i = 0; i < 100; ++i) braces += "{a,aa}";
    CHECK_FALSE(match_glob(braces + "b", text));
    CHECK_FALSE(match_glob(std::string(100'000, '*'), text));
}

}  // namespace hcl
