// Every difference between the spec format's document and the reference command, both ways;
// docs/decode-rules.md is the list for people.
#include <doctest/doctest.h>

#include "tests/unit/decode/support.h"

namespace hcl::decode {

namespace {

struct Difference {
    const char* about;
    const char* spec;
    const char* input;
    const char* by_document;  // JSON, or the titles of what is found
    const char* as_tool;
};

constexpr Difference kDifferences[] = {
    {"block_attrs is a spec block", "block_attrs {\n block_type = \"b\"\n element_type = string\n}\n",
     "b {\n a = 1\n}\n", R"({"a":"1"})", "Unsupported block type;"},
    {"a block needs a type", "block {\n attr {\n name = \"a\"\n}\n}\n", "",
     "Missing block_type in block spec;", "null"},
    {"a transform needs a result", "transform {\n attr {\n name = \"a\"\n}\n}\n", "a = 1\n",
     "Missing required argument;", "null"},
    {"block_attrs needs an element type", "block_attrs {\n block_type = \"b\"\n}\n", "",
     "Missing required argument;", "Unsupported block type;"},
    {"max_items is not less than min_items",
     "block_list {\n block_type = \"b\"\n min_items = 2\n max_items = 1\n attr {\n name = \"a\"\n}\n}\n",
     "b {\n}\nb {\n}\n", "Invalid max_items;Too many b blocks;", "Too many b blocks;"},
    {"max_items of zero counts when both are set",
     "block_list {\n block_type = \"b\"\n min_items = 1\n max_items = 0\n attr {\n name = \"a\"\n}\n}\n",
     "b {\n}\n", "Invalid max_items;", "[null]"},
    {"an object has each property once",
     "object {\n literal \"a\" {\n value = 1\n}\n literal \"a\" {\n value = 2\n}\n}\n", "",
     "Duplicate property;", R"({"a":2})"},
    {"a name is read once", "array {\n attr {\n name = \"a\"\n}\n attr {\n name = \"a\"\n}\n}\n", "a = 1\n",
     "Conflicting names in spec;", "[1,1]"},
    {"a name is an attribute or a block",
     "array {\n attr {\n name = \"a\"\n}\n block_list {\n block_type = \"a\"\n attr {\n name = "
     "\"b\"\n}\n}\n}\n",
     "a {\n b = 1\n}\n", "Conflicting names in spec;", "[null,[1]]"},
    {"fallbacks impose nothing",
     "default {\n attr {\n name = \"a\"\n}\n attr {\n name = \"b\"\n required = true\n}\n}\n", "a = 1\n", "1",
     "Missing required argument;Missing required argument;"},
    {"null is no value", "attr {\n name = \"a\"\n required = true\n}\n", "a = null\n",
     "Missing required argument;", "null"},
    {"a block_map may hold any",
     "block_map {\n block_type = \"b\"\n labels = [\"x\"]\n attr {\n name = \"a\"\n}\n}\n",
     "b \"k\" {\n a = 1\n}\n", R"({"k":1})", "Invalid block_map spec;"},
    {"types are read, not evaluated", "attr {\n name = \"a\"\n type = true ? string : number\n}\n", "a = 1\n",
     "Invalid type specification;", R"("1")"},
    {"types may have optional parts",
     "attr {\n name = \"a\"\n type = object({ b = optional(number, 1) })\n}\n", "a = {}\n", R"({"b":1})",
     "Call to unknown function;Invalid type expression;"},
    {"null is no type", "attr {\n name = \"a\"\n type = null\n}\n", "a = 1\n", "Invalid type specification;",
     "1"},
    {"decoders are named", "attr {\n name = \"a\"\n decoder = keyword\n}\n", "a = x\n",
     "a value of type keyword has no JSON form", "Unsupported argument;"},
    {"variables are constants", "variables {\n v = upper(\"x\")\n}\nattr {\n name = \"a\"\n}\n", "a = v\n",
     "Function calls not allowed;", R"("X")"},
    {"hasindex says whether indexing could succeed",
     "literal {\n value = [hasindex([1], \"0\"), hasindex([1], 1)]\n}\n", "", "[true,false]",
     "[false,false]"},
    {"hasindex takes objects", "literal {\n value = hasindex({ a = 1 }, \"a\")\n}\n", "", "true",
     "Error in function call;"},
    {"length counts attributes", "literal {\n value = length({ a = 1 })\n}\n", "", "1",
     "Error in function call;"},
    {"one mistake, one finding", "attr {\n name = nam\n}\n", "", "Variables not allowed;",
     "Variables not allowed;Unsuitable value type;"},
};

// The titles where there are any, else the value.
bool agrees(const Outcome& outcome, std::string_view expected) {
    std::string_view titles = outcome.titles;
    if (expected.ends_with(';')) return titles.starts_with(expected);
    return titles.empty() && outcome.json == expected;
}

}  // namespace

TEST_CASE("the document and the reference command differ as listed") {
    for (const Difference& d : kDifferences) {
        Outcome by_document = run(d.spec, d.input, Rules::spec());
        CHECK_MESSAGE(agrees(by_document, d.by_document), d.about, ": ", by_document.json, " ",
                      by_document.titles);
        Outcome as_tool = run(d.spec, d.input, Rules::reference());
        CHECK_MESSAGE(agrees(as_tool, d.as_tool), d.about, ": ", as_tool.json, " ", as_tool.titles);
    }
}

TEST_CASE("an empty block_map of several labels keeps its levels by the document") {
    constexpr std::string_view spec =
        "block_map {\n block_type = \"b\"\n labels = [\"x\", \"y\"]\n attr {\n name = \"a\"\n type = "
        "string\n}\n}\n";
    auto type_by = [&](const Rules& rules) {
        SpecFile file = load_spec_file(syntax::File::parse(spec), FileId(0), rules);
        return decode(body_of(""), *file.root, nullptr, eval::eval_options(rules)).value.type().to_source();
    };
    CHECK(type_by(Rules::spec()) == "map(map(string))");
    CHECK(type_by(Rules::reference()) == "map(string)");
}

TEST_CASE("one block too many is reported at its header by the document, at its content by the reference") {
    constexpr std::string_view spec =
        "block_list {\n block_type = \"b\"\n max_items = 1\n attr {\n name = \"a\"\n}\n}\n";
    constexpr std::string_view input = "b {\n a = 1\n}\nb {\n a = 2\n}\n";
    auto place_by = [&](const Rules& rules) {
        SpecFile file = load_spec_file(syntax::File::parse(spec), FileId(0), rules);
        DecodeResult result = decode(body_of(input), *file.root, nullptr, eval::eval_options(rules));
        REQUIRE(result.diagnostics.size() == 1);
        CHECK(result.diagnostics[0].code == DiagCode::TooManyBlocks);
        Span span = result.diagnostics[0].span;
        return std::string(input.substr(span.start, span.length()));
    };
    CHECK(place_by(Rules::spec()) == "b");
    CHECK(place_by(Rules::reference()) == "2");
}

TEST_CASE("the places where functions may be used are those of the document") {
    for (const Rules* rules : {&Rules::spec(), &Rules::reference()}) {
        CHECK(run("literal {\n value = upper(\"a\")\n}\n", "", *rules).json == "\"A\"");
        CHECK(
            run("transform {\n result = upper(nested)\n attr {\n name = \"a\"\n}\n}\n", "a = \"x\"\n", *rules)
                .json == "\"X\"");
        CHECK(run("function \"f\" {\n params = [s]\n result = upper(s)\n}\nattr {\n name = \"a\"\n}\n",
                  "a = f(\"x\")\n", *rules)
                  .json == "\"X\"");
        CHECK(run("attr {\n name = lower(\"A\")\n}\n", "", *rules)
                  .titles.starts_with("Function calls not allowed;"));
        CHECK(run("function \"f\" {\n params = []\n result = 1\n}\nliteral {\n value = f()\n}\n", "", *rules)
                  .titles == "Call to unknown function;");
        CHECK(run("function \"f\" {\n params = []\n result = 1\n}\nfunction \"g\" {\n params = []\n result = "
                  "f()\n}\n"
                  "attr {\n name = \"a\"\n}\n",
                  "a = g()\n", *rules)
                  .titles.starts_with("Error in function call;"));
    }
}

}  // namespace hcl::decode
