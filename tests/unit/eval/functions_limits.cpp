// Hostile calls: bombs, odd input, inputs that crash the reference. All give ordinary errors quickly.
#include "tests/unit/eval/functions_support.h"

using namespace hcl;
using test::call;
using test::dec;
using test::num;
using test::shown;
using test::str;
using test::strings;

namespace {

Value numbers(std::int64_t count) {
    std::vector<Value> elements;
    for (std::int64_t i = 0; i < count; ++i) elements.push_back(num(i));
    return Value::list(Type::number(), std::move(elements));
}

}  // namespace

TEST_CASE("functions: growth is paid for before it happens") {
    const eval::Limits small{.steps = 100'000, .bytes = 1 << 20};
    const std::string text(10'000, 'a');
    CHECK(shown(call("replace", {str(text), str("a"), str(text)}, small)) == "out of budget");
    CHECK(shown(call("replace", {str(text), str(""), str(text)}, small)) == "out of budget");
    CHECK(shown(call("regexreplace", {str(text), str("a"), str(text)}, small)) == "out of budget");
    CHECK(shown(call("regexreplace",
                     {str(text), str("(a*)"),
                      str("$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1"
                          "$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1"
                          "$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1"
                          "$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1"
                          "$1$1$1$1$1$1$1$1$1$1$1$1")},
                     small)) == "out of budget");
    CHECK(shown(call("indent", {num(1'000'000'000'000), str("a\nb")})) == "out of budget");
    CHECK(shown(call("indent", {num(9'000), str(std::string(500, '\n'))}, small)) == "out of budget");
    CHECK(shown(call("setproduct", {numbers(1'000), numbers(1'000)}, small)) == "out of budget");
    CHECK(shown(call("setproduct", std::vector<Value>(8, numbers(1'000)))) == "out of budget");
    CHECK(shown(call("split", {str(""), str(std::string(200'000, 'a'))}, small)) == "out of budget");
    CHECK(shown(call("concat", std::vector<Value>(50, numbers(5'000)), small)) == "out of budget");
    CHECK(shown(call("jsondecode", {str(std::string(200'000, '['))}, small)) == "error");
    CHECK(shown(call("jsondecode", {str("[" + std::string(400'000, '1') + "]")}, small)) == "out of budget");
    CHECK(shown(call("parseint", {str(std::string(90'000, '9')), num(10)}, small)) == "out of budget");
    CHECK(shown(call("parseint", {str(std::string(200'000, '9')), num(10)})) == "error 0");
    CHECK(shown(call("range", {dec("1e9")})) == "error");
    CHECK(shown(call("range", {num(0), num(10), dec("0.0000001")})) == "error");
    CHECK(shown(call("range", {num(0), num(10), num(0)})) == "error");
    std::string csv = "a,b,c,d,e,f,g,h\n";
    for (int i = 0; i < 20'000; ++i) csv += ",,,,,,,\n";
    CHECK(shown(call("csvdecode", {str(csv)}, small)) == "out of budget");
}

TEST_CASE("functions: formats of absurd width") {
    for (const char* format : {"%1000000000d", "%99999999999999999999d", "%.1000000000f", "%1000000000s",
                               "%200000v", "%.200000e", "%[99999999999999999999]d"})
        CHECK_MESSAGE(shown(call("format", {str(format), num(1)})) == "error", format);
    CHECK(call("format", {str("%100000d"), num(1)})->as_string().size() == 100'000);
    // A short number with a very long text.
    CHECK(shown(call("format", {str("%f"), dec("1e200000")})).starts_with("out of budget"));
    CHECK(call("format", {str("%g"), dec("1e200000")})->as_string() == "1e+200000");
    CHECK(shown(call("format", {str("%d"), dec("1e2000000")})) == "out of budget");
    CHECK(shown(call("format", {str("%d"), Value::number(Number::infinity())})) == "error");
    CHECK(call("format", {str("%+08.1f|% f|%-9g|"), Value::number(Number::infinity()), num(1),
                          Value::number(Number::infinity(true))})
              ->as_string() == "    +Inf| 1.000000|-Inf     |");
}

TEST_CASE("functions: where the reference crashes, ours is an error") {
    CHECK(shown(call("int", {Value::number(Number::infinity())})) == "error 0");
    CHECK(shown(call("log", {num(-1), num(2)})) == "error");
    CHECK(shown(call("log", {num(1), num(1)})) == "error");
    CHECK(shown(call("pow", {num(-8), dec("0.3")})) == "error");
    CHECK(shown(call("indent", {num(-1), str("a\nb")})) == "error");
    CHECK(shown(call("chunklist", {numbers(3), num(-1)})) == "error");
    const Value null_key = Value::list(Type::string(), {Value::null(Type::string())});
    CHECK(shown(call("zipmap", {null_key, numbers(1)})) == "error");
    CHECK(shown(call("zipmap", {null_key, Value::tuple({num(1)})})) == "error");
    CHECK(call("setunion", {Value::dynamic()})->is_unknown());
    CHECK(shown(call("flatten", {str("a")})) == "error");
}

TEST_CASE("functions: positions beyond all bounds") {
    const Value huge = num(std::numeric_limits<std::int64_t>::max());
    const Value least = num(std::numeric_limits<std::int64_t>::min());
    CHECK(call("substr", {str("abc"), huge, huge})->as_string() == "");
    CHECK(call("substr", {str("abc"), least, huge})->as_string() == "abc");
    CHECK(call("substr", {str("abc"), num(1), huge})->as_string() == "bc");
    CHECK(shown(call("substr", {str("abc"), dec("1e30"), num(1)})) == "error");
    CHECK(call("element", {strings({"a", "b", "c"}), huge})->as_string() == "b");
    CHECK(call("element", {strings({"a", "b", "c"}), least})->as_string() == "b");
    CHECK(call("element", {strings({"a", "b", "c"}), num(-1)})->as_string() == "c");
    CHECK(shown(call("slice", {numbers(3), num(0), huge})) == "error 2");
    CHECK(shown(call("slice", {numbers(3), huge, huge})) == "error 1");
    CHECK(call("chunklist", {numbers(3), huge})->size() == 1);
    const Value buffer = eval::functions::bytes_value("hello");
    CHECK(shown(call("bytesslice", {buffer, num(1), huge})) == "error");
    CHECK(shown(call("bytesslice", {buffer, huge, huge})) == "error");
}

TEST_CASE("functions: JSON text as hostile as it gets") {
    for (const char* wrong : {"",           " ",       "{",        "[",   "\"",      "\"\\",
                              "\"\\u12",    "\"\\x\"", "tru",      "nul", "-",       "1.",
                              "1e",         "01x",     "[1,]",     "{,}", "{\"a\"}", "{\"a\":}",
                              "{\"a\":1,}", "[1 2]",   "\"\x01\"", "1 2", "+1",      "{\"a\":1,\"a\":\"x\"}",
                              "'a'",        "NaN"})
        CHECK_MESSAGE(!call("jsondecode", {str(wrong)}), wrong);
    std::string deep(400, '[');
    deep += std::string(400, ']');
    CHECK(call("jsondecode", {str(deep)}));
    CHECK(!call("jsondecode", {str(std::string(100'000, '[') + std::string(100'000, ']'))}));
    CHECK(call("jsondecode", {str("\"\\ud83d\\ude00\"")})->as_string() == "\xF0\x9F\x98\x80");
    CHECK(call("jsondecode", {str("\"\\ud83dx\"")})->as_string() == "\xEF\xBF\xBDx");
    CHECK(call("jsondecode", {str("\"\\ud83d\\u0041\"")})->as_string() ==
          "\xEF\xBF\xBD"
          "A");
    CHECK(call("jsonencode", {str("<a&b>\xE2\x80\xA8\x7F\x01\b")})->as_string() ==
          "\"\\u003ca\\u0026b\\u003e\\u2028\x7F\\u0001\\b\"");
}

TEST_CASE("functions: dates with quotes in odd places") {
    const Value time = str("2006-01-02T03:04:05+00:00");
    const auto formatted = [&](std::string_view format) {
        return shown(call("formatdate", {str(format), time}));
    };
    const auto text = [&](std::string_view format) {
        return std::string(call("formatdate", {str(format), time})->as_string());
    };
    CHECK(text("''") == "'");
    CHECK(text("'a''b'") == "a'b");
    CHECK(text("'a''") == "a'");
    CHECK(text("''''") == "''");
    CHECK(text("YYYY-MM-DD'T'hh:mm:ssZ") == "2006-01-02T03:04:05Z");
    CHECK(text("EEEE EEE MMMM MMM M D YY H HH AA aa Z ZZZ ZZZZ ZZZZZ") ==
          "Monday Mon January Jan 1 2 06 3 03 AM am Z UTC +0000 +00:00");
    for (const char* wrong : {"'", "'a", "YYY", "MMMMM", "DDD", "E", "hhh", "HHH", "A", "aaa", "mmm", "sss",
                              "ZZ", "ZZZZZZ", "Q", "x"})
        CHECK_MESSAGE(formatted(wrong) == "error 0", wrong);
    CHECK(formatted(std::string(100'000, 'Y')) == "error 0");
}

TEST_CASE("functions: marks of arguments reach the result") {
    const Value secret = str("a").with_marks(Marks::sensitive());
    CHECK(call("upper", {secret})->is_marked());
    CHECK(call("join", {str(","), Value::list(Type::string(), {secret})})->is_marked());
    const auto keys = call("zipmap", {Value::list(Type::string(), {secret}), numbers(1)});
    CHECK(keys->is_marked());
    const auto looked_up = call("lookup", {Value::map(Type::string(), {{"a", secret}}), str("a"), str("")});
    CHECK(looked_up->is_marked());
    // Marks of elements stay on the elements.
    const auto values = call("values", {Value::map(Type::string(), {{"a", secret}})});
    CHECK(!values->is_marked());
    CHECK(values->contains_marks());
    const auto flat =
        call("flatten", {Value::tuple({Value::tuple({num(1)}).with_marks(Marks::sensitive())})});
    CHECK(flat->is_marked());
}

TEST_CASE("functions: small values with endless contents") {
    // Every level contains the one below twice.
    const auto tower = [](Value bottom, int levels) {
        for (int i = 0; i < levels; ++i) bottom = Value::tuple({bottom, bottom});
        return bottom;
    };
    const eval::Limits small{.steps = 100'000, .bytes = 1 << 20};
    CHECK(shown(call("flatten", {tower(Value::tuple({}), 22)}, small)) == "out of budget");
    CHECK(shown(call("flatten", {tower(num(1), 22)}, small)) == "out of budget");
    CHECK(shown(call("jsonencode", {tower(num(1), 22)}, small)) == "out of budget");
    CHECK(shown(call("jsonencode", {tower(Value::null(), 22)}, small)) == "out of budget");
    CHECK(shown(call("format", {str("%v"), tower(num(1), 22)}, small)) == "out of budget");
    const Value high = tower(num(1), 18);
    const Value list = Value::list(high.type(), {high, high, high});
    CHECK(call("distinct", {list})->size() == 1);
    CHECK(call("to_set", {list})->size() == 1);
}

TEST_CASE("functions: searches that look to the end of the text every time") {
    CHECK(shown(call("regexall", {str("x.*y|x"), str(std::string(200'000, 'x'))},
                     {.steps = 100'000, .bytes = 1 << 26})) == "out of budget");
    CHECK(shown(call("regexreplace", {str(std::string(200'000, 'x')), str("x.*y|x"), str("")},
                     {.steps = 100'000, .bytes = 1 << 26})) == "out of budget");
}

TEST_CASE("functions: ranges of whole numbers are as those of fractions") {
    CHECK(shown(call("range", {num(3)})) == "[0, 1, 2]");
    CHECK(shown(call("range", {num(3), num(0)})) == "[3, 2, 1]");
    CHECK(shown(call("range", {num(0), num(7), num(3)})) == "[0, 3, 6]");
    CHECK(shown(call("range", {num(0), num(6), num(3)})) == "[0, 3]");
    CHECK(shown(call("range", {dec("0"), dec("1.5"), dec("0.5")})) == "[0, 0.5, 1]");
    CHECK(shown(call("range", {num(5), num(5)})) == "[]");
    CHECK(call("range", {num(1024)})->size() == 1024);
    CHECK(shown(call("range", {num(1025)})) == "error");
    CHECK(shown(call("range", {num(1), num(2), num(0)})) == "error");
    CHECK(shown(call("range", {num(1), num(1), num(0)})) == "[]");
    CHECK(shown(call("range", {num(1), num(2), num(-1)})) == "error 1");
    CHECK(shown(call("range", {dec("1e18"), dec("1000000000000000002")})) ==
          "[1000000000000000000, 1000000000000000001]");
    const eval::Limits small{.steps = 100};
    CHECK(shown(call("range", {num(1025)}, small)) == "out of budget");
    CHECK(shown(call("range", {num(200)}, small)) == "out of budget");
}
