#include "engine/value/text.h"

#include <doctest/doctest.h>

#include "engine/value/value.h"

using namespace hcl;

TEST_CASE("strings are NFC from birth") {
    CHECK(Value::string("e\u0301").as_string() == "\u00e9");
    CHECK(Value::string("\u00e9").identical(Value::string("e\u0301")));
    CHECK(Value::string("a\xFF"
                        "b")
              .as_string() == "a\uFFFDb");
    CHECK(Value::string("\xE2\x82").as_string() == "\uFFFD");
    CHECK(Value::string("plain").as_string() == "plain");
    // On both sides of what fits inside the value.
    for (std::size_t n : {0u, 1u, 13u, 14u, 15u, 16u, 1000u}) {
        std::string text(n, 'x');
        CHECK(Value::string(text).as_string() == text);
    }
    CHECK(is_nfc("\u00e9"));
    CHECK(!is_nfc("e\u0301"));
    CHECK(!is_nfc("\xFF"));
}

TEST_CASE("length and parts count grapheme clusters") {
    CHECK(grapheme_count("") == 0);
    CHECK(grapheme_count("hello") == 5);
    CHECK(grapheme_count("e\u0301x") == 2);
    CHECK(grapheme_count("\U0001F468\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466 ok") == 4);
    CHECK(grapheme_count("a\r\nb") == 3);
    CHECK(grapheme_count("\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7") == 2);
    CHECK(grapheme_substring("h\u00e9llo", 1, 3) == "\u00e9ll");
    CHECK(grapheme_substring("hello", 1, std::nullopt) == "ello");
    CHECK(grapheme_substring("h\u00e9llo", 5, 3) == "");
    CHECK(grapheme_substring("h\u00e9llo", 3, 30) == "lo");
    CHECK(grapheme_substring("h\u00e9llo", 2, 0) == "");
    CHECK(reverse_graphemes("abc") == "cba");
    CHECK(reverse_graphemes("ab\r\n") == "\r\nba");
    CHECK(reverse_graphemes("x\U0001F468\u200D\U0001F469y") == "y\U0001F468\u200D\U0001F469x");
    CHECK(next_grapheme("e\u0301x", 0) == 3);
    CHECK(next_grapheme("ab", 1) == 2);
}

TEST_CASE("case is mapped without locale") {
    CHECK(to_upper("istanbul \u00e9\u0131") == "ISTANBUL \u00c9I");
    CHECK(to_lower("ISTANBUL \u00c9") == "istanbul \u00e9");
    CHECK(to_upper("stra\u00dfe") == "STRA\u00dfE");
    CHECK(to_title("hello world-wide x_y 1st \u00e9t\u00e9") == "Hello World-Wide X_y 1st \u00c9t\u00e9");
}

TEST_CASE("a prefix is promised only as far as nothing can change it") {
    CHECK(safe_prefix("pre-") == "pre-");
    CHECK(safe_prefix("pre-fix") == "pre-fi");
    CHECK(safe_prefix("cafe") == "caf");
    CHECK(safe_prefix("x \U0001F468\u200D\U0001F469") == "x ");
    CHECK(safe_prefix("") == "");
    CHECK(safe_prefix("a=") == "a");
}

TEST_CASE("code points") {
    std::size_t pos = 0;
    CHECK(decode_utf8("\u20AC", pos) == 0x20AC);
    CHECK(pos == 3);
    pos = 0;
    CHECK(decode_utf8("\xC3", pos) == 0xFFFD);
    CHECK(pos == 1);
    std::string out;
    append_utf8(out, 0x1F600);
    append_utf8(out, 0xD800);
    CHECK(out == "\U0001F600\uFFFD");
    CHECK(replace_invalid_utf8("a\xF0\x9F\x98z") == "a\uFFFDz");
}

TEST_CASE("text: many combining marks in any order have the normal form of few") {
    std::string given = "a";
    std::string below;
    std::string above;
    for (int i = 0; i < 400; ++i) {
        given += "\u0301\u0316";
        below += "\u0316";
        if (i > 0) above += "\u0301";
    }
    CHECK(!is_nfc(given));
    CHECK(to_nfc(given) == "\u00E1" + below + above);
    CHECK(is_nfc(to_nfc(given)));
    CHECK(to_nfc("a\u0316\u0301") == "\u00E1\u0316");
}
