#include "engine/value/number.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace hcl;

namespace {

Number number_of(std::string_view text) {
    ParsedNumber parsed = parse_number(text, NumberSyntax::Flexible);
    REQUIRE(parsed.problem != NumberProblem::Syntax);
    return parsed.number;
}

std::string text(const std::optional<Number>& n) {
    return n ? n->to_text().value_or("(long)") : "(not a number)";
}

std::string nines(int n) {
    return std::string(static_cast<std::size_t>(n), '9');
}

}  // namespace

TEST_CASE("integers are exact to 512 bits") {
    CHECK(text(add(number_of("9223372036854775807"), number_of("1"))) == "9223372036854775808");
    CHECK(text(multiply(number_of("18446744073709551616"), number_of("18446744073709551616"))) ==
          "340282366920938463463374607431768211456");
    CHECK(number_of(nines(154)).to_text() == nines(154));
    CHECK(text(subtract(number_of(nines(154)), number_of(nines(153) + "8"))) == "1");
    CHECK(parse_number(nines(154), NumberSyntax::Literal).problem == NumberProblem::None);
    CHECK(parse_number(nines(200), NumberSyntax::Literal).problem == NumberProblem::Inexact);
    // Long, but exact: a power of two.
    CHECK(parse_number("1" + std::string(100, '0'), NumberSyntax::Literal).problem == NumberProblem::None);
}

TEST_CASE("fractions round to nearest, ties to even, at 512 bits") {
    CHECK(text(add(number_of("0.1"), number_of("0.2"))) == "0.3");
    CHECK(*multiply(*divide(number_of("1"), number_of("3")), number_of("3")) == number_of("1"));
    // 2^512 + 1 lies between two representable numbers, 2^512 + 3 as well: one rounds down, the other up.
    Number big = number_of("1");
    for (int i = 0; i < 512; ++i) big = *multiply(big, number_of("2"));
    CHECK(*add(big, number_of("1")) == big);
    CHECK(*add(big, number_of("3")) == *add(big, number_of("4")));
    CHECK(parse_number("0.1", NumberSyntax::Literal).problem == NumberProblem::None);
}

TEST_CASE("fractions of few bits are exact") {
    std::vector<Number> numbers;
    for (const char* digits : {"0.5", "-0.25", "1.5", "7", "-3", "0.0000152587890625", "123456789.125",
                               "18446744073709551615", "9223372036854775808", "-4611686018427387904.5"})
        numbers.push_back(number_of(digits));
    for (const Number& a : numbers)
        for (const Number& b : numbers) {
            CAPTURE(text(a));
            CAPTURE(text(b));
            const Number sum = *add(a, b), product = *multiply(a, b), rest = *modulo(a, b);
            CHECK(*subtract(sum, b) == a);
            CHECK(*subtract(sum, a) == b);
            CHECK(*divide(product, b) == a);
            CHECK(*add(product, product) == *multiply(product, number_of("2")));
            CHECK(*add(*multiply(divide(a, b)->truncated(), b), rest) == a);
            CHECK((rest.is_zero() || rest.is_negative() == a.is_negative()));
            CHECK(rest.absolute() < b.absolute());
            CHECK((a < b) == subtract(a, b)->is_negative());
        }
    // Further apart than machine words reach.
    CHECK(text(add(number_of("1e30"), number_of("0.5"))) == "1000000000000000000000000000000.5");
    CHECK(text(subtract(number_of("0.5"), number_of("0.5"))) == "0");
    CHECK(text(add(number_of("0.5").with_precision(2), number_of("8").with_precision(2))) == "8");
}

TEST_CASE("precision follows the operands") {
    CHECK(text(divide(Number::integer(1), Number::integer(3))) == "0.33333333333333333334");
    CHECK(text(divide(Number::from_double(1), Number::from_double(3))) == "0.3333333333333333");
    CHECK(divide(Number::integer(1), number_of("3"))->precision() == 512);
    CHECK(multiply(Number::integer(std::numeric_limits<std::int64_t>::max()), Number::integer(3))
              ->precision() == 65);
    CHECK(number_of("1.5").min_precision() == 2);
    CHECK(number_of("0.1").with_precision(53) == Number::from_double(0.1));
}

TEST_CASE("infinities are numbers, and nothing is not a number") {
    Number inf = Number::infinity();
    CHECK(inf > number_of("1e1000"));
    CHECK(Number::infinity(true) < number_of("-1e1000"));
    CHECK(inf == Number::infinity());
    CHECK(inf != Number::infinity(true));
    CHECK(text(divide(number_of("1"), number_of("0"))) == "+Inf");
    CHECK(text(divide(number_of("1"), number_of("-0"))) == "-Inf");
    CHECK(!divide(number_of("0"), number_of("0")));
    CHECK(!subtract(inf, inf));
    CHECK(!multiply(inf, number_of("0")));
    CHECK(!divide(inf, inf));
    CHECK(!modulo(number_of("0"), inf));
    CHECK(text(modulo(number_of("5"), number_of("0"))) == "5");
    CHECK(number_of("-0") == number_of("0"));
    CHECK(text(number_of("-0")) == "-0");
    CHECK(text(multiply(number_of("0"), number_of("-3"))) == "-0");
}

TEST_CASE("numbers beyond the exponent's range") {
    CHECK(parse_number("1e999999999", NumberSyntax::Literal).problem == NumberProblem::Overflow);
    CHECK(parse_number("1e999999999", NumberSyntax::Literal).number == Number::infinity());
    CHECK(parse_number("1e-999999999", NumberSyntax::Literal).problem == NumberProblem::Underflow);
    CHECK(parse_number("1e9999999999", NumberSyntax::Literal).problem == NumberProblem::Exponent);
    CHECK(!number_of("1e600000000").to_text());
    CHECK(number_of("1e600000000").to_display() == "1e+600000000");
    CHECK(number_of("-1e400000").format('e', std::nullopt) == "-1e+400000");
    CHECK(number_of("1e-4000").to_text()->size() == 4002);
    // A sum of the very large and the very small does not need the room between them.
    CHECK(*add(number_of("1e100000000"), number_of("1e-100000000")) == number_of("1e100000000"));
}

TEST_CASE("text of numbers") {
    struct Row {
        const char* in;
        const char* out;
    };
    for (auto [in, out] :
         {Row{"12.50", "12.5"},
          {"1e3", "1000"},
          {".5", "0.5"},
          {"1.", "1"},
          {"+7", "7"},
          {"1p3", "8"},
          {"-2.5e-5", "-0.000025"},
          {"Inf", "+Inf"},
          {"-inf", "-Inf"},
          {"007", "7"},
          {"100000000000000000000000000000000000000001", "100000000000000000000000000000000000000001"}})
        CHECK(number_of(in).to_text() == out);
    for (const char* bad : {"", "-", ".", "e5", "1e", "1e+", "0x10", "1_000", " 1", "1 ", "1,5", "infinity",
                            "nan", "--1", "1..2", "1e--5", "\u0661"})
        CHECK(parse_number(bad, NumberSyntax::Flexible).problem == NumberProblem::Syntax);
    for (const char* bad : {"1e3", "+7", ".5", "1.", "Inf"})
        CHECK(parse_number(bad, NumberSyntax::Plain).problem == NumberProblem::Syntax);
    CHECK(parse_number("-1.5", NumberSyntax::Plain).problem == NumberProblem::None);
    CHECK(parse_number("-1", NumberSyntax::Literal).problem == NumberProblem::Syntax);
    CHECK(number_of("12345.678").format('e', 6) == "1.234568e+04");
    CHECK(number_of("0.5").format('f', 0) == "0");
    CHECK(number_of("1.5").format('f', 0) == "2");
    CHECK(number_of("1e21").format('g', std::nullopt) == "1e+21");
    CHECK(number_of("999.9").format('f', 0) == "1000");
}

TEST_CASE("machine numbers in and out") {
    CHECK(Number::from_double(5e-324).to_double() == 5e-324);
    CHECK(Number::from_double(1.7976931348623157e308).to_double() == 1.7976931348623157e308);
    CHECK(std::isinf(number_of("1e309").to_double()));
    CHECK(number_of("1e-400").to_double() == 0.0);
    CHECK(number_of("9007199254740993").to_double() == 9007199254740992.0);
    CHECK(number_of("1.5").to_int64() == std::nullopt);
    CHECK(number_of("9223372036854775808").to_int64() == std::nullopt);
    CHECK(number_of("9223372036854775808").to_uint64() == 9223372036854775808u);
    CHECK(number_of("-9223372036854775808").to_int64() == std::numeric_limits<std::int64_t>::min());
    CHECK(Number::integer(std::numeric_limits<std::int64_t>::min()).negated().to_text() ==
          "9223372036854775808");
    CHECK(number_of("-2.5").floor() == number_of("-3"));
    CHECK(number_of("-2.5").ceil() == number_of("-2"));
    CHECK(number_of("2.5").ceil() == number_of("3"));
}

TEST_CASE("other bases") {
    CHECK(Number::parse_integer("ff", 16)->to_text() == "255");
    CHECK(Number::parse_integer("-Zz", 62)->to_text() == "-3817");
    CHECK(!Number::parse_integer("12", 2));
    CHECK(!Number::parse_integer("", 10));
    CHECK(number_of("255").to_base(16) == "ff");
    CHECK(number_of("-8").to_base(2) == "-1000");
    CHECK(!number_of("1.5").to_base(10));
    CHECK(number_of("123456789012345678901234567890").to_base(10) == "123456789012345678901234567890");
}

TEST_CASE("a long text of digits does not take long") {
    std::string digits(2'000'000, '7');
    ParsedNumber parsed = parse_number(digits, NumberSyntax::Literal);
    CHECK(parsed.problem == NumberProblem::Inexact);
    CHECK(parsed.number.to_display().starts_with("7.777"));
    CHECK(!Number::parse_integer(digits, 10));
}
