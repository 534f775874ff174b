// Commands over files with very many names, patterns or packages: what is found stays right, and what it
// costs is counted.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/limits.h"
#include "tests/harness/allocations.h"
#include "tests/harness/shell.h"

namespace hcl::server::many_names_test {

namespace {

// The pieces for 0 to `count` - 1.
template <typename Piece>
std::string numbered(int count, Piece piece) {
    std::string out;
    for (int i = 0; i < count; ++i) out += piece(std::to_string(i));
    return out;
}

std::string table(const std::string& name, const std::string& read) {
    return "table \"t" + name +
           "\" {\n  schema = schema.s\n  column \"c\" {\n    type = int\n  }\n  column \"c" + name +
           "\" {\n    type = int\n  }\n  index \"i\" {\n    columns = [column." + read + "]\n  }\n}\n";
}

}  // namespace

TEST_CASE("many names: a name that is seen in its block alone, in many blocks and in one") {
    test::Shell shell;
    const std::string schema = "schema \"s\" {}\n";
    shell.files->write("/w/a.my.hcl",
                       schema + numbered(30, [](const std::string& i) { return table(i, "c"); }));
    CHECK(shell.run({"check", "--short", "."}) == 0);
    shell.files->write("/w/a.my.hcl",
                       schema + numbered(30, [](const std::string& i) { return table(i, "c" + i); }));
    CHECK(shell.run({"check", "--short", "."}) == 0);
    // The column of another table.
    shell.files->write("/w/a.my.hcl", schema + numbered(30, [](const std::string& i) {
                                          return table(i, i == "7" ? "c8" : "c");
                                      }));
    CHECK(shell.run({"check", "--short", "."}) == 1);
    CHECK(std::ranges::count(shell.out, '\n') == 1);
    CHECK(shell.out.find("c8") != std::string::npos);
}

TEST_CASE("many names: one address that is declared and read very often") {
    test::Shell shell;
    shell.files->write("/w/a.my.hcl", "schema \"s\" {}\n" + numbered(80, [](const std::string& i) {
                                          return table("", i == "7" ? "nosuch" : "c");
                                      }));
    CHECK(shell.run({"check", "--short", "."}) == 1);
    CHECK(shell.out.find("nosuch") != std::string::npos);
}

TEST_CASE("many names: a configuration that is read often is made a value once") {
    auto cost = [](int reads) {
        test::Shell shell(
            {{"/w/b.hcl", "locals {\n" +
                              numbered(500,
                                       [](const std::string& i) {
                                           return "  a_name_of_some_length_" + i + " = " + i + "\n";
                                       }) +
                              "}\n"},
             {"/w/terragrunt.hcl", "locals {\n" + numbered(reads, [](const std::string& i) {
                                       return "  r" + i + " = read_terragrunt_config(\"b.hcl\")\n";
                                   }) + "}\n"}});
        const std::size_t before = test::allocations();
        CHECK(shell.run({"check", "--short", "terragrunt.hcl"}) == 0);
        return test::allocations() - before;
    };
    cost(1);
    const std::size_t few = cost(50);
    const std::size_t many = cost(250);
    CHECK(many - few < std::size_t{200} * 300);
}

TEST_CASE("many names: a configuration of any size is not read") {
    const std::string rules = "rules = { UnusedSymbol = \"error\" }\n";
    test::Shell shell({{"/w/.hcl-ls.hcl", rules}, {"/w/main.tf", "locals {\n  unread = 1\n}\n"}});
    CHECK(shell.run({"check", "--short", "."}) == 1);
    CHECK(shell.out.find("unread") != std::string::npos);
    shell.files->write("/w/.hcl-ls.hcl", rules + "#" + std::string(limits::config_file, '-'));
    CHECK(shell.run({"check", "--short", "."}) == 1);
    CHECK(
        shell.out.find(".hcl-ls.hcl:1:1: warning: Rule without effect: This configuration is not read: it is "
                       "larger than 8 MiB.") != std::string::npos);
    CHECK(shell.out.find("error") == std::string::npos);
}

TEST_CASE("many names: patterns of ignore files that no path can be matched against") {
    test::Shell shell(
        {{"/w/.gitignore",
          "gone.hcl\n" +
              numbered(2000, [](const std::string& i) { return "*[a]*[a]*[a]*[a]*[a]" + i + "*\n"; })},
         {"/w/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.hcl", "a = = 1\n"},
         {"/w/gone.hcl", "a = = 1\n"}});
    CHECK(shell.run({"check", "--short", "."}) == 2);
    CHECK(shell.out.find("aaaa.hcl") != std::string::npos);
    CHECK(shell.err.find(".gitignore: has too many long patterns, some are ignored") != std::string::npos);
}

TEST_CASE("many names: schemas of more providers than anybody has") {
    test::Shell shell;
    shell.console.cache_folder = "/cache";
    auto text = [](int count) {
        std::string providers = numbered(
            count, [](const std::string& i) { return ",\"registry.terraform.io/a/b" + i + "\":{}"; });
        return R"({"format_version":"1.0","provider_schemas":{)" + providers.substr(1) + "}}";
    };
    shell.input = text(1001);
    CHECK(shell.run({"schema", "add", "-"}) == 2);
    CHECK(shell.err.find("this has the schemas of 1001 providers; at most 1000 are read") !=
          std::string::npos);
    shell.input = text(1000);
    CHECK(shell.run({"schema", "add", "-"}) == 0);
    CHECK(shell.run({"schema", "list"}) == 0);
    CHECK(std::ranges::count(shell.out, '\n') == 1000);
}

TEST_CASE("many names: check --fix of what nothing fixes says what check does, and costs one more look") {
    test::Shell shell;
    shell.files->write("/w/a.tf", "locals {\n" + numbered(3000, [](const std::string& i) {
                                      return "  a" + i + " = var.q" + i + "\n";
                                  }) + "}\n");
    auto cost_of = [&](const std::vector<std::string_view>& arguments) {
        const std::size_t before = test::allocations();
        CHECK(shell.run(arguments) == 1);
        return test::allocations() - before;
    };
    const std::size_t plain = cost_of({"check", "--short", "a.tf"});
    const std::string found = shell.out;
    const std::size_t fixed = cost_of({"check", "--short", "--fix", "a.tf"});
    CHECK(shell.out == found);
    CHECK(fixed < 3 * plain);
}

}  // namespace hcl::server::many_names_test
