#include <doctest/doctest.h>

#include "engine/eval/functions/regex_pattern.h"

using namespace hcl::eval::functions;

namespace {

// The first match, or the kind of failure.
std::string first_match(std::string_view pattern, std::string_view text) {
    const auto compiled = Pattern::compile(pattern);
    if (!compiled) return "invalid";
    std::vector<MatchSpan> spans;
    if (!compiled->search(text, 0, spans)) return "none";
    return std::string(text.substr(spans[0].begin, spans[0].end - spans[0].begin));
}

}  // namespace

TEST_CASE("patterns: named groups in both spellings") {
    const auto pattern = Pattern::compile("(?P<a>x)(?<b>y)(z)");
    REQUIRE(pattern);
    CHECK(pattern->group_names() == std::vector<std::string>{"a", "b", ""});
    for (const char* wrong : {"(?<>x)", "(?P<a", "(?<a b>x)", "(?<\xC3\xA9>x)", "(?'a'x)", "(?P=a)"})
        CHECK_MESSAGE(first_match(wrong, "x") == "invalid", wrong);
    // Not a group, but text.
    CHECK(first_match("\\(?<a>", "(<a>") == "(<a>");
    CHECK(first_match("[(?<a>]+", "(?<a>") == "(?<a>");
    CHECK(first_match("\\Q(?<a>\\E", "(?<a>") == "(?<a>");
}

TEST_CASE("patterns: classes of characters by their Unicode names") {
    CHECK(first_match("\\pL+", "1\xC3\xA9x2") == "\xC3\xA9x");
    CHECK(first_match("\\p{Letter}+", "1ab") == "ab");
    CHECK(first_match("\\p{lowercase_letter}+", "Aab") == "ab");
    CHECK(first_match("\\p{Greek}+", "ab\xCE\xB1\xCE\xB2") == "\xCE\xB1\xCE\xB2");
    CHECK(first_match("\\P{Greek}+", "\xCE\xB1z") == "z");
    CHECK(first_match("\\p{^Greek}+", "\xCE\xB1z") == "z");
    CHECK(first_match("[\\p{Nd}_]+", "ab1_2c") == "1_2");
    CHECK(first_match("[^\\p{Nd}]+", "1ab") == "ab");
    CHECK(first_match("\\p{Any}", "x") == "x");
    CHECK(first_match("\\p{ASCII}+", "\xC3\xA9x") == "x");
    for (const char* wrong :
         {"\\p{Nope}", "\\p{}", "\\p", "\\p{Greek", "\\pX", "\\p{Grek}", "\\C", "[\\p{Nope}]"})
        CHECK_MESSAGE(first_match(wrong, "x") == "invalid", wrong);
}

TEST_CASE("patterns: hostile ones end in an error, quickly") {
    for (const char* wrong : {"(", ")", "[", "[a", "a**", "*", "\\", "(?i", "a{1001}", "(a{1000}){1000}",
                              "\\8", "(?P<n>", "[b-a]", "\xFF"})
        CHECK_MESSAGE(first_match(wrong, "x") == "invalid", wrong);
    CHECK(first_match(std::string(100'000, '('), "x") == "invalid");
    CHECK(first_match(std::string(60'000, '('), "x") == "invalid");
    std::string classes;
    for (int i = 0; i < 2'000; ++i) classes += "\\pL";
    CHECK(first_match(classes, "x") == "invalid");
    // Exponential in engines that backtrack.
    CHECK(first_match("(a*)*b", std::string(50'000, 'a')) == "none");
    CHECK(first_match("(x+x+)+y", std::string(10'000, 'x')) == "none");
}

TEST_CASE("patterns: no match begins inside a character") {
    const auto pattern = Pattern::compile("\\B");
    REQUIRE(pattern);
    std::vector<MatchSpan> spans;
    const std::string_view text = "b\xE6\x97\xA5";
    REQUIRE(pattern->search(text, 0, spans));
    CHECK(spans[0].begin == 4);
}

TEST_CASE("patterns: the cache gives the result of compiling, also errors") {
    PatternCache cache;
    const std::string wrong = Pattern::compile("(a").error();
    for (int round = 0; round < 3; ++round) {
        CHECK(cache.get("(a").error() == wrong);
        REQUIRE(cache.get("(?P<n>a)"));
        CHECK((*cache.get("(?P<n>a)"))->group_names() == std::vector<std::string>{"n"});
        // More than the cache keeps.
        for (int i = 0; i < 300; ++i) CHECK(cache.get("a{" + std::to_string(i) + "}"));
    }
}

TEST_CASE("patterns: the cache keeps those that packs have, also long ones") {
    PatternCache cache;
    const std::string pattern = "^(" + std::string(500, 'a') + ")$";
    CHECK(*cache.get(pattern) == *cache.get(pattern));
}
