// Types: normalisation, equality, renderings, eventuals, references.
#include "engine/pcl/type.h"

#include <doctest/doctest.h>

#include <map>
#include <memory>

#include "engine/pcl/notation.h"
#include "tests/unit/pcl/support.h"

namespace hcl::test::pcl_types {

using pcl::Type;

using pcl_support::type;

TEST_CASE("pcl types: both renderings are read back") {
    for (std::string_view text : {"int",
                                  "none",
                                  "dynamic",
                                  "id",
                                  "Asset",
                                  "type(aws:ec2/InstanceType)",
                                  "list(set(map(bool)))",
                                  "tuple(int, string)",
                                  "tuple()",
                                  "object({})",
                                  "object({a = int, b = union(none, string)})",
                                  "union(bool, int, none)",
                                  "promise(string)",
                                  "output(list(number))",
                                  "\"hot\"",
                                  "1.5",
                                  "-3",
                                  "null",
                                  "true",
                                  "enum(m:i:Tier(string): \"hot\",\"cold\")",
                                  "\"a\\\"b\"",
                                  "1e+100"}) {
        CHECK(type(text).to_string() == text);
        if (!text.starts_with("enum")) CHECK(type(type(text).to_pretty()) == type(text));
    }
    CHECK(type("{ a: int? }").to_string() == "object({a = union(int, none)})");
    CHECK(type("optional(any)").to_pretty() == "dynamic?");
    CHECK(type("tuple([int])").to_pretty() == "(int)");
    CHECK(type("\"a\" | 1 | ()?").to_string() == "union(1, \"a\", none, tuple())");
    for (std::string_view text :
         {"", "list(", "list(int, int)", "object({a})", "1e", "\"a", "a b", "union(,)"})
        CHECK_MESSAGE(!pcl::parse_type(text).type, text);
}

TEST_CASE("pcl types: unions are flat, sorted, and without duplicates") {
    CHECK(type("union(string, union(int, string), none)").to_string() == "union(int, none, string)");
    CHECK(type("union(int, union(int))") == Type::integer());
    CHECK(Type::optional(Type::none()) == Type::none());
    CHECK(Type::union_of({}).to_string() == "union()");
    CHECK(type("union(string, int)") == type("union(int, string)"));
}

TEST_CASE("pcl types: promises hold no promises, outputs neither") {
    CHECK(type("promise(list(promise(int)))") == type("promise(list(int))"));
    CHECK(type("promise(object({a = output(int)}))").to_string() == "promise(object({a = output(int)}))");
    CHECK(type("output(promise(map(output(set(promise(int))))))") == type("output(map(set(int)))"));
    CHECK(pcl::resolve_outputs(type("tuple(output(int), promise(int))")) == type("tuple(int, int)"));
    CHECK(pcl::input_type(type("union(none, string)")).to_string() ==
          "union(none, output(string), output(union(none, string)), string)");
    CHECK(pcl::input_type(type("set(int)")) == type("union(set(int), output(set(int)))"));
}

TEST_CASE("pcl types: enums are equal by token, annotations do not count") {
    CHECK(type("enum(t(string): \"a\")").equals(type("enum(t(string): \"a\",\"b\")")));
    CHECK(!type("enum(t(string): \"a\")").equals(type("enum(u(string): \"a\")")));
    const Type plain = type("object({a = int})");
    const Type marked = Type::object({{"a", Type::integer()}}, "pkg:index:Thing");
    CHECK(marked.annotation() == "pkg:index:Thing");
    CHECK(!(marked == plain));
    CHECK(marked.equals(plain));
    CHECK(Type::list(marked).equals(Type::list(plain)));
    CHECK(Type::union_of({marked, plain}).is(pcl::Kind::Object));
}

TEST_CASE("pcl types: an unknown type is dynamic") {
    const Type unknown = Type::unknown();
    CHECK(unknown.is_dynamic());
    CHECK(unknown.equals(Type::dynamic()));
    CHECK(Type::dynamic().equals(unknown));
    CHECK(Type::list(unknown).equals(Type::list(Type::dynamic())));
    CHECK(!Type::list(unknown).equals(type("list(string)")));
    CHECK(Type::list(unknown).to_string() == "list(dynamic)");
    CHECK(Type::union_of({Type::dynamic(), unknown}).is_unknown());
    CHECK(Type::union_of({unknown, Type::dynamic()}).is_unknown());
    CHECK(pcl::may_be_anything(Type::output(Type::optional(unknown))));
    CHECK(!pcl::may_be_anything(Type::list(unknown)));
    CHECK(!pcl::may_be_anything(type("union(none, dynamic)")));
    CHECK(pcl::lifted(Type::string(), {Type::list(unknown)}) == type("output(string)"));
}

TEST_CASE("pcl types: integers are exact, of 32 bits for the reference") {
    CHECK(type("2147483648").underlying() == Type::integer());
    CHECK(pcl::parse_type("2147483648", pcl::Integers::Bits32).type->underlying() == Type::number());
    CHECK(pcl::parse_type("2147483647", pcl::Integers::Bits32).type->underlying() == Type::integer());
    CHECK(type("1.0") == type("1"));
    CHECK(type("1.5").underlying() == Type::number());
}

class Package final : public pcl::TypeSource {
  public:
    Type resolve(std::string_view token) const override {
        ++asked;
        auto it = types.find(std::string(token));
        return it == types.end() ? Type() : it->second;
    }
    std::map<std::string, Type> types;
    mutable int asked = 0;
};

TEST_CASE("pcl types: a type that contains itself is a reference") {
    auto package = std::make_shared<Package>();
    const Type tree = Type::reference(package, "tree");
    auto tree_of = [](const Type& children) {
        return Type::object({{"name", Type::string()}, {"children", Type::list(children)}});
    };
    package->types["tree"] = tree_of(tree);
    CHECK(tree.to_string() == "object({children = list(...), name = string})");
    CHECK(tree.to_pretty() == "{ children: list(...), name: string }");
    CHECK(tree.equals(tree_of(tree)));
    CHECK(tree_of(tree).equals(tree_of(tree_of(tree))));
    CHECK(!tree.equals(tree_of(Type::string())));

    CHECK(!tree.contains_outputs());
    const Type inputs = pcl::input_type(tree);
    CHECK(inputs.contains_outputs());
    CHECK(pcl::resolve_outputs(inputs) == tree);
    bool is_taken = false;
    for (const Type& member : inputs.members()) {
        const Type whole = member.resolved();
        if (!whole.is(pcl::Kind::Object)) continue;
        is_taken = true;
        CHECK(whole.find_property("name")->type == type("union(string, output(string))"));
    }
    CHECK(is_taken);
    // Data derived from the type is cached.
    const int asked = package->asked;
    for (const Type& member : inputs.members()) (void)member.resolved();
    CHECK(package->asked == asked);

    const Type orphan = Type::reference(package, "unknown");
    CHECK(orphan.resolved() == Type());
    package.reset();
    CHECK(tree.resolved() == Type());
}

TEST_CASE("pcl types: types that are too deep or too large are dynamic, and nothing leaks") {
    const std::size_t before = pcl::live_type_count();
    {
        Type deep = Type::string();
        for (unsigned i = 0; i < 2 * pcl::kMaxTypeDepth; ++i) deep = Type::list(deep);
        CHECK(deep.depth() <= pcl::kMaxTypeDepth);
        Type heavy = Type::string();
        for (int i = 0; i < 40; ++i) heavy = Type::tuple({heavy, heavy});
        CHECK(heavy.weight() <= pcl::kMaxTypeWeight);
        CHECK(heavy.to_string().size() < 2 * pcl::kMaxRendering);
        CHECK(heavy.to_pretty().size() < (16u << 20));
        std::string nested;
        for (int i = 0; i < 100'000; ++i) nested += "list(";
        CHECK(!pcl::parse_type(nested).type);
    }
    CHECK(pcl::live_type_count() == before);
}

}  // namespace hcl::test::pcl_types
