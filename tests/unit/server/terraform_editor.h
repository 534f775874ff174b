// An editor with a small Terraform module, for tests of edits.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "tests/harness/lsp_client.h"

namespace hcl::server::terraform_editing_test {

using nlohmann::json;
using test::LspClient;

inline const std::map<std::string, std::string> kFiles{
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

inline json at(int line, int character) {
    return {{"textDocument", {{"uri", "file:///room/main.tf"}}},
            {"position", {{"line", line}, {"character", character}}}};
}

inline test::LspClientOptions options(json settings) {
    test::LspClientOptions out;
    out.files = kFiles;
    out.capabilities = json::parse(R"({"textDocument": {"codeAction": {"codeActionLiteralSupport":
        {"codeActionKind": {"valueSet": ["quickfix", "refactor", "source"]}}}}})");
    out.initialization_options = std::move(settings);
    return out;
}

// All new texts of a workspace edit, in order.
inline std::string texts_of(const json& edit) {
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
    LspClient client;

    explicit Editor(const test::LspClientOptions& with = options({})) : client(with) {
        client.open("/room/main.tf", kFiles.at("/room/main.tf"), "terraform");
    }
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

}  // namespace hcl::server::terraform_editing_test
