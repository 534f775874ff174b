// The typer: its findings and their wording, and that it always ends.
#include "engine/pcl/typer.h"

#include <doctest/doctest.h>

#include <string>

#include "engine/pcl/convert.h"
#include "engine/pcl/traverse.h"
#include "engine/syntax/file/file.h"
#include "tests/unit/pcl/support.h"

namespace hcl::test::pcl_typer {

using pcl_support::find_codes;
using pcl_support::Names;
using pcl_support::type;
using pcl_support::typed;

const Names kNames = {{"s", "string"},          {"i", "int"},
                      {"os", "output(string)"}, {"ls", "list(string)"},
                      {"m", "map(int)"},        {"o", "object({Name = string})"},
                      {"t", "tuple(int)"},      {"u", "union(list(string), map(int))"},
                      {"ss", "set(string)"},    {"v", "union(bool, int)"}};

TEST_CASE("pcl typer: each finding has its code") {
    const struct {
        const char* expression;
        const char* codes;
    } kRows[] = {
        {"nope", "HCL7001"},
        {"nope(s)", "HCL7002"},
        {"[for x, x in ls : x]", "HCL7003"},
        {"ls + 1", "HCL7011"},
        {"u + 1", "HCL7012"},
        {"{(ls) = 1}", "HCL7014"},
        {"{(null) = 1}", "HCL7014"},
        {"s.a", "HCL7021"},
        {"null.a", "HCL7022"},
        {"t[\"0\"]", "HCL7025"},
        {"t[1]", "HCL7026"},
        {"o[null]", "HCL7027"},
        {"o.size", "HCL7028"},
        {"o.name", "HCL7029"},
        {"[for x in ss : x]", "HCL7030"},
        {"split(\",\")", "HCL7041"},
        {"stack(s)", "HCL7042"},
        {"element(s, 0)", "HCL7043"},
        {"try()", "HCL7044"},
        {"pulumiResourceName()", "HCL7045"},
        {"pulumiResourceName(s)", "HCL7046"},
        {"pulumiResourceName(s, s)", "HCL7045"},
        {"entries()", "HCL7041"},
        {"{for k in ls : [k] => k}", "HCL7011"},
        {"lookup({}, \"a\", 1)", "HCL7043"},
        // One fault is one finding.
        {"can(1, 2)", "HCL7042"},
        {"toJSON()", "HCL7041"},
        {"v.a", "HCL7021"},
        // Constants in a collection do not limit what else can be in it.
        {"lookup({a = 1}, \"b\", 2)", ""},
        {"lookup({a = \"x\"}, \"b\", \"y\")", ""},
        // Known indices that no list has.
        {"[1, 2][-1]", "HCL7026"},
        {"[][0]", "HCL7026"},
        {"[1, 2][1 - 3]", "HCL7026"},
        {"[1, 2][3 - 2]", ""},
        {"[1, 2][-i]", ""},
        {"ls[-1]", "HCL7023"},
        {"ls[1.5]", "HCL7023"},
        {"ls[1]", ""},
        {"element([1, 2], -1)", ""},
        {"element([1, 2], 5)", ""},
    };
    for (const auto& row : kRows)
        CHECK_MESSAGE(find_codes(row.expression, kNames) == row.codes, row.expression, ": ",
                      find_codes(row.expression, kNames));
}

TEST_CASE("pcl typer: a splat over an output stays one") {
    CHECK(typed("os[*]", kNames) == "output(list(string))");
    CHECK(typed("s[*]", kNames) == "list(string)");
    CHECK(typed("[os][*]", kNames) == "list(output(string))");
}

TEST_CASE("pcl typer: whole literals are ints, however long") {
    CHECK(typed("4294967296") == "4294967296");
    CHECK(find_codes("[for x in [4294967296] : x]") == "");
}

TEST_CASE("pcl typer: misfits name the part that does not fit") {
    const auto misfit =
        pcl::explain_misfit(pcl_support::type("list(object({a = map(int)}))"),
                            pcl_support::type("tuple(object({a = object({x = list(int)})}))"));
    REQUIRE(misfit.has_value());
    CHECK(pcl::describe(*misfit) == "Expected int at [0].a.x, but this is list(int).");
    const auto missing = pcl::explain_misfit(pcl_support::type("object({a = int, b = string})"),
                                             pcl_support::type("object({a = int})"));
    REQUIRE(missing.has_value());
    CHECK(pcl::describe(*missing) == "Expected string at .b, and there is nothing.");
}

TEST_CASE("pcl typer: long and nested expressions end") {
    std::string doubled = "s";
    std::string lists = "s";
    for (int i = 0; i < 150; ++i) lists = "[" + lists + "]";
    CHECK(typed(lists, kNames).starts_with("tuple("));
    for (int i = 0; i < 12; ++i) doubled = "(true ? {a = " + doubled + "} : {b = [" + doubled + "]})";
    CHECK(!typed(doubled, kNames).empty());
    std::string calls = "s";
    for (int i = 0; i < 60; ++i) calls = "try(" + calls + ", [1, {a = " + std::to_string(i) + "}])";
    CHECK(!typed(calls, kNames).empty());
}

std::string repeated(int count, const std::string& before, const std::string& after) {
    std::string list = "[";
    for (int i = 0; i < count; ++i) list += before + std::to_string(i) + after + ", ";
    return list + "]";
}

TEST_CASE("pcl typer: the common type of many elements") {
    auto of_each = [](const std::string& list) { return typed("[for x in " + list + " : x]"); };
    CHECK(of_each("[2, 1, null, 2]") == "list(union(null, 1, 2))");
    CHECK(typed("element([2, 1, null, 3], 0)") == "union(int, none)");
    for (int count : {3, 180, 300, 1000}) {
        const pcl::Type all = type(of_each(repeated(count, "", "")));
        CHECK(all.element().members().size() == static_cast<std::size_t>(count));
        CHECK(typed("element(" + repeated(count, "", "") + ", 0)") == "int");
    }
    // Too many to compare them all.
    CHECK(of_each(repeated(12'000, "", "")) == "list(int)");
    CHECK(of_each(repeated(12'000, "", ".5")) == "list(number)");
    CHECK(of_each(repeated(6'000, "null, ", "")) == "list(union(int, none))");
    CHECK(typed("element(" + repeated(12'000, "", "") + ", 0)") == "int");
    CHECK(of_each(repeated(3'000, "{a = ", "}")) == "list(object({a = int}))");
    CHECK(type(of_each(repeated(100, "{a = ", "}"))).element().members().size() == 100);
}

TEST_CASE("pcl typer: the common type of many different objects is found in bounded time") {
    std::string different = "[for x in [";
    std::string alike = different;
    for (int i = 0; i < 3000; ++i) {
        const std::string n = std::to_string(i);
        different += "{a" + n + " = " + n + ", b = \"x\"}, ";
        alike += "{a = " + n + ", b = \"" + n + "\"}, ";
    }
    // Any use of an unknown value may be right.
    CHECK(find_codes(different + "] : x.b]").empty());
    CHECK(find_codes(different + "] : element(x.c, 0)]").empty());
    CHECK(typed(alike + "] : x]") == "list(object({a = int, b = string}))");
}

TEST_CASE("pcl typer: keys that are not written out") {
    using pcl_support::type;
    // Example of HCL7023: program that asks for the element of a list by a key that is itself a list.
    const pcl::Step list = pcl::traverse(type("list(int)"), pcl::StepKey::of(type("list(int)")));
    // Fix: pcl::StepKey::of(type("int"))

    REQUIRE(list.problems.size() == 1);
    CHECK(list.problems[0].code == DiagCode::PclListIndex);
    // Example of HCL7024: program that asks for the entry of a map by a key that is itself a map.
    const pcl::Step map = pcl::traverse(type("map(int)"), pcl::StepKey::of(type("map(int)")));
    // Fix: pcl::StepKey::of(type("string"))

    REQUIRE(map.problems.size() == 1);
    CHECK(map.problems[0].code == DiagCode::PclMapKey);
    const pcl::Step object =
        pcl::traverse(type("object({a = int, b = bool})"), pcl::StepKey::of(pcl::Type::string()));
    CHECK(object.type.to_string() == "union(bool, int)");
}

class Settings final : public pcl::TypeScope {
  public:
    std::optional<pcl::Definition> find(std::string_view name) const override {
        if (name == "pulumi") return pcl::Definition{{}, pcl::Definition::Steps::Refused};
        if (name == "property")
            return pcl::Definition{pcl::Type::opaque("Property"), pcl::Definition::Steps::Same};
        return std::nullopt;
    }
};

TEST_CASE("pcl typer: annotated names determine the type of a step") {
    const syntax::FilePtr file = syntax::parse_expression("[property.a[0].b, pulumi.requiredVersionRange]");
    Diagnostics findings;
    const pcl::Type found = pcl::type_of(file->root(), Settings(), pcl::Functions(), {}, findings);
    CHECK(found.to_string() == "tuple(Property, dynamic)");
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].code == DiagCode::PclPulumiTraversed);
    using pcl_support::type;
    // Example of HCL7013: program that compares tuples itself, without the outputs that an input also takes.
    const bool fits =
        pcl::expect_fit(type("tuple(int)"), type("tuple(int, int)"), file->root(), false, findings);
    // Fix: give as many elements as are expected

    CHECK(!fits);
    CHECK(findings.back().code == DiagCode::PclTupleLengths);
}

}  // namespace hcl::test::pcl_typer
