// Decoder specs by the letter of their format, where the recorded cases (which follow the reference) are
// silent.
#include <doctest/doctest.h>

#include <string>

#include "engine/schema/evaluate.h"
#include "engine/schema/spec_file.h"
#include "engine/value/value_json.h"

namespace hcl::schema {

namespace {

struct Outcome {
    std::string json;    // the value, or why it has none
    std::string titles;  // of the diagnostics, in order, each followed by a semicolon
};

std::string titles_of(const Diagnostics& diagnostics) {
    std::string out;
    for (const Diagnostic& d : diagnostics) out += d.title + ";";
    return out;
}

Outcome run(std::string_view spec_text, std::string_view input, const Rules& rules = Rules::spec(),
            syntax::Syntax syntax = syntax::Syntax::Native) {
    SpecFile spec = load_spec_file(syntax::File::parse(spec_text), FileId(0), rules);
    Body body = file_body(syntax::File::parse(input, {.syntax = syntax, .hcl1 = false}), FileId(1));
    eval::MapScope scope;
    for (auto& [name, value] : spec.variables) scope.set(name, value);
    scope.set_functions(std::make_shared<const eval::FunctionTable>(spec.functions));
    DecodeResult result = decode(body, *spec.root, &scope, eval_options(rules));
    auto json = value_to_json(result.value);
    return {json ? *json : json.error().message(),
            titles_of(spec.diagnostics) + titles_of(result.diagnostics)};
}

}  // namespace

TEST_CASE("block_attrs makes a map of a block's attributes") {
    constexpr std::string_view spec = R"(
        object {
          block_attrs "tags" {
            element_type = string
          }
        })";
    CHECK(run(spec, "tags {\n a = 1\n b = \"x\"\n}\n").json == R"({"tags":{"a":"1","b":"x"}})");
    CHECK(run(spec, "").json == R"({"tags":null})");
    CHECK(run(spec, "", Rules::reference()).titles.find("Unsupported block type") != std::string::npos);
}

TEST_CASE("a default with one nested spec is a no-op with a warning") {
    Outcome outcome = run("default {\n attr {\n name = \"a\"\n }\n}\n", "a = 1\n");
    CHECK(outcome.json == "1");
    CHECK(outcome.titles == "Useless default block;");
}

TEST_CASE("fallbacks of a default impose nothing") {
    constexpr std::string_view spec = R"(
        default {
          attr {
            name = "a"
          }
          attr {
            name     = "b"
            required = true
          }
        })";
    CHECK(run(spec, "a = 1\n").titles == "");
    CHECK(run(spec, "a = 1\n", Rules::reference()).titles ==
          "Missing required argument;Missing required argument;");
    CHECK(run(spec, "b = 2\n").json == "2");
}

TEST_CASE("max_items below min_items is an error of the spec") {
    constexpr std::string_view spec = R"(
        block_list {
          block_type = "b"
          min_items  = 3
          max_items  = 2
          object {
          }
        })";
    CHECK(run(spec, "").titles.find("Invalid max_items;") == 0);
    CHECK(run(spec, "", Rules::reference()).titles.find("Invalid max_items") == std::string::npos);
}

TEST_CASE("what the document requires is required") {
    CHECK(run("object {\n block \"\" {\n object {\n}\n}\n}\n", "").titles ==
          "Missing block_type in block spec;");
    CHECK(run("transform {\n literal {\n value = 1\n }\n}\n", "").titles == "Missing required argument;");
    CHECK(run("object {\n block_attrs \"b\" {\n }\n}\n", "").titles == "Missing required argument;");
    CHECK(
        run("object {\n literal \"a\" {\n value = 1\n }\n literal \"a\" {\n value = 2\n }\n}\n", "").titles ==
        "Duplicate property;");
}

TEST_CASE("types may have optional attributes with defaults") {
    constexpr std::string_view spec = R"(
        attr {
          name = "server"
          type = object({ host = string, port = optional(number, 80) })
        })";
    CHECK(run(spec, "server = { host = \"h\" }\n").json == R"({"host":"h","port":80})");
}

TEST_CASE("an attribute may name how its expression is read") {
    constexpr std::string_view spec = R"(
        attr {
          name    = "mode"
          decoder = keyword
        })";
    CHECK(run(spec, "mode = fast\n").titles == "");
    CHECK(run(spec, "mode = \"fast\"\n").titles == "Invalid keyword;");
    CHECK(run("attr {\n name = \"a\"\n decoder = nonsense\n}\n", "").titles == "Unknown decoder;");
}

TEST_CASE("functions of a spec serve the input, not the spec") {
    constexpr std::string_view spec = R"(
        function "double" {
          params = [n]
          result = n * 2
        }
        variables {
          base = 20
        }
        attr {
          name = "a"
        })";
    CHECK(run(spec, "a = double(base) + 2\n").json == "42");
    CHECK(run("function \"f\" {\n params = []\n result = 1\n}\nliteral {\n value = f()\n}\n", "").titles ==
          "Call to unknown function;");
}

TEST_CASE("two steps give what one step gives") {
    syntax::FilePtr file = syntax::File::parse("a = 1\nb \"x\" {\n}\nc = 2\n");
    Body body = file_body(file, FileId(0));
    BodySchema first{.attributes = {{.name = "a"}}, .blocks = {}};
    BodySchema second{.attributes = {{.name = "c"}}, .blocks = {{.type = "b", .label_names = {"name"}}}};
    PartialResult partial = body.partial_content(first);
    ContentResult rest = partial.remain.content(second);
    CHECK(partial.diagnostics.empty());
    CHECK(rest.diagnostics.empty());
    CHECK(partial.content.attributes.size() == 1);
    CHECK(rest.content.attributes.size() == 1);
    CHECK(rest.content.blocks.size() == 1);
    CHECK(body.content(first).diagnostics.size() == 2);
}

TEST_CASE("names asked for twice are conflicts of the schema") {
    BodySchema schema{.attributes = {{.name = "a"}, {.name = "a"}, {.name = "b"}},
                      .blocks = {{.type = "b", .label_names = {}}, {.type = "c", .label_names = {}}}};
    CHECK(conflicting_names(schema) == std::vector<std::string>{"a", "b"});
}

TEST_CASE("two specs of one body may not read the same name") {
    CHECK(
        run("object {\n attr \"a\" {\n name = \"x\"\n }\n attr \"b\" {\n name = \"x\"\n }\n}\n", "").titles ==
        "Conflicting names in spec;");
    CHECK(run("default {\n attr {\n name = \"x\"\n }\n attr {\n name = \"x\"\n }\n}\n", "").titles == "");
}

TEST_CASE("specs may not nest without end") {
    std::string deep;
    for (int i = 0; i < 5000; ++i) deep += "array {\n";
    for (int i = 0; i < 5000; ++i) deep += "}\n";
    CHECK(!run(deep, "").titles.empty());
}

}  // namespace hcl::schema
