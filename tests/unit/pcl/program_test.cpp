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

TEST_CASE("pcl program: what is written is compared with the version that the resource asks for") {
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

TEST_CASE("pcl program: of packages without a schema nothing is said") {
    CHECK(bound("resource a \"other:index:Thing\" {\n  x = y.z\n}\nresource y \"other:T\" {}\n"
                "b = a.anything[0].more\nc = invoke(\"other:index:f\", { a = 1 }).q\n")
              ->findings()
              .empty());
}

}  // namespace pcl_program
}  // namespace hcl::test
