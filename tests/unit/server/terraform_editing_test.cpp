// Edits that editors get for Terraform: moved blocks after a rename, count as for_each, dynamic blocks, paths
// of files that are moved, links to the registry; the setting for what only a plan gives.
#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "tests/harness/lsp_client.h"

namespace hcl::server::terraform_editing_test {

namespace {

using nlohmann::json;
using test::LspClient;

const std::map<std::string, std::string> kFiles{
    {"/room/main.tf", R"(resource "terraform_data" "web" {
  count = 2
  input = "n-${count.index}"
}
resource "aws_instance" "db" {
  ebs {
    size = 1
  }
}
module "net" {
  source = "./modules/net"
}
locals {
  text = templatefile("${path.module}/templates/a.tpl", { x = terraform_data.web[0].id })
  all  = terraform_data.web[*].id
  bad  = module.net.out.missing
}
)"},
    {"/room/modules/net/main.tf", "output \"out\" {\n  value = { a = 1 }\n}\n"},
    {"/room/templates/a.tpl", "hello ${x}\n"}};

json at(int line, int character) {
    return {{"textDocument", {{"uri", "file:///room/main.tf"}}},
            {"position", {{"line", line}, {"character", character}}}};
}

test::LspClientOptions options(json settings) {
    test::LspClientOptions out;
    out.files = kFiles;
    out.capabilities = json::parse(R"({"textDocument": {"codeAction": {"codeActionLiteralSupport":
        {"codeActionKind": {"valueSet": ["quickfix", "refactor", "source"]}}}}})");
    out.initialization_options = std::move(settings);
    return out;
}

// All new texts of a workspace edit, in order.
std::string texts_of(const json& edit) {
    std::string out;
    if (edit.contains("documentChanges"))
        for (const json& change : edit["documentChanges"])
            for (const json& one : change["edits"]) out += one["newText"].get<std::string>() + "|";
    if (edit.contains("changes"))
        for (const auto& [uri, edits] : edit["changes"].items())
            for (const json& one : edits) out += one["newText"].get<std::string>() + "|";
    return out;
}

struct Editor {
    LspClient client{options({})};

    Editor() { client.open("/room/main.tf", kFiles.at("/room/main.tf"), "terraform"); }
    std::string action(int line, int character, std::string_view title) {
        json params = at(line, character);
        const json place = params["position"];
        params.erase("position");
        params["range"] = {{"start", place}, {"end", place}};
        params["context"] = {{"diagnostics", json::array()}};
        json offered = client.result("textDocument/codeAction", params);
        for (json& one : offered) {
            if (one["title"] != title) continue;
            if (!one.contains("edit")) one = client.result("codeAction/resolve", one);
            return texts_of(one["edit"]);
        }
        return offered.dump();
    }
};

}  // namespace

TEST_CASE("terraform: a rename leaves a moved block") {
    Editor editor;
    json params = at(0, 30);
    params["newName"] = "app";
    const std::string texts = texts_of(editor.client.result("textDocument/rename", params));
    CHECK(texts.find("\n\nmoved {\n  from = terraform_data.web\n  to   = terraform_data.app\n}") !=
          std::string::npos);
}

TEST_CASE("terraform: earlier moves keep the addresses that they end at") {
    Editor editor;
    editor.client.change_all("/room/main.tf",
                             "resource \"terraform_data\" \"b\" {\n  count = 1\n  input = count.index\n}\n"
                             "moved {\n  from = terraform_data.a\n  to   = terraform_data.b\n}\n");
    json params = at(0, 27);
    params["newName"] = "c";
    CHECK(texts_of(editor.client.result("textDocument/rename", params)) ==
          "\"c\"|\n\nmoved {\n  from = terraform_data.b\n  to   = terraform_data.c\n}|");
    CHECK(editor.action(1, 3, "Change \"count\" to \"for_each\"") ==
          "for_each|toset([\"0\"])|0|"
          "\n\nmoved {\n  from = terraform_data.b[0]\n  to   = terraform_data.b[\"0\"]\n}|");
}

TEST_CASE("terraform: a rename changes a JSON file that has moves, except for these") {
    test::LspClientOptions with_json = options({});
    with_json.files["/room/other.tf.json"] =
        R"({"moved": {"from": "terraform_data.a", "to": "terraform_data.web"},)"
        R"( "locals": {"x": "${terraform_data.web}"}})";
    LspClient client{with_json};
    client.open("/room/main.tf", "resource \"terraform_data\" \"web\" {\n}\n", "terraform");
    json params = at(0, 30);
    params["newName"] = "app";
    CHECK(texts_of(client.result("textDocument/rename", params)) ==
          "\"app\"|\n\nmoved {\n  from = terraform_data.web\n  to   = terraform_data.app\n}|app|");
}

TEST_CASE("terraform: count becomes for_each") {
    Editor editor;
    const std::string texts = editor.action(1, 3, "Change \"count\" to \"for_each\"");
    CHECK(texts ==
          "for_each|toset([\"0\", \"1\"])|each.key|"
          "\n\nmoved {\n  from = terraform_data.web[0]\n  to   = terraform_data.web[\"0\"]\n}"
          "\n\nmoved {\n  from = terraform_data.web[1]\n  to   = terraform_data.web[\"1\"]\n}|"
          "\"0\"|values(|)|");
}

TEST_CASE("terraform: a nested block becomes a dynamic one") {
    Editor editor;
    CHECK(editor.action(5, 3, "Wrap in a dynamic block") ==
          "dynamic \"ebs\" {\n    for_each = [1]\n    content {\n      size = 1\n    }\n  }|");
}

TEST_CASE("files that are moved take the paths to them along") {
    Editor editor;
    auto moved = [&](std::string_view from, std::string_view to) {
        const json files = json::array({{{"oldUri", from}, {"newUri", to}}});
        return texts_of(editor.client.result("workspace/willRenameFiles", {{"files", files}}));
    };
    CHECK(moved("file:///room/modules/net", "file:///room/modules/network") == "./modules/network|");
    CHECK(moved("file:///room/templates/a.tpl", "file:///room/b.tpl") == "b.tpl|");
    CHECK(moved("file:///room/main.tf", "file:///room/sub/main.tf") == "../modules/net|../templates/a.tpl|");
    CHECK(moved("file:///room/templates/other.tpl", "file:///room/b.tpl").empty());
}

TEST_CASE("terraform: hover links to the registry") {
    Editor editor;
    const json hover = editor.client.result("textDocument/hover", at(4, 12));
    CHECK(hover["contents"]["value"].get<std::string>().find(
              "https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/instance") !=
          std::string::npos);
}

TEST_CASE("terraform: the source of a call leads to the module") {
    Editor editor;
    const json found = editor.client.result("textDocument/definition", at(10, 16));
    CHECK(found.dump().find("file:///room/modules/net/main.tf") != std::string::npos);
}

TEST_CASE("terraform.beyond_validate switches off what only a plan gives") {
    for (bool is_on : {true, false}) {
        LspClient client(options({{"terraform", {{"beyond_validate", is_on}}}}));
        client.open("/room/main.tf", kFiles.at("/room/main.tf"), "terraform");
        client.settle();
        const bool is_found = client.diagnostics("/room/main.tf").dump().find("HCL6042") != std::string::npos;
        CHECK(is_found == is_on);
    }
}

}  // namespace hcl::server::terraform_editing_test
