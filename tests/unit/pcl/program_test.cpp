// Findings in programs: each is reported once.
#include "engine/pcl/program.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "tests/harness/package_schemas.h"

namespace hcl::test {
namespace pcl_program {

pcl::ProgramPtr bound(std::string_view text) {
    pcl::ProgramInput input;
    input.files.push_back({FileId(1), "main.pp", syntax::File::parse(text)});
    input.packages = mock_packages();
    return pcl::Program::bind(std::move(input), {});
}

TEST_CASE("pcl program: findings") {
    struct Row {
        std::string_view text;
        DiagCode code;
    };
    const Row rows[] = {
        {"a = 1\nconfig a {}\n", DiagCode::PclDuplicateName},
        {"a = b\nb = a\n", DiagCode::PclCircularReference},
        {"config {}\n", DiagCode::PclWrongLabels},
        {"variable x {}\n", DiagCode::PclUnknownBlock},
        {"resource a \"b\" {}\n", DiagCode::PclInvalidToken},
        {"resource a \"mock:index:Buckt\" {}\n", DiagCode::PclUnknownResourceType},
        {"a = invoke(\"mock:index:getBuckt\", {})\n", DiagCode::PclUnknownPackageFunction},
        {"resource a \"mock:index:Bucket\" {\n  size = [1]\n}\n", DiagCode::PclWrongInputType},
        {"resource a \"mock:index:Bucket\" {\n  tier = \"warm\"\n}\n", DiagCode::PclNotAMember},
        {"resource a \"mock:index:Bucket\" {\n  pet = { kind = \"bird\" }\n}\n", DiagCode::PclNotAMember},
        {"config a {\n  secret = 1\n}\n", DiagCode::PclLiteralNeeded},
        {"config a \"strng\" {}\n", DiagCode::PclInvalidType},
        {"read a \"mock:index:Comp\" {\n  id = \"x\"\n}\n", DiagCode::PclCannotBeRead},
        {"package {}\n", DiagCode::PclInvalidPackage},
        {"package {\n  baseProviderName = \"a\"\n}\npackage {\n  baseProviderName = \"a\"\n}\n",
         DiagCode::PclDuplicatePackage},
        {"hook banana h {\n  command = []\n}\n", DiagCode::PclInvalidHook},
        {"component a {}\n", DiagCode::PclInvalidComponent},
        {"a = call(1)\n", DiagCode::PclInvalidCall},
        {"package \"a\" {}\n", DiagCode::PclDeprecatedLabel},
        {"resource a \"mock:index:Bucket\" {\n  nme = 1\n}\n", DiagCode::PclUnsupportedAttribute},
        {"resource a \"mock:index:Comp\" {}\n", DiagCode::PclMissingAttribute},
        {"resource a \"mock:index:Bucket\" {\n  inner {}\n}\n", DiagCode::PclUnsupportedBlock},
        {"resource a \"mock:index:Bucket\" {\n  options {}\n  options {}\n}\n", DiagCode::PclDuplicateBlock},
        {"resource a \"mock:index:Bucket\" {\n  options {\n    ignoreChanges = [\"name\"]\n  }\n}\n",
         DiagCode::PclOptionElement},
    };
    for (const Row& row : rows) {
        INFO(row.text);
        const pcl::ProgramPtr program = bound(row.text);
        bool is_found = false;
        for (const Diagnostic& d : program->findings()) is_found = is_found || d.code == row.code;
        CHECK(is_found);
    }
}

TEST_CASE("pcl program: what an object lacks is added where it begins") {
    auto fixed = [](const std::string& object) {
        std::string text = "a = invoke(\"mock:index:getBucket\", " + object + ")\n";
        const pcl::ProgramPtr program = bound(text);
        for (const Diagnostic& d : program->findings()) {
            if (d.code != DiagCode::PclMissingAttribute) continue;
            REQUIRE(d.fixes.size() == 1);
            const Edit& edit = d.fixes[0].edits.at(0).edit;
            text.replace(edit.range.start, edit.range.length(), edit.replacement);
            break;
        }
        return text.substr(text.find('{'), text.rfind('}') + 1 - text.find('{'));
    };
    CHECK(fixed("{}") == "{ name = \"\" }");
    CHECK(fixed("{ }") == "{ name = \"\" }");
    CHECK(fixed("{\n  }") == "{\n    name = \"\"\n  }");
    CHECK(fixed("{ other = 1 }") == "{ name = \"\", other = 1 }");
    CHECK(fixed("{\n  other = 1\n}") == "{\n  name = \"\"\n  other = 1\n}");
}

TEST_CASE("pcl program: properties are checked against the requested version of the package") {
    auto schema = [](const std::string& version, const std::string& member) {
        return R"({"name": "shop", "version": ")" + version + R"(", "types": {
          "shop:index:Size": {"type": "string", "enum": [{"value": ")" +
               member + R"("}]}}, "resources": {"shop:index:Cart": {
          "inputProperties": {"size": {"$ref": "#/types/shop:index:Size"}}}}})";
    };
    const std::string schemas[] = {schema("1.0.0", "old"), schema("2.0.0", "new")};
    const auto packages = std::make_shared<const pcl::Packages>(schemas_of_json(schemas));
    auto is_clean = [&](const std::string& size, const std::string& version) {
        pcl::ProgramInput input;
        input.files.push_back(
            {FileId(1), "main.pp",
             syntax::File::parse("resource a \"shop:index:Cart\" {\n  size = \"" + size +
                                 "\"\n  options {\n    version = \"" + version + "\"\n  }\n}\n")});
        input.packages = packages;
        return pcl::Program::bind(std::move(input), {})->findings().empty();
    };
    CHECK(is_clean("old", "1.0.0"));
    CHECK(!is_clean("old", "2.0.0"));
    CHECK(is_clean("new", "2.0.0"));
    CHECK(!is_clean("new", "1.0.0"));
}

TEST_CASE("pcl program: arguments of methods are checked, those of providers too") {
    const std::string schemas[] = {R"({"name": "shop", "version": "1.0.0",
      "provider": {"methods": {"tagged": "pulumi:providers:shop/tagged"}},
      "resources": {"shop:index:Cart": {"methods": {"total": "shop:index:Cart/total"}}},
      "functions": {
        "pulumi:providers:shop/tagged": {"inputs": {"properties": {
          "__self__": {"$ref": "#/resources/pulumi:providers:shop"}, "tag": {"type": "string"}},
          "required": ["__self__", "tag"]}, "outputs": {"properties": {"result": {"type": "string"}}}},
        "shop:index:Cart/total": {"inputs": {"properties": {
          "__self__": {"$ref": "#/resources/shop:index:Cart"}}, "required": ["__self__"]},
          "outputs": {"properties": {"result": {"type": "string"}}}}}})"};
    const auto packages = std::make_shared<const pcl::Packages>(schemas_of_json(schemas));
    auto codes = [&](const std::string& call) {
        pcl::ProgramInput input;
        input.files.push_back({FileId(1), "main.pp",
                               syntax::File::parse("resource p \"pulumi:providers:shop\" {}\n"
                                                   "resource c \"shop:index:Cart\" {}\na = " +
                                                   call + "\n")});
        input.packages = packages;
        const pcl::ProgramPtr program = pcl::Program::bind(std::move(input), {});
        std::string out;
        for (const Diagnostic& d : program->findings())
            out += (out.empty() ? "" : " ") + std::string(diag_info(d.code).name);
        return out;
    };
    CHECK(codes("call(p, \"tagged\", { tag = \"x\" })").empty());
    CHECK(codes("call(p, \"tagged\", {})") == "PclMissingAttribute");
    CHECK(codes("call(p, \"tagged\", { tag = [\"x\"] })") == "PclWrongInputType");
    CHECK(codes("call(p, \"tagged\", { tag = \"x\", more = 1 })") == "PclUnsupportedAttribute");
    CHECK(codes("call(c, \"total\", {})").empty());
    CHECK(codes("call(c, \"total\", { more = 1 })") == "PclUnsupportedAttribute");
}

TEST_CASE("pcl program: packages without a schema cause no findings") {
    CHECK(bound("resource a \"other:index:Thing\" {\n  x = y.z\n}\nresource y \"other:T\" {}\n"
                "b = a.anything[0].more\nc = invoke(\"other:index:f\", { a = 1 }).q\n")
              ->findings()
              .empty());
}

TEST_CASE("pcl program: values computed from values without a schema have any type") {
    const std::string unknown =
        "config cond bool {}\nresource a \"other:index:Thing\" {}\nf = invoke(\"other:index:f\", {})\n"
        "u = cond ? a.x : \"text\"\ncomponent c \"./elsewhere\" {}\nread r \"other:index:Thing\" {\n  id = "
        "\"i\"\n}\n";
    for (const char* use : {"entries($)",
                            "lookup($, \"k\")",
                            "lookup($, \"k\", 1)",
                            "element($, 0)",
                            "singleOrNone($)",
                            "length($)",
                            "recover($, 1)",
                            "recover(\"x${$}\", 1)",
                            "recover(join(\",\", $), \"\")",
                            "pulumiResourceName($)",
                            "pulumiResourceType($)",
                            "call($, \"m\", {})",
                            "[for k, v in $ : v.x]",
                            "{ for k, v in $ : k => v }",
                            "[for x in lookup($, \"k\") : x]",
                            "$.a[0].b[*].c",
                            "$[0]",
                            "$[\"k\"]",
                            "max($, 1)",
                            "$ + 1",
                            "!$",
                            "lookup(element([$, 1], 0), \"k\")",
                            "entries(try($.a, \"b\"))",
                            "recover(can($), true)",
                            "entries(cond ? $ : 1)",
                            "secret($).x",
                            "entries(invoke(\"mock:index:getBucket\", { name = $ }).zones)"}) {
        for (const char* value : {"a", "a.x", "f", "f.y", "u", "c", "c.out", "r", "r.z"}) {
            std::string text = use;
            for (std::size_t at = 0; (at = text.find('$', at)) != std::string::npos;) {
                if (text[at + 1] == '{') {
                    at += 1;
                    continue;
                }
                text.replace(at, 1, value);
                at += std::string_view(value).size();
            }
            INFO(text);
            const pcl::ProgramPtr program = bound(unknown + "result = " + text + "\n");
            CHECK(program->findings().empty());
            if (!program->findings().empty()) MESSAGE(program->findings()[0].title);
        }
    }
    // Options.
    for (const char* value : {"a.x", "f.y", "u", "c.out"}) {
        const std::string range =
            "resource b \"mock:index:Bucket\" {\n  name = \"${range.value}\"\n  options {\n"
            "    range = " +
            std::string(value) +
            "\n    parent = a\n  }\n}\n"
            "n = pulumiResourceName(b)\nm = pulumiResourceName(b[\"k\"])\nt = b.name\n";
        INFO(range);
        const pcl::ProgramPtr program = bound(unknown + range);
        CHECK(program->findings().empty());
        if (!program->findings().empty()) MESSAGE(program->findings()[0].title);
    }
    // Errors that do not depend on the missing schema are still reported.
    for (const char* use : {"lookup([a], \"k\")", "entries(\"${cond}\")", "pulumiResourceName([a])",
                            "element(1, 0)", "a + [1]"}) {
        INFO(use);
        CHECK(!bound(unknown + "result = " + use + "\n")->findings().empty());
    }
    // A declared type is known, also "any", and it is not a map.
    CHECK(!bound("config x any {}\nresult = lookup(x, \"k\")\n")->findings().empty());
}

}  // namespace pcl_program
}  // namespace hcl::test
