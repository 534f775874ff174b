// Decoder specs by the letter of their format, where the recorded cases (which follow the reference) are
// silent.
#include <doctest/doctest.h>

#include <string>

#include "engine/decode/spec_file.h"
#include "engine/language/language.h"
#include "tests/unit/decode/support.h"

namespace hcl::decode {

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

TEST_CASE("requirements of the specification hold") {
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

TEST_CASE("decoding in two steps equals decoding in one") {
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
    CHECK(run("default {\n attr {\n name = \"x\"\n }\n attr {\n name = \"x\"\n }\n}\n", "").titles ==
          "Conflicting names in spec;");
}

TEST_CASE("a spec lists the expectations of decoding, with their places") {
    constexpr std::string_view text = R"(
        object {
          attr "port" {
            type     = number
            required = true
          }
          block_map "rule" {
            labels = ["kind"]
            object {
              attr "on" {
                name = "enabled"
                type = bool
              }
            }
          }
          default "mode" {
            attr {
              name = "mode"
            }
            literal {
              value = "slow"
            }
          }
        })";
    SpecFile spec = load_spec_file(syntax::File::parse(text), FileId(0), Rules::spec());
    REQUIRE(spec.diagnostics.empty());
    CHECK(implied_type(*spec.root, Rules::spec()).to_source() ==
          "object({mode=any,port=number,rule=map(object({on=bool}))})");
    BodySchema schema = implied_schema(*spec.root, Rules::spec());
    REQUIRE(schema.attributes.size() == 2);
    CHECK(schema.find_attribute("port")->required);
    CHECK(schema.find_block("rule")->label_names == std::vector<std::string>{"kind"});

    std::vector<Expectation> expected = expectations(*spec.root);
    REQUIRE(expected.size() == 3);
    CHECK(expected[1].name == "rule");
    CHECK(expected[1].kind == Expectation::Kind::Block);
    auto source = [&](Location where) {
        return std::string(text.substr(where.span.start, where.span.length()));
    };
    CHECK(source(expected[0].spec->place) == "attr \"port\"");
    CHECK(source(expected[0].spec->name_place) == "\"port\"");
    auto nested = child_block_specs(*spec.root);
    REQUIRE(nested.size() == 1);
    CHECK(source(expectations(*nested[0].second)[0].spec->name_place) == "\"enabled\"");

    for (
        std::string_view input :
        {std::string_view(
             "port = var.a + f(b)\nrule \"k\" {\n enabled = ns::g([for x in c : h(x)])\n}\nmode = m\n"),
         std::string_view(
             R"({"port": "${var.a + f(b)}", "rule": {"k": {"enabled": "${ns::g([for x in c : h(x)])}"}}, "mode": "${m}"})")}) {
        std::string roots;
        for (const Reference& r : references(body_of(input), *spec.root, Rules::spec()))
            roots += r.traversal.front().name + " ";
        CHECK(roots == "var b c m ");
        std::string functions;
        for (const FunctionUse& f : functions_used(body_of(input), *spec.root, Rules::spec())) {
            functions += f.name + " ";
            CHECK(input.substr(f.place.span.start).starts_with(f.name));
        }
        CHECK(functions == "f ns::g h ");
    }
}

TEST_CASE("a prepared spec decodes many bodies, with threads as without") {
    constexpr std::string_view text =
        "block_map {\n block_type = \"b\"\n labels = [\"n\"]\n attr {\n name = \"a\"\n type = number\n}\n}\n";
    SpecFile file = load_spec_file(syntax::File::parse(text), FileId(0), Rules::spec());
    PreparedSpec spec(file.root, Rules::spec());
    CHECK(spec.type().to_source() == "map(number)");
    std::string input;
    for (int i = 0; i < 2000; ++i) {
        input += "b \"k" + std::to_string(i % 1990) +
                 "\" {\n a = " + (i % 500 == 7 ? "\"x\"" : std::to_string(i)) + "\n";
        if (i % 300 == 5) input += " unexpected = 1\n";
        input += "}\n";
    }
    Body body = body_of(input);
    eval::EvalOptions options = eval::eval_options(Rules::spec());
    DecodeResult alone = spec.decode(body, nullptr, options);
    // In reverse order, as threads might end.
    ParallelFor backwards = [](std::size_t parts, const std::function<void(std::size_t)>& work) {
        while (parts > 0) work(--parts);
    };
    DecodeResult spread = spec.decode(body, nullptr, options, backwards);
    CHECK(alone.diagnostics.size() == 4 + 7 + 10);
    CHECK(alone.value.identical(spread.value));
    REQUIRE(alone.diagnostics.size() == spread.diagnostics.size());
    for (std::size_t i = 0; i < alone.diagnostics.size(); ++i) {
        CHECK(alone.diagnostics[i].message == spread.diagnostics[i].message);
        CHECK(alone.diagnostics[i].span == spread.diagnostics[i].span);
    }
}

TEST_CASE("specs may not nest without end") {
    std::string deep;
    for (int i = 0; i < 5000; ++i) deep += "array {\n";
    for (int i = 0; i < 5000; ++i) deep += "}\n";
    CHECK(!run(deep, "").titles.empty());
}

TEST_CASE("decoding ignores the annotations of packs") {
    for (const language::BuiltinPack& pack : language::builtin_packs()) {
        CAPTURE(pack.name);
        const SpecFile spec = load_spec_file(syntax::File::parse(pack.text), FileId(0), Rules::spec());
        for (const Diagnostic& d : spec.diagnostics) {
            CAPTURE(d.message);
            CHECK(d.code != DiagCode::UnsupportedBlockType);
            CHECK(d.code != DiagCode::UnsupportedArgument);
        }
    }
}

}  // namespace hcl::decode
