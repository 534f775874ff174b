// Every difference between the spec format's document and the reference command, both ways;
// docs/decode-rules.md is the list for people.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "engine/base/limits.h"
#include "engine/decode/dynamic_block.h"
#include "tests/unit/decode/support.h"

namespace hcl::decode {

namespace {

struct Difference {
    const char* about;
    const char* spec;
    const char* input;
    const char* by_document;  // JSON, or the titles of the findings
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
    {"fallbacks impose nothing: required blocks",
     "default {\n attr {\n name = \"a\"\n}\n block {\n block_type = \"b\"\n required = true\n attr {\n name "
     "= "
     "\"x\"\n}\n}\n}\n",
     "", "null", "Missing b block;"},
    {"fallbacks impose nothing: required block_attrs",
     "default {\n attr {\n name = \"a\"\n}\n block_attrs {\n block_type = \"b\"\n required = true\n "
     "element_type = "
     "string\n}\n}\n",
     "", "null", "Unsupported block type;"},
    {"fallbacks impose nothing: numbers of blocks",
     "default {\n attr {\n name = \"a\"\n}\n block_list {\n block_type = \"b\"\n min_items = 2\n attr {\n "
     "name = "
     "\"x\"\n}\n}\n}\n",
     "", "[]", "Insufficient b blocks;"},
    {"fallbacks impose nothing: labels",
     "default {\n attr {\n name = \"a\"\n}\n block_map {\n block_type = \"b\"\n labels = [\"n\"]\n attr {\n "
     "name = "
     "\"x\"\n type = string\n}\n}\n}\n",
     "a = 1\nb {\n}\n", "1", "Missing n for b;"},
    {"fallbacks that are asked read their labels",
     "default {\n attr {\n name = \"a\"\n}\n block_map {\n block_type = \"b\"\n labels = [\"n\"]\n attr {\n "
     "name = "
     "\"x\"\n type = string\n}\n}\n}\n",
     "b {\n x = 1\n}\n", "Missing n for b;", "Missing n for b;"},
    {"names of a default's specs are those of its body: blocks",
     "array {\n attr {\n name = \"x\"\n}\n default {\n attr {\n name = \"y\"\n}\n block {\n block_type = "
     "\"x\"\n attr "
     "{\n name = \"z\"\n}\n}\n}\n}\n",
     "x = 1\n", "Conflicting names in spec;", "[1,null]"},
    {"names of a default's specs are those of its body: attributes",
     "array {\n attr {\n name = \"x\"\n}\n default {\n attr {\n name = \"y\"\n}\n attr {\n name = "
     "\"x\"\n}\n}\n}\n",
     "x = 1\n", "Conflicting names in spec;", "[1,1]"},
    {"two defaults share no name",
     "array {\n default {\n attr {\n name = \"y\"\n}\n attr {\n name = \"x\"\n}\n}\n default {\n attr {\n "
     "name = "
     "\"z\"\n}\n attr {\n name = \"x\"\n}\n}\n}\n",
     "x = 1\n", "Conflicting names in spec;", "[1,1]"},
    {"one block type, one set of labels",
     "array {\n block_list {\n block_type = \"b\"\n attr {\n name = \"x\"\n}\n}\n block_map {\n block_type = "
     "\"b\"\n "
     "labels = [\"n\"]\n attr {\n name = \"x\"\n type = string\n}\n}\n}\n",
     "b \"k\" {\n}\n", "Conflicting labels in spec;", R"([[null],{"k":null}])"},
    {"any takes values of any type: block_list",
     "block_list {\n block_type = \"b\"\n object {\n attr \"v\" {\n type = any\n}\n}\n}\n",
     "b {\n v = []\n}\nb {\n v = { k = 1 }\n}\nb {\n v = 1\n}\n", R"([{"v":[]},{"v":{"k":1}},{"v":1}])",
     "Inconsistent argument types in b blocks;"},
    {"any takes values of any type: values stay as they are",
     "block_list {\n block_type = \"b\"\n attr {\n name = \"v\"\n}\n}\n",
     "b {\n v = 1\n}\nb {\n v = \"a\"\n}\nb {\n v = [\"a\"]\n}\nb {\n v = []\n}\n", R"([1,"a",["a"],[]])",
     "Inconsistent argument types in b blocks;"},
    {"any takes values of any type: block_set",
     "block_set {\n block_type = \"b\"\n attr {\n name = \"v\"\n}\n}\n",
     "b {\n v = \"a\"\n}\nb {\n v = []\n}\nb {\n v = \"a\"\n}\n", R"(["a",[]])",
     "Inconsistent argument types in b blocks;"},
    {"any takes values of any type: block_map",
     "block_map {\n block_type = \"b\"\n labels = [\"m\", \"n\"]\n attr {\n name = \"v\"\n}\n}\n",
     "b \"x\" \"k\" {\n v = []\n}\nb \"x\" \"l\" {\n v = [\"a\"]\n}\nb \"y\" \"k\" {\n v = true\n}\n",
     R"({"x":{"k":[],"l":["a"]},"y":{"k":true}})", "Invalid block_map spec;"},
    {"any takes values of any type: block_attrs",
     "block_attrs {\n block_type = \"b\"\n element_type = any\n}\n", "b {\n v = []\n w = \"a\"\n}\n",
     R"({"v":[],"w":"a"})", "Unsupported block type;"},
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
    {"decoders are named", "attr {\n name = \"a\"\n decoder = keyword\n}\n", "a = x\n", "\"x\"",
     "Unsupported argument;"},
    {"every decoder's value has a JSON form: types", "attr {\n name = \"a\"\n decoder = type\n}\n",
     "a = object({ port = optional(number, 80) })\n", "\"object({port=optional(number)})\"",
     "Unsupported argument;"},
    {"every decoder's value has a JSON form: identifiers",
     "attr {\n name = \"a\"\n decoder = identifiers\n}\n", "a = [x, y]\n", R"(["x","y"])",
     "Unsupported argument;"},
    {"every decoder's value has a JSON form: expressions",
     "attr {\n name = \"a\"\n decoder = expression\n}\n", "a = x.y + 1\n", "\"x.y + 1\"",
     "Unsupported argument;"},
    {"every decoder's value has a JSON form: closures", "attr {\n name = \"a\"\n decoder = closure\n}\n",
     "a = f(x)\n", "\"f(x)\"", "Unsupported argument;"},
    {"a decoder is an element type", "block_attrs {\n block_type = \"b\"\n decoder = keyword\n}\n",
     "b {\n a = x\n c = y\n}\n", R"({"a":"x","c":"y"})", "Unsupported block type;"},
    {"a decoder is named without quotes", "attr {\n name = \"a\"\n decoder = \"keyword\"\n}\n", "a = x\n",
     "Invalid keyword;", "Unsupported argument;"},
    {"coalesce converts nothing", "literal {\n value = [coalesce(1, \"x\"), coalesce(null, [1], [])]\n}\n",
     "", "[1,[1]]", R"(["1",[1]])"},
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

// The titles if there are findings, else the value.
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

TEST_CASE("names are compared as strings are, by their NFC") {
    const std::string composed = "\u00e9";
    const std::string decomposed = "e\u0301";
    const std::string attrs = "block_attrs {\n block_type = \"b\"\n element_type = number\n}\n";
    // Two forms of one name: an error, as for identical names.
    CHECK(run(attrs, "b {\n " + composed + " = 1\n " + decomposed + " = 2\n}\n").titles ==
          "Duplicate argument;");
    CHECK(run(attrs, R"({"b": {")" + composed + R"(": 1, ")" + decomposed + R"(": 2}})").titles ==
          "Duplicate attribute definition;");
    CHECK(run(attrs, "b {\n " + decomposed + " = 2\n}\n").json == "{\"" + composed + "\":2}");
    // The name in the spec and the one in the input.
    for (const auto& [in_spec, in_input] : {std::pair{composed, decomposed}, {decomposed, composed}}) {
        const std::string attr = "object {\n attr \"" + in_spec + "\" {\n required = true\n}\n}\n";
        CHECK(run(attr, in_input + " = 1\n").titles == "");
        CHECK(run(attr, in_input + " = 1\n").json == "{\"" + composed + "\":1}");
        CHECK(run(attr, "{\"" + in_input + "\": 1}").json == "{\"" + composed + "\":1}");
        CHECK(run(attr, in_input + " = 1\n" + in_spec + " = 1\n").titles == "Duplicate argument;");
        const std::string block =
            "block {\n block_type = \"" + in_spec + "\"\n attr {\n name = \"a\"\n}\n}\n";
        CHECK(run(block, in_input + " {\n a = 1\n}\n").json == "1");
        const std::string map =
            "block_map {\n block_type = \"b\"\n labels = [\"n\"]\n attr {\n name = \"a\"\n type = "
            "number\n}\n}\n";
        CHECK(run(map, "b \"" + in_spec + "\" {\n}\nb \"" + in_input + "\" {\n}\n").titles ==
              "Duplicate b block;");
    }
    CHECK(run("array {\n attr {\n name = \"" + composed + "\"\n}\n attr {\n name = \"" + decomposed +
                  "\"\n}\n}\n",
              "")
              .titles.starts_with("Conflicting names in spec;"));
}

TEST_CASE("a fallback's second block is ignored with a warning") {
    SpecFile spec = load_spec_file(
        syntax::File::parse(
            "default {\n attr {\n name = \"a\"\n}\n block {\n block_type = \"b\"\n attr {\n name = "
            "\"x\"\n}\n}\n}\n"),
        FileId(0), Rules::spec());
    REQUIRE(spec.diagnostics.empty());
    DecodeResult result = decode(body_of("b {\n x = 1\n}\nb {\n x = 2\n}\n"), *spec.root, nullptr,
                                 eval::eval_options(Rules::spec()));
    REQUIRE(result.diagnostics.size() == 1);
    CHECK(result.diagnostics[0].code == DiagCode::DuplicateBlock);
    CHECK(result.diagnostics[0].severity == Severity::Warning);
    CHECK(result.value.to_display() == "1");
}

TEST_CASE("similar names are looked for up to a limit, in both syntaxes") {
    std::set<std::string> names;
    for (std::size_t at = 0; at <= 6; ++at)
        for (char letter = 'a'; letter <= 'z'; ++letter)
            names.insert(std::string("length").insert(at, 1, letter));
    std::string native, json;
    for (const std::string& name : names) {
        native += name + " = 1\n";
        json += (json.empty() ? "{\"" : ",\"") + name + "\": 1";
    }
    REQUIRE(names.size() > limits::suggestions);
    BodySchema schema;
    schema.attributes.push_back({"length", false});
    for (const std::string& text : {native, json + "}"}) {
        const Diagnostics found = body_of(text).content(schema).diagnostics;
        CHECK(found.size() == names.size());
        CHECK(std::ranges::count_if(found, [](const Diagnostic& d) { return !d.fixes.empty(); }) ==
              limits::suggestions);
    }
}

TEST_CASE("a schema that asks for a name twice is an error of every body") {
    // Example of HCL4079: program whose schema has an attribute and a block type of one name.
    const BodySchema schema_of_program{.attributes = {{.name = "port"}},
                                       .blocks = {{.type = "port", .label_names = {}}}};
    ContentResult read = body_of("port = 1\n").content(schema_of_program);
    // Fix: rename one of them, or leave one out

    REQUIRE(read.diagnostics.size() >= 1);
    CHECK(read.diagnostics[0].code == DiagCode::ConflictingSchemaNames);

    const BodySchema schemas[] = {
        {.attributes = {{.name = "a"}, {.name = "a"}}, .blocks = {}},
        {.attributes = {{.name = "a"}}, .blocks = {{.type = "a", .label_names = {}}}},
        {.attributes = {}, .blocks = {{.type = "a", .label_names = {}}, {.type = "a", .label_names = {"n"}}}},
    };
    for (const BodySchema& schema : schemas)
        for (std::string_view input : {"a = 1\n", "{\"a\": 1}"}) {
            Body body = body_of(input);
            auto is_reported = [](const Diagnostics& found) {
                return !found.empty() && found[0].code == DiagCode::ConflictingSchemaNames;
            };
            CHECK(is_reported(body.content(schema).diagnostics));
            CHECK(is_reported(body.partial_content(schema).diagnostics));
            CHECK(is_reported(merge_bodies({body, body_of("")}).content(schema).diagnostics));
            BodySchema lenient = schema;
            lenient.may_repeat = true;
            CHECK_FALSE(is_reported(body.content(lenient).diagnostics));
        }
    const BodySchema fine{.attributes = {{.name = "a"}, {.name = "b"}},
                          .blocks = {{.type = "c", .label_names = {}}, {.type = "c", .label_names = {}}}};
    CHECK(body_of("a = 1\n").content(fine).diagnostics.empty());
}

TEST_CASE("a user's function fails where it was called, with its arguments and the place inside") {
    SpecFile spec = load_spec_file(
        syntax::File::parse(
            "function \"add_one\" {\n params = [n]\n result = n + 1\n}\nattr {\n name = \"a\"\n}\n"),
        FileId(7), Rules::spec());
    REQUIRE(spec.diagnostics.empty());
    eval::MapScope scope;
    scope.set_functions(std::make_shared<const eval::FunctionTable>(spec.functions));
    DecodeResult result =
        decode(body_of("a = add_one(\"x\")\n"), *spec.root, &scope, eval::eval_options(Rules::spec()));
    REQUIRE(result.diagnostics.size() == 1);
    CHECK(result.diagnostics[0].message ==
          "\"add_one\" failed: Invalid operand: The left side of \"+\" does not fit: a number is required; "
          "here n = "
          "\"x\".");
    REQUIRE(result.diagnostics[0].related.size() == 1);
    CHECK(result.diagnostics[0].related[0].where.file == FileId(7));
}

TEST_CASE("the place of a part of a decoded value is known") {
    const std::string_view spec_text =
        "object {\n attr \"k\" {\n}\n block_list \"b\" {\n object {\n attr \"x\" {\n}\n}\n}\n block_map "
        "\"m\" {\n labels "
        "= [\"n\"]\n block_attrs {\n block_type = \"a\"\n element_type = any\n}\n}\n literal \"l\" {\n value "
        "= 1\n}\n}\n";
    SpecFile spec = load_spec_file(syntax::File::parse(spec_text), FileId(0), Rules::spec());
    REQUIRE(spec.diagnostics.empty());
    const std::string_view input =
        "k = 10\nb {\n x = 11\n}\nb {\n x = 12\n}\nm \"p\" {\n a {\n z = 13\n}\n}\n";
    auto at = [&](Path path) {
        auto place = place_of_part(body_of(input), *spec.root, path, Rules::spec());
        return place ? std::string(input.substr(place->span.start, place->span.length())) : "nowhere";
    };
    auto name = [](std::string_view text) { return PathStep::attribute(text); };
    auto number = [](int n) { return PathStep::index(Value::integer(n)); };
    CHECK(at({name("k")}) == "10");
    CHECK(at({name("k"), name("deeper")}) == "10");
    CHECK(at({name("b"), number(1), name("x")}) == "12");
    CHECK(at({name("m"), PathStep::index(Value::string("p")), PathStep::index(Value::string("z"))}) == "13");
    CHECK(at({name("l")}) == "nowhere");
    CHECK(at({name("b"), number(7)}) == "nowhere");
}

TEST_CASE("blocks made of a set with unknown elements are unknown by the document") {
    SpecFile spec = load_spec_file(
        syntax::File::parse(
            "block_list {\n block_type = \"b\"\n attr {\n name = \"a\"\n type = number\n}\n}\n"),
        FileId(0), Rules::spec());
    eval::MapScope scope;
    scope.set("open", Value::set(Type::number(), {Value::integer(1), Value::unknown(Type::number())}));
    auto decoded = [&](const Rules& rules) {
        const eval::EvalOptions options = eval::eval_options(rules);
        Body body = expand_dynamic(
            body_of("dynamic \"b\" {\n for_each = open\n content {\n a = b.value\n}\n}\n"), &scope, options);
        return decode(body, *spec.root, &scope, options).value;
    };
    CHECK(decoded(Rules::spec()).is_unknown());
    CHECK(decoded(Rules::reference()).is_known());
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

TEST_CASE(
    "repeated blocks of a JSON list, and wrong parts of values, have places of their own by the document") {
    constexpr std::string_view spec =
        "object {\n block \"b\" {\n object {}\n}\n attr \"n\" {\n type = list(number)\n}\n}\n";
    constexpr std::string_view input = R"({"b": [{}, {}], "n": [1, ["x"]]})";
    auto places_by = [&](const Rules& rules) {
        SpecFile file = load_spec_file(syntax::File::parse(spec), FileId(0), rules);
        auto tree = syntax::File::parse(input, {.syntax = syntax::Syntax::Json});
        DecodeResult result =
            decode(file_body(tree, FileId(1)), *file.root, nullptr, eval::eval_options(rules));
        std::vector<std::uint32_t> starts;
        for (const Diagnostic& d : result.diagnostics) {
            starts.push_back(d.span.start);
            for (const RelatedPlace& related : d.related) starts.push_back(related.where.span.start);
        }
        return starts;
    };
    CHECK(places_by(Rules::spec()) == std::vector<std::uint32_t>{11, 7, 25});
    CHECK(places_by(Rules::reference()) == std::vector<std::uint32_t>{6, 6, 21});
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
