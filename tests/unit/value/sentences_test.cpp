// The information model's own rules, sentence by sentence, under both rule sets. Rows give what `spec` (the
// documents) and `reference` (the Go tools) answer; where the two agree, both columns say the same.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "engine/value/capsule.h"
#include "engine/value/convert.h"
#include "engine/value/ops.h"
#include "engine/value/unify.h"
#include "tests/unit/value/support.h"

using namespace hcl;
using hcl::test::type_of;

namespace {

constexpr CapsuleType kBytes("bytes");
constexpr CapsuleType kOtherBytes("bytes");

Value num(std::string_view text) {
    return Value::number(parse_number(text, NumberSyntax::Flexible).number);
}
Value str(std::string_view text) {
    return Value::string(text);
}
Value strings(std::vector<Value> elements) {
    return Value::list(Type::string(), std::move(elements));
}
Value unknown(std::string_view type) {
    return Value::unknown(type_of(type));
}
Value null(std::string_view type) {
    return Value::null(type_of(type));
}

// "type: value", or "error".
std::string shown(const ValueResult& result) {
    if (!result) return "error";
    return result->type().to_source() + ": " + result->to_display();
}

std::string truth(const Value& value) {
    return value.is_unknown() ? "unknown" : value.as_bool() ? "true" : "false";
}

const char* name_of(Conversion conversion) {
    static constexpr const char* kNames[] = {"none", "unsafe", "safe", "same"};
    return kNames[static_cast<int>(conversion)];
}

}  // namespace

TEST_CASE("information model: equality") {
    struct Row {
        const char* sentence;
        Value a;
        Value b;
        const char* spec;
        const char* reference;
    };
    Value list_one = Value::list(Type::number(), {num("1")});
    Row rows[] = {
        {"equal if and only if they have identical types", num("1"), str("1"), "false", "false"},
        {"equal if and only if they have identical types", list_one, Value::tuple({num("1")}), "false",
         "false"},
        {"equal if and only if they have identical types", Value::list(Type::string(), {}),
         Value::list(Type::number(), {}), "false", "false"},
        {"NFC of each string produces identical sequences", str("e\u0301"), str("\u00e9"), "true", "true"},
        {"bools are equal if both true or both false", Value::boolean(true), Value::boolean(true), "true",
         "true"},
        {"bools are equal if both true or both false", Value::boolean(true), Value::boolean(false), "false",
         "false"},
        {"numbers are equal if numerically equal", num("0.5"), num("5e-1"), "true", "true"},
        {"numbers are equal if numerically equal", num("-0"), num("0"), "true", "true"},
        {"infinities are equal to themselves", num("Inf"), num("Inf"), "true", "true"},
        {"but not to each other", num("Inf"), num("-Inf"), "false", "false"},
        {"structural values are equal if all corresponding parts are", Value::tuple({num("1"), str("a")}),
         Value::tuple({num("1"), str("a")}), "true", "true"},
        {"structural values are equal if all corresponding parts are", Value::object({{"a", num("1")}}),
         Value::object({{"a", num("2")}}), "false", "false"},
        {"identical structural types have the same attributes", Value::object({{"a", num("1")}}),
         Value::object({{"b", num("1")}}), "false", "false"},
        {"collections need the same number of elements", list_one, Value::list(Type::number(), {}), "false",
         "false"},
        {"sets have no order", Value::set(Type::number(), {num("1"), num("2")}),
         Value::set(Type::number(), {num("2"), num("1"), num("1")}), "true", "true"},
        {"maps are equal by key", Value::map(Type::number(), {{"a", num("1")}}),
         Value::map(Type::number(), {{"b", num("1")}}), "false", "false"},
        {"a null value of a type is equal to itself", null("string"), null("string"), "true", "true"},
        {"a null value of a type is equal to itself (alone)", null("string"), null("number"), "false",
         "true"},
        {"a null is not a value", null("string"), str(""), "false", "false"},
        {"comparing two unknown values of any type yields an unknown bool", unknown("number"),
         unknown("number"), "unknown", "unknown"},
        {"comparing with an unknown value yields an unknown bool", unknown("string"), num("1"), "unknown",
         "false"},
        {"comparing with an unknown value yields an unknown bool", unknown("string").refined_not_null(),
         null("string"), "unknown", "false"},
        {"an unknown part leaves the whole open", Value::tuple({unknown("number")}), Value::tuple({num("1")}),
         "unknown", "unknown"},
        {"types are known where values are not", Value::tuple({unknown("number")}), Value::tuple({str("a")}),
         "false", "false"},
        {"the dynamic value may be anything", Value::dynamic(), num("1"), "unknown", "unknown"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.sentence);
        CAPTURE(row.a.to_display());
        CAPTURE(row.b.to_display());
        CHECK(truth(ops::equals(row.a, row.b, Rules::spec())) == row.spec);
        CHECK(truth(ops::equals(row.b, row.a, Rules::spec())) == row.spec);
        CHECK(truth(ops::equals(row.a, row.b, Rules::reference())) == row.reference);
        CHECK(truth(ops::equals(row.b, row.a, Rules::reference())) == row.reference);
        const char* opposite[] = {"true", "false", "unknown"};
        int at = std::string_view(row.spec) == "true" ? 1 : std::string_view(row.spec) == "false" ? 0 : 2;
        CHECK(truth(ops::not_equals(row.a, row.b, Rules::spec())) == opposite[at]);
    }
}

TEST_CASE("information model: numbers") {
    // "Integers are represented with at least 256 bits", "a mantissa of at least 256 bits".
    std::string bits256 = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    CHECK(parse_number(bits256, NumberSyntax::Literal).problem == NumberProblem::None);
    CHECK(Number::integer(1, 512).precision() >= 256);
    // "a signed binary exponent of at least 16 bits"
    CHECK(parse_number("1e-9800", NumberSyntax::Literal).problem == NumberProblem::None);
    CHECK_FALSE(parse_number("1e9800", NumberSyntax::Literal).number.is_infinite());
    // "An error is produced if an integer value given in source cannot be represented precisely."
    CHECK(parse_number(std::string(200, '9'), NumberSyntax::Literal).problem == NumberProblem::Inexact);
    for (const char* text : {"1e300", "1e9800", "15e299", "1.5e300", "0.1e400"})
        CHECK(parse_number(text, NumberSyntax::Literal).problem == NumberProblem::Inexact);
    for (const char* text : {"1e200", "1.5e1", "150e-1", "0.1", "1.5e-300", "1e-300"})
        CHECK(parse_number(text, NumberSyntax::Literal).problem == NumberProblem::None);
    CHECK(Rules::spec().inexact_integers_are_errors);
    CHECK(!Rules::reference().inexact_integers_are_errors);
    // "An error is produced if a non-integer value cannot be represented due to overflow."
    CHECK(parse_number("1.5e999999999", NumberSyntax::Literal).problem == NumberProblem::Overflow);
    CHECK(Rules::spec().number_overflow_is_error);
    // "A non-integer number is rounded to the nearest possible value."
    CHECK(parse_number("0." + std::string(300, '3'), NumberSyntax::Literal).problem == NumberProblem::None);
    // "Positive infinity is greater than any other number value, and negative infinity is less."
    CHECK(truth(*ops::greater(num("Inf"), num("1e1000"), Rules::spec())) == "true");
    CHECK(truth(*ops::less(num("-Inf"), num("-1e1000"), Rules::spec())) == "true");
}

TEST_CASE("information model: unknown and dynamic operands") {
    const Rules& spec = Rules::spec();
    // "adding together two unknown numbers yields an unknown number"
    CHECK(shown(ops::add(unknown("number"), unknown("number"))) == "number: (unknown number)");
    // "adding together a number and the dynamic value produces an unknown number"
    CHECK(shown(ops::add(num("1"), Value::dynamic())) == "number: (unknown number)");
    CHECK(shown(ops::logical_not(Value::dynamic())) == "bool: (unknown bool)");
    CHECK(shown(ops::less(Value::dynamic(), num("1"), spec)) == "bool: (unknown bool)");
    // "Each type has a distinct unknown value."
    CHECK(!unknown("number").identical(unknown("string")));
    // "or produce an error if any operation is provably invalid with only type information"
    CHECK(shown(ops::add(unknown("string"), num("1"))) == "error");
    CHECK(shown(ops::index(unknown("list(string)"), str("a"))) == "error");
    CHECK(shown(ops::get_attribute(unknown("object({a=string})"), "b")) == "error");
    // "must never be returned from operations unless at least one operand is unknown or dynamic"
    CHECK(ops::add(num("1"), num("2"))->is_wholly_known());
    // "Operations on unknown values themselves return unknown values": by the letter also where one operand
    // decides.
    CHECK(shown(ops::logical_and(Value::boolean(false), unknown("bool"), spec)) == "bool: (unknown bool)");
    CHECK(shown(ops::logical_or(unknown("bool"), Value::boolean(true), spec)) == "bool: (unknown bool)");
    const Rules& reference = Rules::reference();
    CHECK(shown(ops::logical_and(Value::boolean(false), unknown("bool"), reference)) == "bool: false");
    CHECK(shown(ops::logical_or(unknown("bool"), Value::boolean(true), reference)) == "bool: true");
    // A null operand is no bool; the reference lets a decisive other side win.
    CHECK(shown(ops::logical_and(Value::boolean(true), null("bool"), spec)) == "error");
    CHECK(shown(ops::logical_and(Value::boolean(true), null("bool"), reference)) == "bool: false");
    CHECK(shown(ops::logical_or(null("bool"), Value::boolean(true), reference)) == "bool: true");
    CHECK(shown(ops::logical_or(null("bool"), Value::boolean(false), reference)) == "error");
    CHECK(shown(ops::logical_not(null("bool"))) == "error");
    // "The dynamic pseudo-type is identical only to itself."
    CHECK(Type::dynamic() == Type());
    CHECK(Type::dynamic() != Type::string());
}

TEST_CASE("information model: capsules") {
    // "A particular capsule type is identical only to itself."
    CHECK(Type::capsule(kBytes) != Type::capsule(kOtherBytes));
    Value a = Value::capsule(kBytes, std::make_shared<const int>(1));
    Value b = Value::capsule(kBytes, std::make_shared<const int>(1));
    CHECK(truth(ops::equals(a, a, Rules::spec())) == "true");
    CHECK(truth(ops::equals(a, b, Rules::spec())) == "false");
    // "No other operations are supported for values of capsule types."
    CHECK(shown(ops::index(a, num("0"))) == "error");
    CHECK(shown(convert_value(a, Type::string(), Rules::spec())) == "error");
}

TEST_CASE("information model: type specifications") {
    struct Row {
        const char* type;
        const char* specification;
        bool matches;
    };
    for (auto [type, specification, matches] : {
             Row{"string", "string", true},
             {"string", "any", true},
             {"any", "string", false},
             {"list(string)", "list(any)", true},
             {"list(map(string))", "list(any)", true},
             {"set(string)", "list(any)", false},
             {"list(any)", "list(string)", false},
             {"object({a=string})", "object({a=any})", true},
             {"object({a=string})", "object({b=any})", false},
             {"tuple([string,number])", "tuple([any,number])", true},
             {"tuple([string])", "tuple([any,any])", false},
         }) {
        CAPTURE(type);
        CAPTURE(specification);
        CHECK(type_of(type).matches(type_of(specification)) == matches);
    }
}

TEST_CASE("information model: which conversions exist") {
    struct Row {
        const char* sentence;
        const char* from;
        const char* to;
        const char* spec;
        const char* reference;
    };
    for (auto [sentence, from, to, spec, reference] : {
             Row{"a given type can always be converted to itself", "list(bool)", "list(bool)", "same",
                 "same"},
             {"from dynamic to any other type always succeeds", "any", "string", "safe", "unsafe"},
             {"from dynamic to any other type always succeeds", "any", "object({a=string})", "safe",
              "unsafe"},
             {"any value to dynamic is a no-op", "map(string)", "any", "safe", "safe"},
             {"bool to string is safe", "bool", "string", "safe", "safe"},
             {"while the converse is unsafe", "string", "bool", "unsafe", "unsafe"},
             {"number to string is safe", "number", "string", "safe", "safe"},
             {"string to number is unsafe", "string", "number", "unsafe", "unsafe"},
             {"none between bool and number", "bool", "number", "none", "none"},
             {"none between bool and number", "number", "bool", "none", "none"},
             {"set to list is safe", "set(string)", "list(string)", "safe", "safe"},
             {"set to list is safe if the elements' conversion is", "set(number)", "list(string)", "safe",
              "safe"},
             {"else unsafe", "set(string)", "list(number)", "unsafe", "unsafe"},
             {"list to set is unsafe", "list(string)", "set(string)", "unsafe", "unsafe"},
             {"tuple to list if all elements convert", "tuple([string,number])", "list(string)", "safe",
              "safe"},
             {"its safety is that of its elements", "tuple([string,number])", "list(number)", "unsafe",
              "unsafe"},
             {"tuple to list if all elements convert", "tuple([bool])", "list(number)", "none", "none"},
             {"tuple to set as to list and from there", "tuple([string])", "set(string)", "unsafe", "safe"},
             {"object to map if all attributes convert", "object({a=number,b=bool})", "map(string)", "safe",
              "safe"},
             {"object to map if all attributes convert", "object({a=bool})", "map(number)", "none", "none"},
             {"list and set to tuple are unsafe", "list(string)", "tuple([string])", "unsafe", "none"},
             {"list and set to tuple are unsafe", "set(number)", "tuple([string,string])", "unsafe", "none"},
             {"map to object", "map(string)", "object({a=number})", "unsafe", "unsafe"},
             {"object to object by common names", "object({a=number})", "object({a=string})", "safe", "safe"},
             {"attributes that lack become null", "object({a=number})", "object({a=number,b=string})", "safe",
              "none"},
             {"optional attributes may lack", "object({a=number})", "object({a=number,b?=string})", "safe",
              "safe"},
             {"what is dropped is lost", "object({a=number,b=number})", "object({a=number})", "unsafe",
              "safe"},
             {"tuple to tuple of the same length", "tuple([number])", "tuple([string])", "safe", "safe"},
             {"tuple to tuple of the same length", "tuple([number])", "tuple([string,string])", "none",
              "none"},
             {"nothing else", "string", "list(string)", "none", "none"},
             {"nothing else", "list(string)", "map(string)", "none", "none"},
             {"nothing else", "tuple([])", "object({})", "none", "none"},
         }) {
        CAPTURE(sentence);
        CAPTURE(from);
        CAPTURE(to);
        CHECK(std::string(name_of(conversion_between(type_of(from), type_of(to), Rules::spec()))) == spec);
        CHECK(std::string(name_of(conversion_between(type_of(from), type_of(to), Rules::reference()))) ==
              reference);
    }
}

TEST_CASE("information model: what values convert to") {
    struct Row {
        const char* sentence;
        Value value;
        const char* to;
        const char* spec;
        const char* reference;
    };
    Value object = Value::object({{"a", num("1")}});
    Value map = Value::map(Type::number(), {{"a", num("1")}, {"b", num("2")}});
    Value numbers = Value::list(Type::number(), {num("1"), num("2")});
    Row rows[] = {
        {"all null values convert to a null of any other type", null("list(string)"), "string",
         "string: null", "error"},
        {"all null values convert to a null of any other type", null("number"), "bool", "bool: null",
         "error"},
        {"all null values convert to a null of any other type", null("string"), "number", "number: null",
         "number: null"},
        {"an untyped null becomes one of any type", Value::null(), "map(bool)", "map(bool): null",
         "map(bool): null"},
        {"dynamic converts to an unknown of the target type", Value::dynamic(), "list(string)",
         "list(string): (unknown list of string)", "list(string): (unknown list of string)"},
        {"to dynamic is a no-op", numbers, "any", "list(number): [1, 2]", "list(number): [1, 2]"},
        {"true corresponds to \"true\"", Value::boolean(true), "string", "string: \"true\"",
         "string: \"true\""},
        {"\"1\" and \"0\" are alternatives", str("1"), "bool", "bool: true", "bool: true"},
        {"\"1\" and \"0\" are alternatives", str("0"), "bool", "bool: false", "bool: false"},
        {"any other string is an error", str("True"), "bool", "error", "error"},
        {"any other string is an error", str(""), "bool", "error", "error"},
        {"digits, and a fraction if not zero", num("12.50"), "string", "string: \"12.5\"",
         "string: \"12.5\""},
        {"no exponent portion", num("1e20"), "string", "string: \"100000000000000000000\"",
         "string: \"100000000000000000000\""},
        {"a string by reversing that", str("-12.50"), "number", "number: -12.5", "number: -12.5"},
        {"no exponent portion is allowed", str("1e3"), "number", "error", "number: 1000"},
        {"a string that does not comply is an error", str("+7"), "number", "error", "number: 7"},
        {"a string that does not comply is an error", str(".5"), "number", "error", "number: 0.5"},
        {"a string that does not comply is an error", str("0x10"), "number", "error", "error"},
        {"each set element becomes a list element", Value::set(Type::number(), {num("2"), num("1")}),
         "list(string)", "list(string): [\"1\", \"2\"]", "list(string): [\"1\", \"2\"]"},
        {"each distinct list item becomes a set item", strings({str("a"), str("a"), str("b")}), "set(string)",
         "set(string): toset([\"a\", \"b\"])", "set(string): toset([\"a\", \"b\"])"},
        {"each tuple element is converted", Value::tuple({num("1"), str("b")}), "list(string)",
         "list(string): [\"1\", \"b\"]", "list(string): [\"1\", \"b\"]"},
        {"an element that fails fails the whole", Value::tuple({num("1"), str("b")}), "list(number)", "error",
         "error"},
        {"attribute names become keys", object, "map(string)", "map(string): { a = \"1\" }",
         "map(string): { a = \"1\" }"},
        {"list to tuple", numbers, "tuple([string,number])", "tuple([string,number]): [\"1\", 2]", "error"},
        {"whose length does not match is an error", numbers, "tuple([number])", "error", "error"},
        {"map to object", map, "object({a=string,b=number})",
         "object({a=string,b=number}): { a = \"1\", b = 2 }",
         "object({a=string,b=number}): { a = \"1\", b = 2 }"},
        {"the set of keys must match exactly", map, "object({a=string})", "error",
         "object({a=string}): { a = \"1\" }"},
        {"the set of keys must match exactly", map, "object({a=string,c=string})", "error", "error"},
        {"a missing attribute is null", object, "object({a=number,b=string})",
         "object({a=number,b=string}): { a = 1, b = null }", "error"},
        {"an optional attribute is null", object, "object({a=number,b?=string})",
         "object({a=number,b=string}): { a = 1, b = null }",
         "object({a=number,b=string}): { a = 1, b = null }"},
        {"tuple to tuple", Value::tuple({num("1")}), "tuple([string])", "tuple([string]): [\"1\"]",
         "tuple([string]): [\"1\"]"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.sentence);
        CAPTURE(row.value.to_display());
        CAPTURE(row.to);
        CHECK(shown(convert_value(row.value, type_of(row.to), Rules::spec())) == row.spec);
        CHECK(shown(convert_value(row.value, type_of(row.to), Rules::reference())) == row.reference);
    }
}

TEST_CASE("information model: unification") {
    struct Row {
        const char* sentence;
        std::vector<const char*> types;
        const char* spec;
        const char* reference;
    };
    Row rows[] = {
        {"one type is itself", {"number"}, "number", "number"},
        {"number and bool both unify with string", {"number", "string"}, "string", "string"},
        {"number and bool both unify with string", {"bool", "string"}, "string", "string"},
        {"transitively", {"number", "bool", "string"}, "string", "string"},
        {"number and bool alone do not", {"number", "bool"}, "", ""},
        {"collections of one kind by their elements",
         {"list(number)", "list(string)"},
         "list(string)",
         "list(string)"},
        {"collections of one kind by their elements", {"map(bool)", "map(number)"}, "", ""},
        {"list and set prefer list", {"set(number)", "list(number)"}, "list(number)", "list(number)"},
        {"map and object prefer object",
         {"map(string)", "object({a=number})"},
         "object({a=string})",
         "map(string)"},
        {"list, set and tuple prefer tuple",
         {"list(number)", "tuple([string])"},
         "tuple([string])",
         "list(string)"},
        {"list, set and tuple prefer tuple",
         {"set(number)", "tuple([number,number])"},
         "tuple([number,number])",
         "set(number)"},
        {"dynamic gives way to any other type", {"any", "string"}, "string", "string"},
        {"dynamic gives way to any other type", {"any", "list(string)"}, "list(string)", "any"},
        {"dynamic only if all are", {"any", "any"}, "any", "any"},
        {"objects unify to the union of attributes",
         {"object({a=number,b=bool})", "object({a=string,c=string})"},
         "object({a=string,b=bool,c=string})",
         "map(string)"},
        {"objects unify to the union of attributes",
         {"object({a=number})", "object({b=list(bool)})"},
         "object({a=number,b=list(bool)})",
         ""},
        {"common attributes are unified", {"object({a=number})", "object({a=bool})"}, "", ""},
        {"tuples of the same length by position",
         {"tuple([number,string])", "tuple([string,bool])"},
         "tuple([string,string])",
         "tuple([string,string])"},
        {"tuples of other lengths do not", {"tuple([number])", "tuple([number,string])"}, "", "list(string)"},
        {"nothing else unifies", {"list(string)", "map(string)"}, "", ""},
        {"nothing else unifies", {"string", "list(string)"}, "", ""},
    };
    for (const Row& row : rows) {
        CAPTURE(row.sentence);
        std::vector<Type> types;
        for (const char* t : row.types) types.push_back(type_of(t));
        for (bool spec : {true, false}) {
            const Rules& rules = spec ? Rules::spec() : Rules::reference();
            std::string wanted = spec ? row.spec : row.reference;
            CAPTURE(spec);
            auto unified = unify(types, Safety::Unsafe, rules);
            CHECK((unified ? unified->type.to_source() : "") == wanted);
            // The order of the types does not matter, and values really become of that type.
            std::vector<Type> reversed(types.rbegin(), types.rend());
            auto again = unify(reversed, Safety::Unsafe, rules);
            CHECK((again ? again->type.to_source() : "") == wanted);
            if (!unified) continue;
            for (std::size_t i = 0; i < types.size(); ++i) {
                CHECK(unified->needs_conversion[i] == (unified->undecided || types[i] != unified->type));
                CHECK(converts_unsafely(types[i], unified->type, rules));
            }
        }
    }
    CHECK(!unify({}, Safety::Unsafe, Rules::spec()));
    // "preference is given to safe conversions": the safe kind takes no others.
    std::vector<Type> lossy = {type_of("set(number)"), type_of("tuple([number])")};
    CHECK(!unify(lossy, Safety::Safe, Rules::spec()));
}
