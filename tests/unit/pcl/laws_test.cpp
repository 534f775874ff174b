// Laws of the lattice on random types, and typing against evaluation on random expressions.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/pcl/convert.h"
#include "engine/pcl/notation.h"
#include "engine/pcl/render.h"
#include "engine/pcl/traverse.h"
#include "engine/pcl/unify.h"
#include "engine/pcl/union_order.h"
#include "engine/syntax/file/file.h"
#include "tests/harness/typed_values.h"

namespace hcl::test::pcl_laws {

using pcl::Conversion;
using pcl::Kind;
using pcl::Type;

// xorshift64*: the same numbers on every machine.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed * 0x9E37'79B9'7F4A'7C15u + 1) {}
    std::size_t below(std::size_t count) {
        state_ ^= state_ >> 12;
        state_ ^= state_ << 25;
        state_ ^= state_ >> 27;
        return static_cast<std::size_t>((state_ * 0x2545'F491'4F6C'DD1Du) >> 33) % count;
    }

  private:
    std::uint64_t state_;
};

struct Shape {
    bool has_structures = true;  // objects and tuples
    bool has_promises = true;
    bool has_outputs = true;
    bool has_dynamic = true;
    bool has_constants = true;
};

Type random_type(Random& random, const Shape& shape, int depth) {
    auto part = [&] { return random_type(random, shape, depth - 1); };
    const bool is_first = random.below(2) == 0;
    switch (random.below(depth <= 0 ? 9 : 18)) {
        case 0:
            return Type::boolean();
        case 1:
            return Type::integer();
        case 2:
            return Type::number();
        case 3:
            return Type::string();
        case 4:
            return Type::none();
        case 5:
            if (shape.has_dynamic) return Type::dynamic();
            return Type::id();
        case 6:
            if (is_first) return Type::asset();
            return Type::id();
        case 7:
            if (!shape.has_constants) return Type::string();
            return Type::constant(is_first ? Value::string("hot") : Value::integer(1));
        case 8:
            if (!shape.has_constants) return Type::boolean();
            return Type::enumeration("p:i:Tier", Type::string(),
                                     {Value::string("hot"), Value::string("cold")});
        case 9:
            return Type::list(part());
        case 10:
            return Type::set(part());
        case 11:
            return Type::map(part());
        case 12:
            if (!shape.has_structures) return Type::list(part());
            return Type::tuple({part(), part()});
        case 13:
        case 14: {
            if (!shape.has_structures) return Type::map(part());
            std::vector<pcl::Property> properties{{"a", part()}};
            if (is_first) properties.push_back({"b", part()});
            return Type::object(std::move(properties));
        }
        case 15:
        case 16:
            if (shape.has_promises && (is_first || !shape.has_outputs)) return Type::promise(part());
            return shape.has_outputs ? Type::output(part()) : Type::list(part());
        default:
            return Type::union_of({part(), part(), part()});
    }
}

constexpr int kRounds = 4000;

TEST_CASE("pcl laws: conversion") {
    // Every conversion from dynamic is unsafe, except to dynamic.
    const Shape shape{.has_dynamic = false};
    Random random(1);
    for (int round = 0; round < kRounds; ++round) {
        const Type a = random_type(random, shape, 3);
        const Type b = random_type(random, shape, 3);
        const Type both = Type::union_of({a, b});
        INFO(a.to_string(), " and ", b.to_string());
        CHECK(pcl::conversion(a, a) == Conversion::Safe);
        CHECK(pcl::conversion(Type(), a) == Conversion::Safe);
        CHECK(pcl::conversion(both, a) == Conversion::Safe);
        CHECK(pcl::conversion(both, b) == Conversion::Safe);
        CHECK(pcl::explain_misfit(a, b).has_value() == !pcl::is_convertible(a, b));
        // A conversion to a union is as good as the best one to its members.
        if (both.is(Kind::Union) && !a.is(Kind::Union)) {
            const Type other = random_type(random, {.has_dynamic = false, .has_constants = false}, 2);
            if (other.is(Kind::Union) || other.is_dynamic()) continue;
            Conversion best = Conversion::None;
            for (const Type& member : both.members()) best = std::max(best, pcl::conversion(member, other));
            CHECK_MESSAGE(pcl::conversion(both, other) == best, other.to_string());
        }
        // Eventual types accept what their elements accept.
        if (!a.contains_eventuals() && !b.contains_eventuals()) {
            CHECK(pcl::conversion(Type::output(a), b) == pcl::conversion(a, b));
            CHECK(pcl::conversion(Type::promise(a), b) == pcl::conversion(a, b));
            CHECK(pcl::conversion(Type::output(a), Type::promise(b)) == pcl::conversion(a, b));
        }
    }
}

// The type with unknown in place of dynamic.
Type with_unknown(const Type& type) {
    switch (type.kind()) {
        case Kind::Dynamic:
            return Type::unknown();
        case Kind::List:
            return Type::list(with_unknown(type.element()));
        case Kind::Set:
            return Type::set(with_unknown(type.element()));
        case Kind::Map:
            return Type::map(with_unknown(type.element()));
        case Kind::Promise:
            return Type::promise(with_unknown(type.element()));
        case Kind::Output:
            return Type::output(with_unknown(type.element()));
        case Kind::Union: {
            std::vector<Type> members;
            for (const Type& member : type.members()) members.push_back(with_unknown(member));
            return Type::union_of(std::move(members));
        }
        case Kind::Tuple: {
            std::vector<Type> elements;
            for (const Type& element : type.elements()) elements.push_back(with_unknown(element));
            return Type::tuple(elements);
        }
        case Kind::Object: {
            std::vector<pcl::Property> properties;
            for (const pcl::Property& property : type.properties())
                properties.push_back({property.name, with_unknown(property.type)});
            return Type::object(std::move(properties));
        }
        default:
            return type;
    }
}

TEST_CASE("pcl laws: unknown relates to all types as dynamic does") {
    Random random(8);
    for (int round = 0; round < kRounds; ++round) {
        const Type a = random_type(random, {}, 3);
        const Type b = random_type(random, {}, 3);
        const Type c = with_unknown(a);
        const Type d = with_unknown(b);
        INFO(a.to_string(), " and ", b.to_string());
        CHECK(a.equals(c));
        CHECK(c.equals(a));
        CHECK(a.equals(b) == c.equals(d));
        CHECK(a.to_string() == c.to_string());
        CHECK(pcl::conversion(a, b) == pcl::conversion(c, d));
        CHECK(pcl::is_assignable(a, b) == pcl::is_assignable(c, d));
        CHECK(pcl::is_optional(a) == pcl::is_optional(c));
    }
}

TEST_CASE("pcl laws: assignable types convert") {
    // Tuples of different length are assignable but not convertible, and so are outputs in promises.
    const Shape shape{.has_structures = false, .has_promises = false};
    Random random(2);
    for (int round = 0; round < kRounds; ++round) {
        const Type a = random_type(random, shape, 3);
        const Type b = random_type(random, shape, 3);
        INFO(b.to_string(), " to ", a.to_string());
        if (pcl::is_assignable(a, b)) CHECK(pcl::is_convertible(a, b));
        if (pcl::is_optional(a)) CHECK(pcl::is_convertible(a, Type::none()));
    }
}

TEST_CASE("pcl laws: unification") {
    Random random(3);
    for (int round = 0; round < kRounds; ++round) {
        const Type a = random_type(random, {}, 3);
        const Type b = random_type(random, {}, 3);
        INFO(a.to_string(), " and ", b.to_string());
        const Type pair[] = {a, b};
        const Type reverse[] = {b, a};
        const pcl::CommonTypes common = pcl::common_types(pair);
        const Type same[] = {a, a};
        CHECK(pcl::common_types(same).safe.equals(a));
        const Type none_at_all[] = {a};
        CHECK(pcl::common_types(none_at_all).safe.equals(a));
        // The result does not depend on the order.
        if (!a.is_dynamic() && !b.is_dynamic()) CHECK(pcl::common_types(reverse).safe.equals(common.safe));
    }
}

TEST_CASE("pcl laws: the common type takes all") {
    // Objects and tuples convert into each other as long as they can be merged.
    const Shape shape{.has_structures = false};
    Random random(4);
    for (int round = 0; round < kRounds; ++round) {
        const Type types[] = {random_type(random, shape, 3), random_type(random, shape, 3),
                              random_type(random, shape, 2)};
        const pcl::CommonTypes common = pcl::common_types(types);
        for (const Type& type : types) {
            INFO(type.to_string(), " to ", common.safe.to_string());
            CHECK(pcl::is_convertible(common.safe, type));
        }
    }
}

// Whether every property that can be read from the type can be read from the common type.
bool keeps_properties(const Type& common, const Type& type) {
    return std::ranges::all_of(std::vector{"a", "b"}, [&](const char* name) {
        const pcl::StepKey key = pcl::StepKey::name(name);
        return pcl::traverse(type, key).has_errors() || !pcl::traverse(common, key).has_errors();
    });
}

TEST_CASE("pcl laws: the common type of values, or of eventual values, is an upper bound of both") {
    // Every conversion from dynamic is unsafe. An eventual type absorbs a plain one.
    const Shape shape{.has_promises = false, .has_outputs = false, .has_dynamic = false};
    Random random(9);
    for (int round = 0; round < kRounds; ++round) {
        const Type a = random_type(random, shape, 3);
        const Type b = random_type(random, shape, 3);
        auto check = [&](const Type& left, const Type& right) {
            const Type pair[] = {left, right};
            const Type common = pcl::common_types(pair).safe;
            INFO(left.to_string(), " and ", right.to_string(), " to ", common.to_string());
            CHECK(pcl::conversion(common, left) == Conversion::Safe);
            CHECK(pcl::conversion(common, right) == Conversion::Safe);
        };
        check(a, b);
        check(Type::promise(a), Type::promise(b));
        check(Type::output(a), Type::output(b));
        check(Type::promise(a), Type::output(b));
        check(Type::output(a), Type::promise(b));
        check(Type::list(Type::promise(a)), Type::list(Type::output(b)));
        check(Type::object({{"a", Type::promise(a)}}), Type::object({{"a", Type::output(b)}}));
    }
}

TEST_CASE("pcl laws: no property is lost where promises and outputs of objects meet") {
    const Shape shape{.has_promises = false, .has_outputs = false, .has_dynamic = false};
    Random random(10);
    for (int round = 0; round < kRounds; ++round) {
        const Type x = random_type(random, shape, 2);
        const Type y = random_type(random, shape, 2);
        const Type a = Type::object({{"a", x}});
        const Type b = Type::object(random.below(2) == 0 ? std::vector<pcl::Property>{{"b", y}}
                                                         : std::vector<pcl::Property>{{"a", x}, {"b", y}});
        for (const auto& [left, right] :
             {std::pair{Type::promise(a), Type::output(b)}, std::pair{Type::promise(b), Type::output(a)},
              std::pair{Type::output(b), Type::promise(a)}, std::pair{Type::promise(a), Type::promise(b)},
              std::pair{Type::output(a), Type::output(b)}}) {
            const Type pair[] = {left, right};
            const Type common = pcl::common_types(pair).safe;
            INFO(left.to_string(), " and ", right.to_string(), " to ", common.to_string());
            CHECK(keeps_properties(common, left));
            CHECK(keeps_properties(common, right));
        }
    }
}

TEST_CASE("pcl laws: runs of constants are unified as pair by pair") {
    const Type choices[] = {Type::constant(Value::integer(1)),
                            Type::constant(Value::integer(2)),
                            Type::constant(Value::integer(3)),
                            Type::constant(Value::boolean(true)),
                            Type::constant(Value::string("hot")),
                            Type::constant(Value::null()),
                            Type::none(),
                            Type::union_of({Type::constant(Value::integer(1)), Type::none()}),
                            Type::integer(),
                            Type::asset()};
    Random random(7);
    for (int round = 0; round < kRounds; ++round) {
        constexpr std::size_t kCount = 7;
        std::vector<Type> types;
        types.reserve(kCount);
        // Mostly constants.
        for (std::size_t i = 0; i < kCount; ++i)
            types.push_back(choices[random.below(random.below(4) == 0 ? 10 : 6)]);
        Type safe = types[0];
        Type unsafe = types[0];
        for (std::size_t i = 1; i < types.size(); ++i) {
            const pcl::Unified safely = pcl::unify(safe, types[i]);
            safe = safely.kind == Conversion::Safe ? safely.type : Type::union_of({safe, types[i]});
            const pcl::Unified somehow = pcl::unify(unsafe, types[i]);
            unsafe = somehow.kind != Conversion::None ? somehow.type : Type::union_of({unsafe, types[i]});
        }
        const pcl::CommonTypes common = pcl::common_types(types);
        INFO(Type::tuple(types).to_string());
        CHECK(common.safe.to_string() == safe.to_string());
        CHECK(common.unsafe.to_string() == unsafe.to_string());
    }
}

TEST_CASE("pcl laws: eventuals") {
    Random random(5);
    for (int round = 0; round < kRounds; ++round) {
        const Type a = random_type(random, {}, 4);
        INFO(a.to_string());
        CHECK(!pcl::resolve_outputs(a).contains_eventuals());
        CHECK(!pcl::resolve_promises(a).contains_promises());
        CHECK(pcl::resolve_outputs(pcl::input_type(a)).equals(pcl::resolve_outputs(a)));
        CHECK(pcl::is_convertible(pcl::input_type(a), a));
        CHECK(*pcl::parse_type(a.to_string()).type == a);
    }
}

TEST_CASE("pcl laws: members of unions are in the order of their texts") {
    Random random(21);
    pcl::UnionOrder order;
    for (int round = 0; round < 4 * kRounds; ++round) {
        const Type a = random_type(random, {}, 3);
        const Type b = random_type(random, {}, 3);
        INFO(a.to_string(), " and ", b.to_string());
        const int texts = pcl::render_order(a).compare(pcl::render_order(b));
        CHECK((order.compare(a, b) < 0) == (texts < 0));
        CHECK((order.compare(b, a) < 0) == (texts > 0));
        CHECK((order.compare(a, b) == 0) == (texts == 0));
    }
    const Type cut = Type::constant(Value::string(std::string(100, 'a') + "\"${x}"));
    const Type whole = Type::constant(Value::string(std::string(100, 'a') + "\"$"));
    CHECK((order.compare(cut, whole) < 0) == (pcl::render_order(cut) < pcl::render_order(whole)));
}

// Every type that is printed can be read. Only what a rendering leaves out is lost: the tokens of enums.
TEST_CASE("pcl laws: renderings are readable") {
    Random random(11);
    for (int round = 0; round < kRounds; ++round) {
        const Type a = random_type(random, {}, 4);
        const std::string printed = a.to_string();
        INFO(printed);
        CHECK(*pcl::parse_type(printed).type == a);
        for (const std::string& text : {a.to_pretty(), pcl::render_lines(a)}) {
            const pcl::ParsedType read = pcl::parse_type(text);
            REQUIRE_MESSAGE(read.type, text, ": ", read.problem);
            const std::string again = pcl::render_lines(*read.type);
            if (text == pcl::render_lines(a)) CHECK(again == text);
            CHECK(*pcl::parse_type(read.type->to_string()).type == *read.type);
        }
    }
    for (const char* text :
         {"enum(\"a\" | \"b\")", "enum(1 | 2.5)", "enum(true | false)", "enum()", "union()", "dynamic?",
          "object({\"a=b\" = int, \"\" = string})", "list(...)", "type(pkg:index/Thing:Thing)"})
        CHECK_MESSAGE(pcl::parse_type(text).type, text);
    // Without a token the members decide.
    auto enumeration = [](const char* text) { return *pcl::parse_type(text).type; };
    CHECK(enumeration("enum(\"a\" | \"b\")") == enumeration("enum(\"a\"|\"b\")"));
    CHECK(!enumeration("enum(\"a\" | \"b\")").equals(enumeration("enum(\"a\")")));
}

std::string random_expression(Random& random, int depth) {
    auto part = [&] { return random_expression(random, depth - 1); };
    switch (random.below(depth <= 0 ? 6 : 28)) {
        case 0:
            return "1";
        case 1:
            return "2.5";
        case 2:
            return "\"a\"";
        case 3:
            return "true";
        case 4:
            return "null";
        case 5:
            return "-7";
        case 6:
            return "[" + part() + ", " + part() + "]";
        case 7:
            return "{a = " + part() + ", \"b\" = " + part() + "}";
        case 8:
            return "(" + part() + " + " + part() + ")";
        case 9:
            return "(" + part() + " ? " + part() + " : " + part() + ")";
        case 10:
            return "[for x in " + part() + " : x]";
        case 11:
            return "{for k, v in " + part() + " : k => v}";
        case 12:
            return "[" + part() + ", " + part() + "][" + (random.below(2) == 0 ? "0" : "1") + "]";
        case 13:
            return "{a = " + part() + "}.a";
        case 14:
            return "\"x${" + part() + "}\"";
        case 15:
            return "[" + part() + "][*]";
        case 16:
            return "(" + part() + " == " + part() + ")";
        case 17:
            return "(" + part() + " < " + part() + ")";
        case 18:
            return "(" + part() + " * -" + part() + ")";
        case 19:
            return "[{a = " + part() + "}, {a = " + part() + "}][*].a";
        case 20:
            return "{a = " + part() + ", b = " + part() + "}[\"b\"]";
        case 21:
            return "[for i, x in " + part() + " : i if " + part() + "]";
        case 22:
            return "{for k, v in " + part() + " : \"${k}\" => v...}";
        case 23:
            return "\"%{if " + part() + "}x%{else}${" + part() + "}%{endif}\"";
        case 24:
            return "\"%{for x in " + part() + "}${x},%{endfor}\"";
        case 25:
            return "\"${" + part() + "}\"";
        case 26:
            return "{(" + part() + ") = " + part() + "}";
        default:
            return "(!" + part() + " || " + part() + ")";
    }
}

TEST_CASE("pcl laws: an expression without findings has a value of its type") {
    Random random(6);
    int compared = 0;
    for (int round = 0; round < kRounds; ++round) {
        const std::string text = random_expression(random, 4);
        const syntax::FilePtr file = syntax::parse_expression(text);
        const TypedValue found = compare_type_with_value(file->root());
        compared += found.is_compared;
        CHECK_MESSAGE(found.problem.empty(), text, " ", found.problem);
    }
    CHECK(compared > kRounds / 20);
}

}  // namespace hcl::test::pcl_laws
