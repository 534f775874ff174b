#include "engine/value/type.h"

#include <doctest/doctest.h>

#include <thread>

#include "engine/value/capsule.h"
#include "engine/value/value.h"
#include "tests/unit/value/support.h"

using namespace hcl;
using hcl::test::type_of;

TEST_CASE("types are equal when they are built alike, and only then") {
    const char* sources[] = {"any",
                             "string",
                             "number",
                             "bool",
                             "list(string)",
                             "set(string)",
                             "map(string)",
                             "list(number)",
                             "list(list(string))",
                             "tuple([])",
                             "tuple([string])",
                             "tuple([string,string])",
                             "object({})",
                             "object({a=string})",
                             "object({b=string})",
                             "object({a=number})",
                             "object({a?=string})",
                             "object({a=string,b=string})",
                             "list(object({a=list(any)}))"};
    for (const char* a : sources)
        for (const char* b : sources) {
            CAPTURE(a);
            CAPTURE(b);
            CHECK((type_of(a) == type_of(b)) == (std::string_view(a) == b));
        }
}

TEST_CASE("types print as they are written") {
    for (const char* source : {"any", "list(string)", "map(set(bool))", "tuple([string,any])", "tuple([])",
                               "object({})", "object({a=string,b=list(number)})"})
        CHECK(type_of(source).to_source() == source);
    Type odd = Type::object({{"a b", Type::string(), false}, {"c", Type::number(), true}});
    CHECK(odd.to_source() == "object({\"a b\"=string,c=number})");
    CHECK(odd.to_constraint_source() == "object({\"a b\"=string,c=optional(number)})");
    CHECK(type_of("list(map(string))").friendly_name() == "list of map of string");
    CHECK(type_of("set(any)").friendly_name() == "set of dynamic");
    CHECK(type_of("set(any)").friendly_constraint_name() == "set of any single type");
    CHECK(Type::dynamic().friendly_constraint_name() == "any type");
    CHECK(type_of("object({a=string})").friendly_name() == "object");
}

TEST_CASE("attributes are a set of names, in NFC") {
    CHECK(type_of("object({b=string,a=number})") == type_of("object({a=number,b=string})"));
    Type decomposed = Type::object({{"e\u0301", Type::string(), false}});
    CHECK(decomposed == Type::object({{"\u00e9", Type::string(), false}}));
    CHECK(Type::object({{"a", Type::string(), false}, {"a", Type::number(), false}}) ==
          type_of("object({a=number})"));
    Type two = type_of("object({a=number,b=string})");
    REQUIRE(two.find_attribute("b"));
    CHECK(two.find_attribute("b")->type == Type::string());
    CHECK(!two.find_attribute("c"));
}

TEST_CASE("what a type contains is known at once") {
    CHECK(type_of("list(map(any))").has_dynamic());
    CHECK(!type_of("list(map(string))").has_dynamic());
    CHECK(type_of("list(object({a?=string}))").has_optional());
    CHECK(type_of("list(object({a?=string}))").without_optional() == type_of("list(object({a=string}))"));
    CHECK(type_of("list(list(string))").depth() == 2);
}

TEST_CASE("nesting is bounded") {
    Type type = Type::string();
    for (unsigned i = 0; i < kMaxTypeDepth; ++i) type = Type::list(type);
    CHECK(type.depth() == kMaxTypeDepth);
    CHECK(Type::list(type).is_dynamic());
    CHECK(Type::tuple({type}).is_dynamic());
    CHECK(Type::object({{"a", type, false}}).is_dynamic());
    Value deep = Value::string("x");
    for (unsigned i = 0; i < 3 * kMaxTypeDepth; ++i) deep = Value::tuple({deep});
    CHECK(deep.type().depth() <= kMaxTypeDepth);
}

TEST_CASE("the type table forgets types that nobody holds") {
    std::size_t before = live_type_count();
    {
        std::vector<Type> held;
        for (int i = 0; i < 1000; ++i)
            held.push_back(
                Type::list(Type::object({{"attribute" + std::to_string(i), Type::string(), false}})));
        CHECK(live_type_count() == before + 2000);
        std::vector<Value> values;
        for (const Type& t : held) {
            values.push_back(Value::list(t.element(), {}));
            values.push_back(Value::null(t));
            values.push_back(Value::unknown(t).refined_not_null().with_marks(Marks::sensitive()));
        }
        held.clear();
        CHECK(live_type_count() == before + 2000);
    }
    CHECK(live_type_count() == before);
}

TEST_CASE("types are made and dropped by many threads at once") {
    std::size_t before = live_type_count();
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([] {
                for (int i = 0; i < 2000; ++i) {
                    Type a = Type::list(Type::object({{"k" + std::to_string(i % 7), Type::number(), false}}));
                    Type b = Type::list(Type::object({{"k" + std::to_string(i % 7), Type::number(), false}}));
                    if (a != b || a.element().attributes().size() != 1) std::abort();
                    Value v = Value::tuple(
                        {Value::null(a), Value::unknown(b), Value::string("some text beyond fourteen")});
                    Value w = v;
                    if (!w.identical(v)) std::abort();
                }
            });
    }
    CHECK(live_type_count() == before);
}

namespace {

int same_length(const void* a, const void* b) {
    auto& x = *static_cast<const std::string*>(a);
    auto& y = *static_cast<const std::string*>(b);
    return x.size() < y.size() ? -1 : x.size() > y.size() ? 1 : 0;
}

constexpr CapsuleType::Operations kOperations = {
    .equals = [](const void* a, const void* b) { return same_length(a, b) == 0; },
    .compare = &same_length,
};
constexpr CapsuleExtensionKey<int> kAnswer;
constexpr CapsuleExtensionKey<int> kOther;
constexpr int kFortyTwo = 42;
constexpr CapsuleType::Extension kExtensions[] = {capsule_extension(kAnswer, kFortyTwo)};
constexpr CapsuleType kWord("word", &kOperations, kExtensions);
constexpr CapsuleType kTwin("word");

}  // namespace

TEST_CASE("capsule types are identical to themselves alone and carry extensions") {
    CHECK(Type::capsule(kWord) == Type::capsule(kWord));
    CHECK(Type::capsule(kWord) != Type::capsule(kTwin));
    CHECK(Type::capsule(kWord).friendly_name() == "word");
    REQUIRE(kWord.extension(kAnswer));
    CHECK(*kWord.extension(kAnswer) == 42);
    CHECK(!kWord.extension(kOther));
    CHECK(!kTwin.extension(kAnswer));
    Value v = Value::capsule(kWord, std::make_shared<const std::string>("abc"));
    CHECK(v.capsule_as<std::string>() == "abc");
    CHECK(v.type() == Type::capsule(kWord));
    Value set = Value::set(Type::capsule(kWord),
                           {v, Value::capsule(kWord, std::make_shared<const std::string>("xyz")),
                            Value::capsule(kWord, std::make_shared<const std::string>("xy"))});
    CHECK(set.size() == 2);
}
