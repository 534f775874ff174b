// hcl-ls dump: the three forms, standard input, messages for wrong usage.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/harness/shell.h"

namespace hcl::server {

namespace {

test::Printed run_dump(const std::vector<std::string_view>& arguments, std::string input = {}) {
    test::Shell shell({{"/w/a.hcl", "a = -1 # why\nb \"l\" {\n  c = [\n}\n"},
                       {"/w/a.json", "{\"k\": [true]}"},
                       {"/w/a.tftpl", "hi ${x}"}});
    shell.input = std::move(input);
    return shell.call(arguments);
}

// The texts of the leaves, in order.
void leaves(const nlohmann::json& node, std::string& out) {
    if (node.contains("text")) out += node["text"].get<std::string>() + "|";
    if (node.contains("children"))
        for (const auto& child : node["children"]) leaves(child, out);
}

}  // namespace

TEST_CASE("dump: tokens and trees") {
    CHECK(run_dump({"dump", "tokens", "-"}, "a = 1\n").out ==
          "Ident [0..1) a\nWhitespace [1..2)  \nEqual [2..3) =\nWhitespace [3..4)  \nNumber [4..5) 1\n"
          "Newline [5..6) \\n\n");
    test::Printed tree = run_dump({"dump", "tree", "-"}, "a = -1\n");
    CHECK(tree.code == 0);
    CHECK(tree.out ==
          "Body [0..7)\n  Attribute [0..6)\n    Name [0..1) a\n    Unary [4..6) -\n      Number [5..6) 1\n");
    CHECK(run_dump({"dump", "tree", "a.json"}).out.starts_with("JsonObject [0..13)\n"));
    CHECK(run_dump({"dump", "tree", "a.tftpl"}).out.starts_with("TemplateBody [0..7)\n"));
    CHECK(run_dump({"dump", "tree", "--stdin-name=x.json", "-"}, "[]").out == "JsonArray [0..2) []\n");
    CHECK(run_dump({"dump", "tree", "-"}, "\"k\" = 1\n").out.find("broken") != std::string::npos);
    CHECK(run_dump({"dump", "tree", "--hcl1", "-"}, "\"k\" = 1\n").out.find("broken") == std::string::npos);
}

TEST_CASE("dump: JSON, with diagnostics") {
    auto whole = nlohmann::json::parse(run_dump({"dump", "json", "a.hcl"}).out);
    CHECK(whole["tree"]["kind"] == "Body");
    CHECK(whole["diagnostics"].size() == 1);
    CHECK(whole["diagnostics"][0]["title"] == "Invalid expression");
    std::string texts;
    leaves(whole["tree"], texts);
    CHECK(texts.starts_with("a|1|b|\"l\"|c|"));
    CHECK(whole["tree"]["children"][0]["children"][1]["flags"] == nlohmann::json({"-"}));
    // The output is always valid UTF-8.
    CHECK(nlohmann::json::accept(run_dump({"dump", "json", "-"}, "a = \"\xFF\"\n").out));
}

TEST_CASE("dump: wrong usage") {
    CHECK(run_dump({"dump"}).code == 2);
    CHECK(run_dump({"dump", "ast", "a.hcl"}).err.find("tokens, tree or json") != std::string::npos);
    CHECK(run_dump({"dump", "tree"}).code == 2);
    CHECK(run_dump({"dump", "tree", "a.hcl", "b.hcl"}).code == 2);
    CHECK(run_dump({"dump", "tree", "--nope", "a.hcl"}).code == 2);
    CHECK(run_dump({"dump", "tree", "none.hcl"}).code == 2);
    CHECK(run_dump({"help", "dump"}).out.find("hcl-ls dump") != std::string::npos);
}

}  // namespace hcl::server
