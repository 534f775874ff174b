// Code actions of Terraform that rewrite expressions and declarations, and what leads to or follows files.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "tests/unit/server/terraform_editor.h"

namespace hcl::server::terraform_editing_test {

TEST_CASE("terraform: every form of a reference follows count to for_each") {
    Editor editor;
    editor.client.change_all("/room/main.tf",
                             "variable \"l\" {\n  type = list(string)\n}\n"
                             "resource \"terraform_data\" \"x\" {\n  count = length(var.l)\n}\n"
                             "output \"o\" {\n  value = [terraform_data.x.0.id, element(terraform_data.x, "
                             "0), \"${terraform_data.x.1.id}\",\n"
                             "    length(terraform_data.x), element(terraform_data.x.*.id, 2), "
                             "terraform_data.x[var.l[0]].id]\n}\n");
    CHECK(editor.action(4, 3, "Change \"count\" to \"for_each\" (without moves)") ==
          "for_each|toset(var.l)|[var.l[0]]|[for key in var.l : |[key]]|[var.l[1]]|"
          "[for key in var.l : |[key]]|var.l[var.l[0]]|");
    editor.client.change_all("/room/main.tf",
                             "resource \"terraform_data\" \"x\" {\n  count = 2\n}\n"
                             "locals {\n  a = element(terraform_data.x, 1).id\n  b = terraform_data.x.0.id\n"
                             "  c = terraform_data.x\n  d = element(terraform_data.x, 3)\n}\n");
    CHECK(editor.action(1, 3, "Change \"count\" to \"for_each\"") ==
          "for_each|toset([\"0\", \"1\"])|"
          "\n\nmoved {\n  from = terraform_data.x[0]\n  to   = terraform_data.x[\"0\"]\n}"
          "\n\nmoved {\n  from = terraform_data.x[1]\n  to   = terraform_data.x[\"1\"]\n}|"
          "terraform_data.x[\"1\"]|[\"0\"]|values(|)|values(|)|");
}

TEST_CASE("terraform: all missing inputs of a call are added at once") {
    test::LspClientOptions with_inputs = options({});
    with_inputs.files["/room/modules/net/main.tf"] =
        "variable \"a\" {\n  type = string\n}\nvariable \"b\" {\n  type = list(string)\n}\n"
        "variable \"c\" {\n  default = 1\n}\n";
    Editor editor{with_inputs};
    editor.client.change_all("/room/main.tf", "module \"m\" { source = \"./modules/net\" }\n");
    CHECK(editor.action(0, 9, "Add all 2 missing arguments") ==
          "\n  source = \"./modules/net\"\n  a      = \"\"\n  b      = []\n|");
    CHECK(editor.action(0, 9, "Add \"a\"") == "\n  source = \"./modules/net\"\n  a      = \"\"\n|");
    CHECK(editor.action(0, 9, "Add the required arguments") ==
          "\n  source = \"./modules/net\"\n  a      = \"\"\n  b      = []\n|");
    CHECK(editor.action(0, 9, "Add all arguments") ==
          "\n  source = \"./modules/net\"\n  a      = \"\"\n  b      = []\n  c      = null\n|");
}

TEST_CASE("terraform: paths behind a folder, of provisioners, tests and stacks follow moves") {
    test::LspClientOptions with_more = options({});
    with_more.files["/room/files/a.txt"] = "a";
    with_more.files["/room/main.tf"] =
        "locals {\n  a = \"${path.module}/files/a.txt\"\n  b = \"${path.root}/files/a.txt\"\n"
        "  c = \"${path.module}-files/a.txt\"\n}\n"
        "resource \"terraform_data\" \"x\" {\n  provisioner \"file\" {\n    source      = \"files/a.txt\"\n"
        "    destination = \"/a\"\n  }\n}\n";
    with_more.files["/room/tests/a.tftest.hcl"] =
        "run \"a\" {\n  module {\n    source = \"./modules/net\"\n  }\n}\n";
    with_more.files["/room/live/a.tfcomponent.hcl"] = "component \"a\" {\n  source = \"../modules/net\"\n}\n";
    LspClient client{with_more};
    client.open("/room/main.tf", with_more.files["/room/main.tf"], "terraform");
    auto moved = [&](std::string_view from, std::string_view to) {
        const json files = json::array({{{"oldUri", from}, {"newUri", to}}});
        return texts_of(client.result("workspace/willRenameFiles", {{"files", files}}));
    };
    CHECK(moved("file:///room/files", "file:///room/data") == "data/a.txt|data/a.txt|data/a.txt|");
    CHECK(moved("file:///room/modules/net", "file:///room/modules/n") == "../modules/n|./modules/n|");
}

TEST_CASE("terraform: sources of tests and stacks, and paths of templates lead to files") {
    test::LspClientOptions with_more = options({});
    const std::string test = "run \"a\" {\n  module {\n    source = \"./modules/net\"\n  }\n}\n";
    const std::string stack = "component \"a\" {\n  source = \"../modules/net\"\n}\n";
    with_more.files["/room/tests/a.tftest.hcl"] = test;
    with_more.files["/room/live/a.tfcomponent.hcl"] = stack;
    LspClient client{with_more};
    client.open("/room/main.tf", kFiles.at("/room/main.tf"), "terraform");
    client.open("/room/tests/a.tftest.hcl", test, "terraform-test");
    client.open("/room/live/a.tfcomponent.hcl", stack, "terraform-stack");
    auto target = [&](const std::string& path, int line, int character) {
        json params = at(line, character);
        params["textDocument"]["uri"] = LspClient::uri(path);
        const json found = client.result("textDocument/definition", params);
        return found.empty() ? std::string() : found[0].value("uri", found[0].value("targetUri", ""));
    };
    CHECK(target("/room/tests/a.tftest.hcl", 2, 18) == "file:///room/modules/net/main.tf");
    CHECK(target("/room/live/a.tfcomponent.hcl", 1, 18) == "file:///room/modules/net/main.tf");
    CHECK(target("/room/main.tf", 13, 50) == "file:///room/templates/a.tpl");
}

TEST_CASE("terraform: a variable that nothing sets is replaced by its default") {
    Editor editor;
    const std::string text =
        "variable \"a\" {\n  type    = string\n  default = \"d\"\n  validation {\n"
        "    condition     = var.a != \"\"\n    error_message = \"No.\"\n  }\n}\n\n"
        "variable \"b\" {\n  type    = string\n  default = 1\n}\n"
        "locals {\n  x = [var.a, \"${var.a}-z\", var.b]\n}\n";
    editor.client.change_all("/room/main.tf", text);
    const std::string title = "Put the value of \"a\" wherever it is used, and remove it";
    CHECK(editor.action(0, 11, title) == "|\"d\"|d|");
    CHECK(editor.action(14, 11, title) == "|\"d\"|d|");
    // The default is converted, or hidden.
    CHECK(editor.action(9, 11, "").find("Put the value") == std::string::npos);
    for (const char* rest : {"type    = object({ a = optional(string) })\n  default = {}",
                             "default   = \"x\"\n  sensitive = true"}) {
        editor.client.change_all("/room/main.tf", "variable \"a\" {\n  " + std::string(rest) +
                                                      "\n}\noutput \"o\" {\n  value = var.a\n}\n");
        CHECK(editor.action(0, 11, "").find("Put the value") == std::string::npos);
    }
    editor.client.change_all("/room/main.tf", text);
    editor.client.open("/room/terraform.tfvars", "a = \"e\"\n", "terraform-vars");
    CHECK(editor.action(0, 11, "").find("Put the value") == std::string::npos);
}

TEST_CASE("terraform: older forms are rewritten") {
    Editor editor;
    editor.client.change_all(
        "/room/main.tf",
        "locals {\n  m = { a = [{ b = 1 }] }\n  a = local.m.a.*.b\n  c = local.m.a.*.b[0]\n"
        "  d = lookup(local.m, \"a\")\n  e = lookup(true ? local.m : {}, \"a\")\n"
        "  f = lookup(local.m, \"a\", 1)\n}\n");
    CHECK(editor.action(2, 16, "Write as [*]") == "[*]|");
    CHECK(editor.action(3, 16, "Write as [*]") == "(|[*]|)|");
    CHECK(editor.action(4, 8, "Write as local.m[\"a\"]") == "local.m[\"a\"]|");
    CHECK(editor.action(5, 8, "Write as (true ? local.m : {})[\"a\"]") == "(true ? local.m : {})[\"a\"]|");
    CHECK(editor.action(6, 8, "").find("lookup-to-index") == std::string::npos);
}

TEST_CASE("terraform: the version of a provider becomes a requirement") {
    Editor editor;
    const std::string provider = "provider \"aws\" {\n  version = \"~> 5.0\"\n}\n";
    const std::string title = "Move \"version\" to required_providers";
    auto moved = [&](const std::string& before, int line) {
        editor.client.change_all("/room/main.tf", before + provider);
        return editor.action(line, 4, title);
    };
    CHECK(moved("", 1) ==
          "terraform {\n  required_providers {\n    aws = {\n      source  = \"hashicorp/aws\"\n"
          "      version = \"~> 5.0\"\n    }\n  }\n}\n\n||");
    CHECK(moved("terraform {\n  required_providers {\n    aws = { source = \"hashicorp/aws\" }\n  }\n}\n",
                6) == ", version = \"~> 5.0\"||");
    CHECK(moved("terraform {\n  required_providers {\n    aws = { version = \">= 5.1\" }\n  }\n}\n", 6) ==
          "\">= 5.1, ~> 5.0\"||");
    CHECK(moved("terraform {\n  required_providers {\n    tls = {}\n  }\n}\n", 6) ==
          "\n    aws = {\n      source  = \"hashicorp/aws\"\n      version = \"~> 5.0\"\n    }||");
}

TEST_CASE("terraform: variables that values and tests set are declared") {
    Editor editor;
    editor.client.open("/room/terraform.tfvars", "new = [\"a\"]\n", "terraform-vars");
    const std::string test = "run \"a\" {\n  variables {\n    more = 1\n  }\n}\n";
    editor.client.open("/room/tests/a.tftest.hcl", test, "terraform-test");
    auto declared = [&](const std::string& path, int line, int character, std::string_view title) {
        const json place = {{"line", line}, {"character", character}};
        const json offered = editor.client.result("textDocument/codeAction",
                                                  {{"textDocument", {{"uri", LspClient::uri(path)}}},
                                                   {"range", {{"start", place}, {"end", place}}},
                                                   {"context", {{"diagnostics", json::array()}}}});
        for (const json& one : offered)
            if (one["title"] == title) return texts_of(one["edit"]);
        return offered.dump();
    };
    CHECK(declared("/room/terraform.tfvars", 0, 1, "Declare the variable \"new\"") ==
          "\nvariable \"new\" {\n  type = list(string)\n}\n|");
    CHECK(declared("/room/tests/a.tftest.hcl", 2, 5, "Declare the variable \"more\"") ==
          "\nvariable \"more\" {\n  type = number\n}\n|");
}

TEST_CASE("terraform: the names of a template are renamed with its calls") {
    test::LspClientOptions with_template = options({});
    with_template.files["/room/t.tftpl"] = "%{ for one in list ~}\n${one} ${other}\n%{ endfor ~}\n";
    LspClient client{with_template};
    client.open("/room/t.tftpl", with_template.files["/room/t.tftpl"], "shellscript");
    client.open("/room/main.tf",
                "locals {\n  a = templatefile(\"t.tftpl\", { list = [\"a\"], other = 1 })\n}\n", "terraform");
    auto renamed = [&](std::string_view fresh) {
        return client.call("textDocument/rename", {{"textDocument", {{"uri", "file:///room/t.tftpl"}}},
                                                   {"position", {{"line", 0}, {"character", 15}}},
                                                   {"newName", fresh}});
    };
    CHECK(texts_of(renamed("items")["result"]) == "items|items|");
    CHECK(renamed("other")["error"]["message"].get<std::string>().starts_with("\"other\" is used"));
    CHECK(renamed("one")["error"]["message"].get<std::string>().starts_with("\"one\" is used"));
}

TEST_CASE("terraform: findings of an open template follow its calls") {
    test::LspClientOptions with_template = options({});
    with_template.files["/room/t.tftpl"] = "${one} ${two}\n";
    LspClient client{with_template};
    auto call = [](std::string_view names) {
        return "locals {\n  a = templatefile(\"t.tftpl\", { " + std::string(names) + " })\n}\n";
    };
    client.open("/room/main.tf", call("one = 1"), "terraform");
    client.open("/room/t.tftpl", with_template.files["/room/t.tftpl"], "plaintext");
    client.settle();
    CHECK(client.diagnostics("/room/t.tftpl").size() == 1);
    client.change_all("/room/main.tf", call("one = 1, two = 2"));
    client.settle();
    CHECK(client.diagnostics("/room/t.tftpl").empty());
    client.change_all("/room/main.tf", call(""));
    client.settle();
    CHECK(client.diagnostics("/room/t.tftpl").size() == 2);
}

TEST_CASE("terraform: functions read the texts of open documents, saved or not") {
    test::LspClientOptions with_template = options({});
    with_template.files["/room/t.tftpl"] = "${one}\n";
    LspClient client{with_template};
    client.open("/room/main.tf",
                "output \"a\" {\n  value = [templatefile(\"t.tftpl\", { one = 1 }), file(\"new.txt\")]\n}\n",
                "terraform");
    auto findings = [&] {
        client.settle();
        return client.diagnostics("/room/main.tf").size();
    };
    CHECK(findings() == 1);  // new.txt is missing
    client.open("/room/new.txt", "", "plaintext");
    CHECK(findings() == 0);
    client.open("/room/t.tftpl", "${one}\n", "plaintext");
    CHECK(findings() == 0);
    client.change("/room/t.tftpl", 0, 2, 0, 5, "two");
    CHECK(findings() == 1);
    client.change("/room/t.tftpl", 0, 2, 0, 5, "one");
    CHECK(findings() == 0);
    client.change_all("/room/t.tftpl", "${other}\n");
    CHECK(findings() == 1);
    client.close("/room/t.tftpl");
    client.close("/room/new.txt");
    CHECK(findings() == 1);
}

}  // namespace hcl::server::terraform_editing_test
