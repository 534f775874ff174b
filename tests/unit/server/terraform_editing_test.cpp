// Edits that editors get for Terraform: moved blocks after a rename, count as for_each, dynamic blocks, paths
// of files that are moved, links to the registry; the setting for what only a plan gives.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "tests/unit/server/terraform_editor.h"

namespace hcl::server::terraform_editing_test {

TEST_CASE("terraform: a rename leaves a moved block") {
    Editor editor;
    json params = at(0, 30);
    params["newName"] = "app";
    const std::string texts = texts_of(editor.client.result("textDocument/rename", params));
    CHECK(texts.find("\n\nmoved {\n  from = terraform_data.web\n  to   = terraform_data.app\n}") !=
          std::string::npos);
}

TEST_CASE("terraform: the edits of a rename are in the order of the text, whatever was opened first") {
    LspClient client(options({}));
    const std::string text = "resource \"terraform_data\" \"twice\" {\n}\n";
    for (const char* path : {"/other/b.tf", "/other/a.tf"}) client.open(path, text, "terraform");
    json params = {{"textDocument", {{"uri", LspClient::uri("/other/b.tf")}}},
                   {"position", {{"line", 0}, {"character", 28}}},
                   {"newName", "once"}};
    const json changes = client.result("textDocument/rename", params)["documentChanges"];
    REQUIRE(changes.size() == 2);
    for (const json& change : changes) {
        REQUIRE(change["edits"].size() == 2);
        CHECK(change["edits"][0]["newText"] == "\"once\"");
        CHECK(change["edits"][1]["newText"].get<std::string>().starts_with("\n\nmoved {"));
    }
}

TEST_CASE("terraform: a block that is called as an argument leads nowhere") {
    Editor editor;
    editor.client.change_all("/room/main.tf", "module \"net\" {\n  source {\n    a = 1\n  }\n}\n");
    for (int character = 2; character < 10; ++character)
        CHECK(editor.client.result("textDocument/definition", at(1, character)).empty());
    CHECK(editor.client.result("textDocument/definition", at(2, 8)).empty());
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
          "for_each|toset([\"0\"])|   |0|"
          "\n\nmoved {\n  from = terraform_data.b[0]\n  to   = terraform_data.b[\"0\"]\n}|");
}

TEST_CASE("terraform: a name that comes back turns its move around") {
    Editor editor;
    // a was renamed to b, and b to c.
    editor.client.change_all("/room/main.tf",
                             "resource \"terraform_data\" \"c\" {\n}\n"
                             "moved {\n  from = terraform_data.b\n  to   = terraform_data.c\n}\n"
                             "moved {\n  from = terraform_data.a\n  to   = terraform_data.b\n}\n");
    json params = at(0, 27);
    params["newName"] = "a";
    CHECK(texts_of(editor.client.result("textDocument/rename", params)) ==
          "\"a\"|moved {\n  from = terraform_data.c\n  to   = terraform_data.a\n}|");
    params["newName"] = "b";
    CHECK(texts_of(editor.client.result("textDocument/rename", params)) ==
          "\"b\"|moved {\n  from = terraform_data.c\n  to   = terraform_data.b\n}|terraform_data.c|");
}

TEST_CASE("terraform: a name that comes back keeps the moves of instances") {
    Editor editor;
    json params = at(0, 27);
    params["newName"] = "old";
    auto renamed = [&](const std::string& moves) {
        editor.client.change_all("/room/main.tf", "resource \"terraform_data\" \"x\" {\n}\n" + moves);
        return texts_of(editor.client.result("textDocument/rename", params));
    };
    auto move = [](const std::string& from, const std::string& to) {
        return "moved {\n  from = terraform_data." + from + "\n  to   = terraform_data." + to + "\n}";
    };
    CHECK(renamed(move("old", "x[\"a\"]") + "\n") ==
          "\"old\"|" + move("old", "old[\"a\"]") + "\n\n" + move("x", "old") + "|");
    CHECK(renamed(move("old[\"a\"]", "x") + "\n") ==
          "\"old\"|" + move("old[\"a\"]", "old") + "\n\n" + move("x", "old") + "|");
    // An instance that stays where it is needs no move; two of them are replaced together.
    CHECK(renamed(move("old[\"a\"]", "x[\"a\"]") + "\n" + move("old[\"b\"]", "x[\"c\"]") + "\n") ==
          "\"old\"|" + move("old[\"b\"]", "old[\"c\"]") + "\n\n" + move("x", "old") + "|");
    // On the way there is another name.
    CHECK(renamed(move("old", "mid[0]") + "\n" + move("mid", "x") + "\n") ==
          "\"old\"|" + move("old", "old[0]") + "\n\n" + move("x", "old") + "|");
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
          "for_each|toset([\"0\", \"1\"])|   |each.key|"
          "\n\nmoved {\n  from = terraform_data.web[0]\n  to   = terraform_data.web[\"0\"]\n}"
          "\n\nmoved {\n  from = terraform_data.web[1]\n  to   = terraform_data.web[\"1\"]\n}|"
          "\"0\"|values(|)|");
}

TEST_CASE("terraform: for_each keeps the order of count") {
    Editor editor;
    const std::string use = "locals {\n  names = [\"b\", \"a\"]\n  all   = terraform_data.x[*].id\n}\n";
    auto changed = [&](const std::string& count) {
        editor.client.change_all("/room/main.tf",
                                 "resource \"terraform_data\" \"x\" {\n  count = " + count + "\n}\n" + use);
        return editor.action(1, 3, "Change \"count\" to \"for_each\"");
    };
    const std::string many = changed("11");
    CHECK(many.find("|[for i in range(11) : |[tostring(i)]]|") != std::string::npos);
    const std::string listed = changed("length(local.names)");
    CHECK(listed ==
          "for_each|toset(local.names)|"
          "\n\nmoved {\n  from = terraform_data.x[0]\n  to   = terraform_data.x[\"b\"]\n}"
          "\n\nmoved {\n  from = terraform_data.x[1]\n  to   = terraform_data.x[\"a\"]\n}|"
          "[for key in local.names : |[key]]|");
    // Elements that are equal would become one.
    CHECK(changed("length([\"a\", \"a\"])").find("count-to-for-each") == std::string::npos);
    editor.client.change_all("/room/main.tf",
                             "variable \"l\" {\n  type = list(string)\n}\n"
                             "resource \"terraform_data\" \"x\" {\n  count = length(var.l)\n}\n");
    CHECK(editor.action(4, 3, "Change \"count\" to \"for_each\" (without moves)") ==
          "for_each|toset(var.l)|");
}

TEST_CASE("terraform: constraints on providers from the lock file") {
    Editor editor;
    editor.client.open("/room/.terraform.lock.hcl",
                       "provider \"registry.terraform.io/hashicorp/aws\" {\n  version = \"5.31.2\"\n}\n"
                       "provider \"registry.terraform.io/hashicorp/random\" {\n  version = \"0.6.0\"\n}\n",
                       "hcl");
    editor.client.change_all(
        "/room/main.tf",
        "terraform {\n  required_providers {\n    aws = {\n      source = \"hashicorp/aws\"\n"
        "    }\n    random = { source = \"hashicorp/random\", version = \">= 0.1\" }\n"
        "    other  = { source = \"a/other\" }\n  }\n}\n");
    CHECK(editor.action(2, 5, "Require the locked version 5.31.2") == " |\n      version = \"5.31.2\"|");
    CHECK(editor.action(2, 5, "Require versions like the locked one, ~> 5.31") ==
          " |\n      version = \"~> 5.31\"|");
    CHECK(editor.action(5, 5, "Require versions like the locked one, ~> 0.6.0") == "\"~> 0.6.0\"|");
    CHECK(editor.action(1, 5, "Require the locked versions of all providers") ==
          " |\n      version = \"5.31.2\"|\"0.6.0\"|");
    CHECK(editor.action(6, 5, "").find("locked") == std::string::npos);
    // The source is implied.
    editor.client.change_all("/room/main.tf",
                             "terraform {\n  required_providers {\n    random = {}\n  }\n}\n");
    CHECK(editor.action(2, 5, "Require the locked version 0.6.0") == "{ version = \"0.6.0\" }|");
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

TEST_CASE("terraform: links lead to modules, files and pages of the registry") {
    test::LspClientOptions with_lock = options({});
    with_lock.files["/room/.terraform.lock.hcl"] =
        "provider \"registry.terraform.io/hashicorp/aws\" {\n  version = \"5.31.0\"\n}\n";
    LspClient client{with_lock};
    client.open(
        "/room/main.tf",
        "terraform {\n  required_providers {\n    aws = {\n      source = \"hashicorp/aws\"\n    }\n  }\n}\n"
        "module \"net\" {\n  source = \"./modules/net\"\n}\n"
        "module \"vpc\" {\n  source = \"terraform-aws-modules/iam/aws//modules/user\"\n}\n"
        "resource \"aws_instance\" \"x\" {\n}\n"
        "locals {\n  a = file(\"${path.module}/templates/a.tpl\")\n  b = file(\"templates/none\")\n}\n",
        "terraform");
    const json found =
        client.result("textDocument/documentLink", {{"textDocument", {{"uri", "file:///room/main.tf"}}}});
    std::string links;
    for (const json& one : found)
        links += std::to_string(one["range"]["start"]["line"].get<int>()) + " " +
                 one["target"].get<std::string>() + "\n";
    CHECK(links ==
          "3 https://registry.terraform.io/providers/hashicorp/aws/5.31.0/docs\n"
          "8 file:///room/modules/net/main.tf\n"
          "11 https://registry.terraform.io/modules/terraform-aws-modules/iam/aws/latest/submodules/user\n"
          "13 https://registry.terraform.io/providers/hashicorp/aws/5.31.0/docs/resources/instance\n"
          "16 file:///room/templates/a.tpl\n");
}

TEST_CASE("terraform: the call hierarchy shows which modules call which") {
    test::LspClientOptions with_more = options({});
    with_more.files["/room/modules/net/main.tf"] += "module \"deep\" {\n  source = \"../deep\"\n}\n";
    with_more.files["/room/modules/deep/outputs.tf"] = "output \"o\" {\n  value = 1\n}\n";
    with_more.files["/room/other/main.tf"] = "module \"a\" {\n  source = \"../modules/net\"\n}\n";
    LspClient client{with_more};
    client.open("/room/main.tf", kFiles.at("/room/main.tf"), "terraform");
    const json items = client.result("textDocument/prepareCallHierarchy", at(9, 9));
    REQUIRE(items.size() == 1);
    CHECK(items[0]["name"] == "net");
    CHECK(items[0]["uri"] == "file:///room/modules/net/main.tf");
    auto shown = [](const json& calls, const char* end) {
        std::string out;
        for (const json& call : calls)
            out += call[end]["name"].get<std::string>() + " " + call[end]["uri"].get<std::string>() + " " +
                   std::to_string(call["fromRanges"][0]["start"]["line"].get<int>()) + "\n";
        return out;
    };
    CHECK(shown(client.result("callHierarchy/incomingCalls", {{"item", items[0]}}), "from") ==
          "room file:///room/main.tf 9\nother file:///room/other/main.tf 0\n");
    CHECK(shown(client.result("callHierarchy/outgoingCalls", {{"item", items[0]}}), "to") ==
          "deep file:///room/modules/deep/outputs.tf 3\n");
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

namespace {

constexpr std::string_view kWhole = R"(variable "size" {
  type        = number
  description = "How much."
}
resource "terraform_data" "base" {
}
# The machine.
resource "terraform_data" "web" {
  input = [var.size, terraform_data.base.id, path.module]
}
module "part" {
  source     = "./modules/net"
  depends_on = [terraform_data.web, terraform_data.base]
}
output "id" {
  value      = terraform_data.web.id
  depends_on = [module.part]
}
output "all" {
  value = module.part.out
}
)";

// The text after the edits, by the path of the file; new files are those that the edit creates.
std::map<std::string, std::string> applied(const json& edit, std::map<std::string, std::string> files) {
    for (const json& change : edit["documentChanges"]) {
        if (change.contains("kind")) {
            CHECK(change["kind"] == "create");
            files[change["uri"].get<std::string>().substr(7)] = "";
            continue;
        }
        std::string& text = files.at(change["textDocument"]["uri"].get<std::string>().substr(7));
        auto offset = [&](const json& place) {
            std::size_t at = 0;
            for (int line = 0; line < place["line"].get<int>(); ++line) at = text.find('\n', at) + 1;
            return at + place["character"].get<std::size_t>();
        };
        std::map<std::size_t, std::pair<std::size_t, std::string>, std::greater<>> edits;
        for (const json& one : change["edits"])
            edits[offset(one["range"]["start"])] = {offset(one["range"]["end"]), one["newText"]};
        for (const auto& [start, rest] : edits) text.replace(start, rest.first - start, rest.second);
    }
    return files;
}

json extraction(LspClient& client) {
    json params{
        {"textDocument", {{"uri", "file:///room/main.tf"}}},
        {"range", {{"start", {{"line", 6}, {"character", 0}}}, {"end", {{"line", 14}, {"character", 0}}}}},
        {"context", {{"diagnostics", json::array()}}}};
    for (json& one : client.result("textDocument/codeAction", params)) {
        if (one["title"] != "Extract to the module \"web\" in modules/web") continue;
        CHECK(one["kind"] == "refactor.extract");
        return one.contains("edit") ? one["edit"] : client.result("codeAction/resolve", one)["edit"];
    }
    return nullptr;
}

}  // namespace

TEST_CASE("terraform: blocks become a module") {
    test::LspClientOptions with = options({});
    with.files["/room/main.tf"] = kWhole;
    // Not without a client that creates files.
    LspClient plain(with);
    plain.open("/room/main.tf", kWhole, "terraform");
    CHECK(extraction(plain).is_null());
    with.capabilities["workspace"] = {
        {"workspaceEdit", {{"documentChanges", true}, {"resourceOperations", {"create"}}}}};
    LspClient client(with);
    client.open("/room/main.tf", kWhole, "terraform");
    const json edit = extraction(client);
    REQUIRE(edit.is_object());
    const auto files = applied(edit, {{"/room/main.tf", std::string(kWhole)}});
    CHECK(files.at("/room/modules/web/main.tf") == R"(# The machine.
resource "terraform_data" "web" {
  input = [var.size, var.base_id, var.path_module]
}
module "part" {
  source     = "../../modules/net"
  depends_on = [terraform_data.web, var.base]
}
)");
    CHECK(files.at("/room/modules/web/variables.tf") == R"(variable "size" {
  type        = number
  description = "How much."
}

variable "base_id" {
  type = string
}

variable "path_module" {
  type = string
}

variable "base" {
  type = any
}
)");
    CHECK(files.at("/room/modules/web/outputs.tf") == R"(output "web_id" {
  value = terraform_data.web.id
}

output "part_out" {
  value = module.part.out
}
)");
    CHECK(files.at("/room/main.tf") == R"(variable "size" {
  type        = number
  description = "How much."
}
resource "terraform_data" "base" {
}
module "web" {
  source = "./modules/web"

  size        = var.size
  base_id     = terraform_data.base.id
  path_module = path.module
  base        = terraform_data.base
}

moved {
  from = terraform_data.web
  to   = module.web.terraform_data.web
}

moved {
  from = module.part
  to   = module.web.module.part
}
output "id" {
  value      = module.web.web_id
  depends_on = [module.web]
}
output "all" {
  value = module.web.part_out
}
)");
    // The result has no errors.
    for (const auto& [path, text] : files) {
        if (path == "/room/main.tf")
            client.change_all(path, text);
        else
            client.open(path, text, "terraform");
    }
    client.settle();
    for (const auto& [path, text] : files)
        for (const json& found : client.diagnostics(path))
            CHECK_MESSAGE(found["severity"] != 1, found.dump());
}

TEST_CASE("terraform: blocks become a module only where nothing else breaks") {
    test::LspClientOptions with = options({});
    with.capabilities["workspace"] = {
        {"workspaceEdit", {{"documentChanges", true}, {"resourceOperations", {"create"}}}}};
    auto extracted = [&](const std::string& above, const std::string& input, const std::string& other) {
        const std::string text =
            above +
            "resource \"terraform_data\" \"web\" {\n  input = 1\n}\n\nresource \"terraform_data\" \"c\" {\n" +
            "  input = " + input + "\n}\n\n";
        CHECK(std::ranges::count(above, '\n') == 6);
        test::LspClientOptions one = with;
        one.files["/room/main.tf"] = text;
        if (!other.empty()) one.files["/room/main_override.tf"] = other;
        LspClient client(one);
        client.open("/room/main.tf", text, "terraform");
        const json edit = extraction(client);
        return edit.is_null() ? std::string() : applied(edit, {{"/room/main.tf", text}}).at("/room/main.tf");
    };
    // An override would lose its target.
    CHECK(extracted("\n\n\n\n\n\n", "2", "resource \"terraform_data\" \"web\" {\n  input = 2\n}\n").empty());
    CHECK_FALSE(extracted("\n\n\n\n\n\n", "2", "resource \"terraform_data\" \"d\" {\n}\n").empty());
    // The call would need a block that waits for all of it.
    const std::string waiting =
        "resource \"terraform_data\" \"b\" {\n  depends_on = [terraform_data.web]\n}\n\n\n\n";
    CHECK(extracted(waiting, "terraform_data.b.id", "").empty());
    CHECK(extracted(waiting, "2", "").find("depends_on = [module.web]") != std::string::npos);
    // Earlier moves lead to the new ones.
    const std::string moved = "moved {\n  from = terraform_data.old\n  to   = terraform_data.web\n}\n\n\n";
    CHECK(extracted(moved, "2", "").starts_with(moved));
}

namespace {

using Files = std::map<std::string, std::string>;

// The files after an action at the text with a cursor `|`; the title of each action where there is no such.
Files after_action(const Files& files, const std::string& path, std::string marked, std::string_view title) {
    const std::size_t cursor = marked.find('|');
    marked.erase(cursor, 1);
    const std::string& text = files.at(path);
    const std::size_t at = text.find(marked) + cursor;
    const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    const std::size_t before = text.rfind('\n', at - 1);
    const json place{{"line", line}, {"character", before == std::string::npos ? at : at - before - 1}};
    test::LspClientOptions with = options({});
    with.files = files;
    with.capabilities["workspace"] = {{"workspaceEdit", {{"documentChanges", true}}}};
    LspClient client(with);
    client.open(path, text, "terraform");
    const json params{{"textDocument", {{"uri", LspClient::uri(path)}}},
                      {"range", {{"start", place}, {"end", place}}},
                      {"context", {{"diagnostics", json::array()}}}};
    Files titles;
    for (json& one : client.result("textDocument/codeAction", params)) {
        if (one["title"] == title)
            return applied(
                one.contains("edit") ? one["edit"] : client.result("codeAction/resolve", one)["edit"], files);
        titles[one["title"]];
    }
    return titles;
}

}  // namespace

TEST_CASE("terraform: inputs and outputs are declared in the called module") {
    const Files files{
        {"/room/main.tf",
         "module \"net\" {\n  source = \"./net\"\n  sizes  = [1, 2]\n}\n"
         "module \"each\" {\n  source   = \"./net\"\n  for_each = toset([\"a\"])\n}\n"
         "output \"a\" {\n  value = [module.net.vpc_id, module.each[\"a\"].cidr, module.net.other]\n}\n"},
        {"/room/net/main.tf", "resource \"terraform_data\" \"vpc\" {\n}\nlocals {\n  cidr = 1\n}\n"},
        {"/room/net/outputs.tf", "output \"first\" {\n  value = 1\n}\n# The end.\n"}};
    CHECK(after_action(files, "/room/main.tf", "si|zes",
                       "Declare the variable \"sizes\" in the module in \"./net\"")
              .at("/room/net/main.tf") ==
          files.at("/room/net/main.tf") + "\nvariable \"sizes\" {\n  type = list(number)\n}\n");
    Files with_variables = files;
    with_variables["/room/net/variables.tf"] = "";
    CHECK(after_action(with_variables, "/room/main.tf", "si|zes",
                       "Declare the variable \"sizes\" in the module in \"./net\"")
              .at("/room/net/variables.tf") == "variable \"sizes\" {\n  type = list(number)\n}\n");
    auto outputs = [&](const std::string& marked, const std::string& name) {
        return after_action(files, "/room/main.tf", marked,
                            "Declare the output \"" + name + "\" in the module in \"./net\"")
            .at("/room/net/outputs.tf");
    };
    const std::string first = "output \"first\" {\n  value = 1\n}\n\n";
    CHECK(outputs("vpc|_id", "vpc_id") ==
          first + "output \"vpc_id\" {\n  value = terraform_data.vpc.id\n}\n# The end.\n");
    CHECK(outputs("].ci|dr", "cidr") == first + "output \"cidr\" {\n  value = local.cidr\n}\n# The end.\n");
    CHECK(outputs("net.oth|er", "other") == first + "output \"other\" {\n  value = null\n}\n# The end.\n");
}

TEST_CASE("terraform: nothing is declared in downloaded modules") {
    const Files files{
        {"/room/main.tf",
         "module \"net\" {\n  source = \"example/net/aws\"\n}\noutput \"a\" {\n  value = "
         "module.net.vpc_id\n}\n"},
        {"/room/.terraform/modules/modules.json",
         R"({"Modules":[{"Key":"","Source":"","Dir":"."},{"Key":"net",)"
         R"("Source":"registry.terraform.io/example/net/aws","Version":"1.0.0","Dir":".terraform/modules/net"}]})"},
        {"/room/.terraform/modules/net/main.tf", "output \"x\" {\n  value = 1\n}\n"}};
    for (const auto& [title, text] : after_action(files, "/room/main.tf", "vpc|_id", ""))
        CHECK_FALSE(title.starts_with("Declare"));
}

TEST_CASE("terraform: constants become variables") {
    const Files files{
        {"/room/main.tf",
         "resource \"terraform_data\" \"web\" {\n  count = 3\n  input = {\n    ports = [80, 443]\n"
         "    name  = \"n-${local.x}\"\n    sizes = {\n      a = 1\n    }\n  }\n  lifecycle {\n"
         "    prevent_destroy = true\n  }\n  provisioner \"local-exec\" {\n    when    = destroy\n"
         "    command = \"stop\"\n  }\n}\nlocals {\n  x = \"web\"\n}\n"},
        {"/room/variables.tf", "variable \"x\" {\n  type = string\n}\n"}};
    auto variables = [&](const std::string& marked, const std::string& name) {
        const Files after = after_action(files, "/room/main.tf", marked, "Extract to \"var." + name + "\"");
        CHECK(after.at("/room/main.tf").find("var." + name) != std::string::npos);
        return after.at("/room/variables.tf");
    };
    const std::string first = "variable \"x\" {\n  type = string\n}\n\n";
    CHECK(variables("count = |3", "web_count") ==
          first + "variable \"web_count\" {\n  type    = number\n  default = 3\n}\n");
    CHECK(variables("ports = |[80", "ports") ==
          first + "variable \"ports\" {\n  type    = list(number)\n  default = [80, 443]\n}\n");
    CHECK(variables("sizes = |{", "sizes") ==
          first +
              "variable \"sizes\" {\n  type = object({ a = number })\n  default = {\n    a = 1\n  }\n}\n");
    // A name that is taken gets a number.
    CHECK(variables("x = \"w|eb", "x_2") ==
          first + "variable \"x_2\" {\n  type    = string\n  default = \"web\"\n}\n");
    // Parts that are no constants, and where only constants can be.
    for (const char* marked : {"name  = \"n|-", "prevent_destroy = t|rue", "command = \"st|op"})
        for (const auto& [title, text] : after_action(files, "/room/main.tf", marked, ""))
            CHECK_FALSE(title.starts_with("Extract to \"var."));
    for (const char* marked : {"prevent_destroy = t|rue", "command = \"st|op"})
        for (const auto& [title, text] : after_action(files, "/room/main.tf", marked, ""))
            CHECK_FALSE(title.starts_with("Extract"));
}

TEST_CASE("terraform: the source of a folder that holds the other one begins like a path") {
    test::LspClientOptions with = options({});
    with.files = {{"/room/net/main.tf", "module \"own\" {\n  source = \"./sub\"\n}\n"},
                  {"/room/net/sub/main.tf", "locals {\n}\n"},
                  {"/room/net/examples/basic/main.tf", "module \"net\" {\n  source = \"../..\"\n}\n"}};
    LspClient client(with);
    client.open("/room/net/main.tf", with.files["/room/net/main.tf"], "terraform");
    auto moved = [&](std::string_view from, std::string_view to) {
        const json files = json::array({{{"oldUri", from}, {"newUri", to}}});
        return texts_of(client.result("workspace/willRenameFiles", {{"files", files}}));
    };
    CHECK(moved("file:///room/net/main.tf", "file:///room/net/sub/x.tf") == "./|");
    CHECK(moved("file:///room/net/examples/basic", "file:///room/net/example") == "../|");
}

TEST_CASE("paths that packs declare and paths behind an expression follow what is moved") {
    test::LspClientOptions with = options({});
    with.files = {{"/room/docker-bake.hcl",
                   "target \"a\" {\n  context = \"app\"\n  dockerfile = \"Dockerfile\"\n}\n"
                   "target \"b\" {\n  inherits = [\"a\"]\n  dockerfile = \"Dockerfile\"\n}\n"},
                  {"/room/app/Dockerfile", ""},
                  {"/room/atlas.hcl", "env \"x\" {\n  src = \"file://x.pg.hcl?a=b\"\n}\n"},
                  {"/room/x.pg.hcl", "schema \"public\" {}\n"},
                  {"/room/live/terragrunt.stack.hcl",
                   "locals {\n  units = \"../units\"\n}\nunit \"v\" {\n  source = \"${local.units}/vpc\"\n  "
                   "path = \"v\"\n}\n"},
                  {"/room/units/vpc/terragrunt.hcl", "inputs = {}\n"}};
    LspClient client(with);
    client.open("/room/atlas.hcl", with.files["/room/atlas.hcl"], "hcl");
    auto moved = [&](std::string_view from, std::string_view to) {
        const json files = json::array({{{"oldUri", from}, {"newUri", to}}});
        return texts_of(client.result("workspace/willRenameFiles", {{"files", files}}));
    };
    CHECK(moved("file:///room/app/Dockerfile", "file:///room/app/Dockerfile.old") == "Dockerfile.old|");
    CHECK(moved("file:///room/app", "file:///room/shop") == "shop|");
    CHECK(moved("file:///room/x.pg.hcl", "file:///room/db/x.pg.hcl") == "db/x.pg.hcl|");
    CHECK(moved("file:///room/units/vpc", "file:///room/units/network") == "/network|");
    CHECK(moved("file:///room/units/vpc", "file:///room/other/vpc").empty());
}

TEST_CASE("an editor that asks about one finding gets the fixes of this one") {
    test::LspClientOptions with = options({});
    const std::string text = "module \"n\" {\n  source = \"./n\"\n}\n";
    with.files = {{"/room/main.tf", text}, {"/room/n/main.tf", "variable \"a\" {}\nvariable \"b\" {}\n"}};
    LspClient client(with);
    client.open("/room/main.tf", text, "terraform");
    auto actions = [&](const json& diagnostics) {
        json params = {
            {"textDocument", {{"uri", "file:///room/main.tf"}}},
            {"range", {{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", 2}, {"character", 1}}}}},
            {"context", {{"diagnostics", diagnostics}, {"only", {"quickfix"}}}}};
        return client.result("textDocument/codeAction", params);
    };
    auto titles = [](const json& found) {
        std::string out;
        for (const json& one : found) out += one["title"].get<std::string>() + "|";
        return out;
    };
    const json all = actions(json::array());
    CHECK(titles(all) == "Add \"a\"|Add all 2 missing arguments|Add \"b\"|");
    CHECK(titles(actions(all.back()["diagnostics"])) == "Add \"b\"|");
    json stale = all.back()["diagnostics"];
    stale[0]["range"]["start"]["line"] = 7;
    CHECK(titles(actions(stale)) == titles(all));
}

TEST_CASE("terraform: a called module shows its calls") {
    test::LspClientOptions with = options({});
    with.files["/room/other/main.tf"] = "module \"a\" {\n  source = \"../modules/net\"\n}\n";
    LspClient client(with);
    auto calls = [&](const std::string& path) {
        client.open(path, with.files.at(path), "terraform");
        std::string out;
        for (json lens :
             client.result("textDocument/codeLens", {{"textDocument", {{"uri", LspClient::uri(path)}}}})) {
            if (!lens.contains("command")) lens = client.result("codeLens/resolve", lens);
            const std::string title = lens["command"]["title"];
            if (title.find("call") != std::string::npos)
                out += std::to_string(lens["range"]["start"]["line"].get<int>()) + " " + title + "\n";
        }
        return out;
    };
    CHECK(calls("/room/modules/net/main.tf") == "0 2 calls\n");
    CHECK(calls("/room/main.tf").empty());
}

}  // namespace hcl::server::terraform_editing_test
