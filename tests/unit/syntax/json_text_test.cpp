// JSON literals: escapes, surrogates, places, numbers.
#include <doctest/doctest.h>

#include "engine/base/json_string.h"
#include "engine/syntax/json/json_literals.h"

namespace hcl::syntax {

TEST_CASE("json strings: decoding") {
    CHECK(decode_json_string(R"("plain")") == "plain");
    CHECK(decode_json_string(R"("")").empty());
    CHECK(decode_json_string(R"("a\"b\\c\/d\b\f\n\r\t")") == "a\"b\\c/d\b\f\n\r\t");
    CHECK(decode_json_string(R"("\u0041\u00e9\u20AC")") == "A\xC3\xA9\xE2\x82\xAC");
    CHECK(decode_json_string(R"("\uD83D\uDE00")") == "\xF0\x9F\x98\x80");
    CHECK(decode_json_string(R"("\uD83D")") == "\xEF\xBF\xBD");
    CHECK(decode_json_string(R"("\uD83D\u0041")") ==
          "\xEF\xBF\xBD"
          "A");
    CHECK(decode_json_string(R"("\uDE00x")") == "\xEF\xBF\xBDx");
    CHECK(decode_json_string("\"a\xFFz\"") == "a\xEF\xBF\xBDz");
    CHECK(decode_json_string("\"\xED\xA0\x80\"") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    // Malformed literals give what can be read.
    CHECK(decode_json_string("\"open") == "open");
    CHECK(decode_json_string("\"open\\\"") == "open\"");
    CHECK(decode_json_string("\"a\\qb\\u12\"") == "a\\qb\\u12");
    CHECK(decode_json_string("'single'") == "single");
    CHECK(decode_json_string("\"").empty());
    CHECK(decode_json_string("").empty());
}

TEST_CASE("json strings: places in the literal") {
    std::string_view literal = R"("a\n\uD83D\uDE00b")";
    CHECK(json_string_offsets(literal) == std::vector<std::uint32_t>{1, 2, 4, 4, 4, 4, 16, 17});
    CHECK(json_string_offsets("\"a\xFFz\"") == std::vector<std::uint32_t>{1, 2, 2, 2, 3, 4});
    CHECK(json_string_offsets("\"a\xC3\xA9\"").empty());
}

TEST_CASE("json strings: encoding is undone by decoding") {
    for (std::string_view text : {"", "a\"b\\c", "\n\r\t\b\f\x01\x1F", "\xC3\xA9"})
        CHECK(decode_json_string(json_string(text)) == text);
}

TEST_CASE("json strings: the first mistake") {
    using Kind = JsonStringProblem::Kind;
    CHECK(check_json_string(R"("fine \n \u00e9")").kind == Kind::None);
    CHECK(check_json_string("\"open").kind == Kind::Unterminated);
    CHECK(check_json_string("\"open\\").kind == Kind::Unterminated);
    JsonStringProblem problem = check_json_string(R"("ab\qc")");
    CHECK(problem.kind == Kind::Escape);
    CHECK(problem.offset == 3);
    CHECK(problem.length == 2);
    problem = check_json_string(R"("\u12")");
    CHECK(problem.kind == Kind::UnicodeEscape);
    CHECK(problem.length == 4);
    CHECK(check_json_string("\"a\tb\"").kind == Kind::Control);
}

TEST_CASE("json numbers") {
    for (std::string_view good :
         {"0", "-0", "1", "10", "1.5", "0.001", "1e5", "1E+5", "1e-5", "-12.50e10", "1e2147483640",
          "0.0001e2147483650", "0e99999999999", "1e-99999999999999999999999"})
        CHECK_MESSAGE(check_json_number(good).empty(), good);
    for (std::string_view bad : {"", "-", "+1", ".5", "1.", "01", "-01", "1e", "1e+", "1.2.3", "1-2", "--1",
                                 "1e2147483647", "1e9999999999"})
        CHECK_MESSAGE(!check_json_number(bad).empty(), bad);
}

}  // namespace hcl::syntax
