#include "engine/value/value.h"

#include <doctest/doctest.h>

#include "engine/value/convert.h"
#include "engine/value/ops.h"
#include "tests/unit/value/support.h"

using namespace hcl;
using hcl::test::type_of;

namespace {

const Rules& kReference = Rules::reference();

Value num(std::int64_t n) {
    return Value::integer(n);
}

Refinements range(std::int64_t from, std::int64_t to) {
    Refinements r = Refinements::present();
    r.min = NumberBound{Number::integer(from), true};
    r.max = NumberBound{Number::integer(to), false};
    return r;
}

Refinements lengths(std::uint64_t from, std::uint64_t to) {
    Refinements r = Refinements::present();
    r.min_length = from;
    r.max_length = to;
    return r;
}

}  // namespace

TEST_CASE("a value without more is the dynamic value") {
    Value v;
    CHECK(v.is_dynamic_unknown());
    CHECK(v.is_unknown());
    CHECK(v.type().is_dynamic());
    CHECK(!v.is_null());
    CHECK(v.identical(Value::dynamic()));
}

TEST_CASE("values know what they are") {
    struct Row {
        Value value;
        const char* type;
        const char* display;
        bool known;
        bool null;
    };
    Row rows[] = {
        {Value::boolean(true), "bool", "true", true, false},
        {num(-5), "number", "-5", true, false},
        {Value::string("a\"${b"), "string", "\"a\\\"$${b\"", true, false},
        {Value::null(Type::string()), "string", "null", true, true},
        {Value::null(type_of("list(string)")), "list(string)", "null", true, true},
        {Value::unknown(Type::number()), "number", "(unknown number)", false, false},
        {Value::unknown(type_of("map(bool)")), "map(bool)", "(unknown map of bool)", false, false},
        {Value::list(Type::string(), {Value::string("a")}), "list(string)", "[\"a\"]", true, false},
        {Value::tuple({num(1), Value::boolean(false)}), "tuple([number,bool])", "[1, false]", true, false},
        {Value::object({{"b", num(1)}, {"a", num(2)}}), "object({a=number,b=number})", "{ a = 2, b = 1 }",
         true, false},
        {Value::map(Type::number(), {{"x y", num(1)}}), "map(number)", "{ \"x y\" = 1 }", true, false},
        {Value::map(Type::number(), {}), "map(number)", "{}", true, false},
    };
    for (const Row& row : rows) {
        CHECK(row.value.type() == type_of(row.type));
        CHECK(row.value.kind() == row.value.type().kind());
        CHECK(row.value.to_display() == row.display);
        CHECK(row.value.is_known() == row.known);
        CHECK(row.value.is_null() == row.null);
        // The same through marks.
        Value marked = row.value.with_marks(Marks::named("m"));
        CHECK(marked.type() == type_of(row.type));
        CHECK(marked.is_known() == row.known);
        CHECK(marked.is_null() == row.null);
        CHECK(!marked.identical(row.value));
        CHECK(marked.unmarked().identical(row.value));
    }
    std::string long_text(10'000, 'x');
    CHECK(Value::string(long_text).to_display(20) == "\"xxxxxxxxxxxxxxxxxxx...");
    CHECK(Value::tuple({Value::string("s").with_marks(Marks::sensitive())}).to_display() == "[(sensitive)]");
}

TEST_CASE("values that share parts at every level are compared once for each pair") {
    auto nested = [](int last) {
        Value value = Value::tuple({num(last), Value::string("a")});
        // As many leaves as kMaxWeight allows: a walk over all of them would take seconds for each
        // comparison.
        for (int i = 0; i < 21; ++i) value = Value::object({{"left", value}, {"right", value}});
        return value;
    };
    const Value one = nested(1);
    const Value same = nested(1);
    const Value other = nested(2);
    REQUIRE(one.weight() > 1'000'000);
    for (int i = 0; i < 2'000; ++i) {
        CHECK(one.identical(same));
        CHECK(!one.identical(other));
    }
    CHECK(one.identical(one));
}

TEST_CASE("sets keep one of each and an order") {
    Value set = Value::set(Type::string(), {Value::string("b"), Value::string("a"), Value::string("b")});
    CHECK(set.to_display() == "toset([\"a\", \"b\"])");
    CHECK(Value::set(Type::number(), {num(10), num(9), num(-1)}).to_display() == "toset([-1, 9, 10])");
    CHECK(Value::set(Type::boolean(), {Value::boolean(true), Value::boolean(false)}).to_display() ==
          "toset([false, true])");
    Value unknown = Value::unknown(Type::string());
    Value open =
        Value::set(Type::string(), {unknown, Value::string("a"), unknown, Value::null(Type::string())});
    CHECK(open.size() == 4);
    CHECK(!open.is_wholly_known());
    // The marks of elements become the set's.
    Value marked =
        Value::set(Type::string(), {Value::string("a").with_marks(Marks::sensitive()), Value::string("b")});
    CHECK(marked.marks() == Marks::sensitive());
    CHECK(!marked.unmarked().contains_marks());
    Value structured = Value::set(type_of("list(number)"),
                                  {Value::list(Type::number(), {num(1)}),
                                   Value::list(Type::number(), {num(1)}), Value::list(Type::number(), {})});
    CHECK(structured.size() == 2);
}

TEST_CASE("parts of open type take the type of what they are put in") {
    Value list = Value::list(Type::string(), {Value::dynamic(), Value::null(), Value::string("a")});
    CHECK(list.elements()[0].type() == Type::string());
    CHECK(list.elements()[1].type() == Type::string());
    CHECK(list.elements()[1].is_null());
    CHECK(Value::list(Type::dynamic(), {Value::dynamic(), num(1)}).type() == type_of("list(number)"));
    CHECK(Value::list(Type::dynamic(), {}).type() == type_of("list(any)"));
    Value object = Value::object(type_of("object({a=any,b?=string})"), {num(1), Value::null()});
    CHECK(object.type() == type_of("object({a=number,b=string})"));
}

TEST_CASE("maps and objects are found by key") {
    Value map =
        Value::map(Type::number(), {{"b", num(2)}, {"a", num(1)}, {"b", num(3)}, {"e\u0301", num(4)}});
    CHECK(map.size() == 3);
    REQUIRE(map.find("b"));
    CHECK(map.find("b")->as_number() == Number::integer(3));
    CHECK(map.find("\u00e9"));
    CHECK(!map.find("c"));
    Value object = Value::object({{"name", num(1)}, {"an attribute of some length", num(2)}});
    CHECK(object.find("name"));
    CHECK(object.key_at(0).as_string() == "an attribute of some length");
    CHECK(object.value_at(0).as_number() == Number::integer(2));
}

TEST_CASE("refinements add up and may leave one value only") {
    Value n = Value::unknown(Type::number()).refined(range(1, 10));
    CHECK(n.is_unknown());
    CHECK(n.refinements().not_null);
    Value tighter = n.refined(range(3, 20));
    CHECK(tighter.refinements().min->number == Number::integer(3));
    CHECK(tighter.refinements().max->number == Number::integer(10));
    CHECK(!tighter.refinements().max->inclusive);
    Refinements exact = range(4, 4);
    exact.max->inclusive = true;
    CHECK(tighter.refined(exact).identical(num(4)));
    // A contradictory refinement is ignored.
    CHECK(tighter.refined(range(50, 60)).refinements().min->number == Number::integer(3));

    Type list = type_of("list(string)");
    CHECK(Value::unknown(list).refined(lengths(0, 0)).identical(Value::list(Type::string(), {})));
    Value two = Value::unknown(list).refined(lengths(2, 2));
    CHECK(two.is_known());
    CHECK(two.size() == 2);
    CHECK(two.elements()[0].is_unknown());
    CHECK(Value::unknown(list).refined(lengths(1'000'000'000, 1'000'000'000)).is_unknown());
    CHECK(Value::unknown(type_of("set(string)")).refined(lengths(2, 2)).is_unknown());
    CHECK(Value::unknown(type_of("set(string)")).refined(lengths(1, 1)).is_known());
    CHECK(Value::unknown(type_of("map(string)")).refined(lengths(0, 0)).is_known());

    Refinements prefix;
    prefix.prefix = "ab";
    Value s = Value::unknown(Type::string()).refined(prefix);
    CHECK(s.refinements().prefix == "ab");
    CHECK(!s.refinements().not_null);
    CHECK(Value::dynamic().refined(prefix).is_dynamic_unknown());
    CHECK(Value::string("x").refined(prefix).identical(Value::string("x")));
    Value marked = Value::unknown(Type::string()).with_marks(Marks::sensitive()).refined(prefix);
    CHECK(marked.marks() == Marks::sensitive());
    CHECK(marked.refinements().prefix == "ab");
}

TEST_CASE("marks flow through every operation") {
    Marks secret = Marks::sensitive();
    Marks old = Marks::deprecated("use b");
    Value a = num(2).with_marks(secret);
    Value b = num(3).with_marks(old);
    Marks both = secret | old;
    CHECK(both.items().size() == 2);
    CHECK(both.has(MarkKind::Deprecated));
    CHECK((both | secret) == both);
    CHECK(both.without(MarkKind::Sensitive) == old);
    CHECK(Marks::named("x").has_named("x"));
    for (auto op : {&ops::add, &ops::subtract, &ops::multiply, &ops::divide, &ops::modulo}) {
        auto result = op(a, b);
        REQUIRE(result);
        CHECK(result->marks() == both);
        auto unknown = op(a, Value::unknown(Type::number()).with_marks(old));
        REQUIRE(unknown);
        CHECK(unknown->marks() == both);
    }
    CHECK(ops::negate(a)->marks() == secret);
    CHECK(ops::less(a, b, kReference)->marks() == both);
    CHECK(ops::less_or_equal(a, b, kReference)->marks() == both);
    CHECK(ops::logical_not(Value::boolean(true).with_marks(secret))->marks() == secret);
    CHECK(ops::logical_and(Value::boolean(true).with_marks(secret), Value::boolean(false).with_marks(old),
                           kReference)
              ->marks() == both);
    CHECK(ops::equals(a, b, kReference).marks() == both);
    CHECK(ops::not_equals(a, b, kReference).marks() == both);

    Value inner = Value::tuple({a, num(1)});
    CHECK(!inner.is_marked());
    CHECK(inner.contains_marks());
    CHECK(inner.marks_deep() == secret);
    CHECK(!inner.unmarked_deep().contains_marks());
    CHECK(ops::equals(inner, inner, kReference).marks() == secret);
    // Against null, what is inside plays no part.
    CHECK(!ops::equals(inner, Value::null(), kReference).is_marked());
    Value outer = Value::map(inner.type(), {{"k", inner}}).with_marks(old);
    CHECK(outer.marks_deep() == both);
    CHECK(!outer.unmarked_deep().contains_marks());
    CHECK(ops::index(outer, Value::string("k"))->marks() == old);
    CHECK(ops::get_attribute(Value::object({{"x", a}}).with_marks(old), "x")->marks() == both);
    CHECK(ops::length(Value::list(Type::number(), {num(1)}).with_marks(old))->marks() == old);
    CHECK(convert_value(a, Type::string(), kReference)->marks() == secret);
    auto converted = convert_value(Value::tuple({a, num(1)}), type_of("list(string)"), kReference);
    REQUIRE(converted);
    CHECK(converted->marks_deep() == secret);
    CHECK(!converted->is_marked());
}

TEST_CASE("index and attributes") {
    Value list = Value::list(Type::number(), {num(7), num(8)});
    CHECK(ops::index(list, num(1))->identical(num(8)));
    CHECK(!ops::index(list, num(2)));
    CHECK(!ops::index(list, num(-1)));
    CHECK(!ops::index(list, Value::string("0")));
    CHECK(ops::index(list, Value::unknown(Type::number()))->identical(Value::unknown(Type::number())));
    CHECK(ops::index(Value::tuple({num(1)}), Value::unknown(Type::number()))->is_dynamic_unknown());
    CHECK(ops::index(Value::unknown(type_of("tuple([bool])")), num(0))
              ->identical(Value::unknown(Type::boolean())));
    CHECK(!ops::index(Value::unknown(type_of("tuple([bool])")), num(1)));
    CHECK(!ops::index(Value::null(type_of("list(bool)")), num(1)));
    CHECK(ops::index(Value::dynamic(), num(1))->is_dynamic_unknown());
    CHECK(ops::has_index(list, num(1))->as_bool());
    CHECK(!ops::has_index(list, num(5))->as_bool());
    CHECK(ops::has_index(Value::unknown(list.type()), num(5))->is_unknown());
    Value object = Value::object({{"a", num(1)}});
    CHECK(ops::get_attribute(object, "a")->identical(num(1)));
    CHECK(!ops::get_attribute(object, "b"));
    CHECK(ops::get_attribute(Value::unknown(object.type()), "a")->identical(Value::unknown(Type::number())));
    CHECK(!ops::get_attribute(Value::null(object.type()), "a"));
    Value set = Value::set(Type::number(), {num(1), Value::unknown(Type::number())});
    CHECK(ops::has_element(set, num(1), kReference)->as_bool());
    CHECK(ops::has_element(set, num(2), kReference)->is_unknown());
    Value length = *ops::length(set);
    CHECK(length.is_unknown());
    CHECK(length.refinements().min->number == Number::integer(1));
    CHECK(length.refinements().max->number == Number::integer(2));
}

TEST_CASE("bounds decide comparisons under reference rules") {
    Value n = Value::unknown(Type::number()).refined(range(1, 10));
    CHECK(ops::greater(n, num(0), kReference)->identical(Value::boolean(true)));
    CHECK(ops::less(n, num(0), kReference)->identical(Value::boolean(false)));
    CHECK(ops::less(n, num(5), kReference)->is_unknown());
    CHECK(ops::greater(n, num(0), Rules::spec())->is_unknown());
    CHECK(ops::equals(n, num(10), kReference).identical(Value::boolean(false)));
    CHECK(ops::equals(n, num(9), kReference).is_unknown());
    CHECK(ops::equals(n, Value::null(), kReference).identical(Value::boolean(false)));
    CHECK(ops::equals(Value::unknown(Type::number()), Value::null(), kReference).is_unknown());
    Refinements prefix;
    prefix.prefix = "ab";
    Value s = Value::unknown(Type::string()).refined(prefix);
    CHECK(ops::equals(s, Value::string("xy"), kReference).identical(Value::boolean(false)));
    CHECK(ops::equals(s, Value::string("abc"), kReference).is_unknown());
}

TEST_CASE("errors say what and where") {
    auto result = convert_value(
        Value::list(type_of("object({n=string})"), {Value::object({{"n", Value::string("x")}})}),
        type_of("list(object({n=number}))"), kReference);
    REQUIRE(!result);
    CHECK(path_to_string(result.error().path()) == "[0].n");
    CHECK(result.error().kind() == ValueError::Kind::Conversion);
    CHECK(result.error().message() == "a number is required");
    // A number that cannot be held is one all the same.
    auto why = [](const std::string& text) {
        auto converted = convert_value(Value::string(text), Type::number(), Rules::spec());
        return converted ? std::string() : std::string(converted.error().message());
    };
    CHECK(why(std::string(200, '7')).starts_with("this number has more digits than can be held exactly"));
    CHECK(why("7 apples") == "a number is required");
    auto mismatch = convert_value(Value::object({}), type_of("object({a=string,b=string})"), kReference);
    REQUIRE(!mismatch);
    CHECK(mismatch.error().message() == "attributes \"a\" and \"b\" are required");
    CHECK(!ops::add(num(1), Value::null(Type::number())));
    CHECK(!ops::add(num(1), Value::string("x")));
}
