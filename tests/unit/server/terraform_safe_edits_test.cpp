// Code actions of Terraform never write what the program refuses: where they are offered, and the text that
// they leave.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/unit/server/terraform_editor.h"

namespace hcl::server::terraform_editing_test {

namespace {

// The byte of a position; the texts here are ASCII up to it.
std::size_t byte_of(std::string_view text, const json& position) {
    std::size_t at = 0;
    for (int line = position["line"]; line > 0; --line) at = text.find('\n', at) + 1;
    return at + position["character"].get<std::size_t>();
}

using Files = std::map<std::string, std::string>;

struct Workspace {
    Files files;
    LspClient client;

    explicit Workspace(Files with)
        : files(std::move(with)), client([&] {
              test::LspClientOptions out = options({});
              out.files = files;
              out.capabilities["workspace"]["workspaceEdit"] = {
                  {"documentChanges", true}, {"resourceOperations", {"create", "rename", "delete"}}};
              return out;
          }()) {
        for (const auto& [path, text] : files)
            client.open(path, text,
                        path.ends_with(".tftpl")       ? "terraform-template"
                        : path.ends_with("tftest.hcl") ? "terraform-test"
                        : path.ends_with(".tfvars")    ? "terraform-vars"
                                                       : "terraform");
    }

    json offered(const std::string& path, std::string_view place) {
        const std::string& text = files.at(path);
        const std::size_t at = text.find(place);
        REQUIRE(at != std::string::npos);
        const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
        const std::size_t start = text.rfind('\n', at) + 1;
        const json position{{"line", line}, {"character", (at == 0 ? 0 : at - start) + 1}};
        return client.result("textDocument/codeAction", {{"textDocument", {{"uri", LspClient::uri(path)}}},
                                                         {"range", {{"start", position}, {"end", position}}},
                                                         {"context", {{"diagnostics", json::array()}}}});
    }
    bool has(const std::string& path, std::string_view place, std::string_view title) {
        for (const json& one : offered(path, place))
            if (one["title"].get<std::string>().starts_with(title)) return true;
        return false;
    }
    // The files after the edits of an action; other files as they are.
    std::map<std::string, std::string> after(const std::string& path, std::string_view place,
                                             std::string_view title) {
        for (json one : offered(path, place)) {
            if (!one["title"].get<std::string>().starts_with(title)) continue;
            if (!one.contains("edit")) one = client.result("codeAction/resolve", one);
            return edited(one["edit"]);
        }
        FAIL("not offered: " << title);
        return {};
    }
    std::map<std::string, std::string> edited(const json& edit) const {
        std::map<std::string, std::string> out = files;
        for (const json& change : edit["documentChanges"]) {
            if (!change.contains("edits")) continue;
            std::string& text = out[change["textDocument"]["uri"].get<std::string>().substr(7)];
            std::vector<json> edits = change["edits"];
            std::ranges::stable_sort(edits, [&](const json& a, const json& b) {
                return byte_of(text, a["range"]["start"]) > byte_of(text, b["range"]["start"]);
            });
            for (const json& one : edits) {
                const std::size_t start = byte_of(text, one["range"]["start"]);
                text.replace(start, byte_of(text, one["range"]["end"]) - start,
                             one["newText"].get<std::string>());
            }
        }
        return out;
    }
};

std::string main_after(const std::string& text, std::string_view place, std::string_view title) {
    return Workspace(Files{{"/room/main.tf", text}}).after("/room/main.tf", place, title)["/room/main.tf"];
}

}  // namespace

TEST_CASE("terraform: only keys of plain values are written as an index") {
    Workspace w(
        {{"/room/main.tf",
          "variable \"v\" {\n  type = object({ one = string })\n}\nlocals {\n  l = { two = { six = 1 } }\n"
          "  k = [for s in [{ four = 1 }] : s.four]\n}\n"
          "resource \"terraform_data\" \"a\" {\n  count = 2\n  input = { five = count.index }\n"
          "  provisioner \"local-exec\" {\n    command = self.id\n  }\n}\n"
          "module \"m\" {\n  source = \"./m\"\n  count = 2\n}\n"
          "output \"o\" {\n  value = [var.v.one, local.l.two.six, terraform_data.a[0].output.five,\n"
          "    terraform_data.a[1].triggers_replace, module.m[1].gw, path.module]\n}\n"},
         {"/room/m/main.tf", "output \"gw\" {\n  value = 1\n}\n"}});
    for (std::string_view key : {"one,", "two.", "six,", "four]", "five,"})
        CHECK_MESSAGE(w.has("/room/main.tf", key, "Write as ["), key);
    for (std::string_view word : {"index }", "id\n", "triggers_replace", "gw,", "module]", "output."})
        CHECK_MESSAGE(!w.has("/room/main.tf", word, "Write as ["), word);
}

TEST_CASE("terraform: keys of instances are not written behind a dot") {
    Workspace w(Files{{"/room/main.tf",
                       "resource \"terraform_data\" \"a\" {\n  for_each = toset([\"one\"])\n}\nlocals {\n"
                       "  l = { two = 1 }\n  m = [terraform_data.a[\"one\"].id, local.l[\"two\"]]\n}\n"}});
    CHECK_FALSE(w.has("/room/main.tf", "[\"one\"].id", "Write as .one"));
    CHECK(w.has("/room/main.tf", "[\"two\"]", "Write as .two"));
}

TEST_CASE("terraform: added arguments are valid") {
    const std::string resource = "resource \"terraform_data\" \"a\" {\n  lifecycle {\n  }\n}\n";
    CHECK(main_after(resource, "resource", "Add all arguments") ==
          "resource \"terraform_data\" \"a\" {\n  input            = null\n  triggers_replace = null\n  "
          "lifecycle {\n  }\n}\n");
    CHECK(main_after(resource, "lifecycle", "Add all arguments") ==
          "resource \"terraform_data\" \"a\" {\n  lifecycle {\n    create_before_destroy = false\n"
          "    prevent_destroy       = false\n  }\n}\n");
    const std::string variable =
        "terraform {\n  required_version = \"~> 1.11.0\"\n}\nvariable \"v\" {\n}\noutput \"o\" { value = 1 "
        "}\n";
    const std::string added = main_after(variable, "variable", "Add all arguments");
    CHECK(added.find("ephemeral") != std::string::npos);
    CHECK(added.find("const") == std::string::npos);
    CHECK(added.find("deprecated") == std::string::npos);
    const std::string output = main_after(variable, "output", "Add all arguments");
    CHECK(output.find("{\n  value     = 1\n") != std::string::npos);
    CHECK(output.find("deprecated") == std::string::npos);
    CHECK(output.find("depends_on") == std::string::npos);
    CHECK(output.find("type") == std::string::npos);
}

TEST_CASE("terraform: what the admitted versions lack is not completed") {
    Workspace w(Files{{"/room/main.tf",
                       "terraform {\n  required_version = \"~> 1.11.0\"\n}\nvariable \"v\" {\n  \n}\n"
                       "resource \"terraform_data\" \"a\" {\n  lifecycle {\n    \n  }\n}\n"}});
    auto labels = [&](int line, int character) {
        std::string out;
        const json found = w.client.result("textDocument/completion", at(line, character));
        for (const json& item : found["items"]) out += item["label"].get<std::string>() + " ";
        return out;
    };
    CHECK(labels(4, 2).find("ephemeral") != std::string::npos);
    CHECK(labels(4, 2).find("const ") == std::string::npos);
    CHECK(labels(4, 2).find("deprecated") == std::string::npos);
    for (std::string_view absent : {"action_trigger", "enabled", "destroy "})
        CHECK(labels(8, 4).find(" " + std::string(absent)) == std::string::npos);
    CHECK(labels(8, 4).find("replace_triggered_by") != std::string::npos);
}

TEST_CASE("terraform: placeholders have the types of their arguments") {
    Workspace w(Files{{"/room/main.tf", "module \"m\" {\n  source = \"./m\"\n}\n"},
                      {"/room/m/main.tf",
                       "variable \"a\" {\n  type = object({ x = list(number), y = optional(string) })\n}\n"
                       "variable \"long\" {\n  type = tuple([string, bool])\n}\n"}});
    CHECK(w.after("/room/main.tf", "module", "Add all 2 missing arguments")["/room/main.tf"] ==
          "module \"m\" {\n  source = \"./m\"\n  a      = { x = [] }\n  long   = [\"\", false]\n}\n");
}

TEST_CASE("terraform: types of extracted values have no quoted keys") {
    auto type_of = [&](const std::string& value) {
        const std::string out =
            main_after("locals {\n  a = " + value + "\n}\noutput \"o\" {\n  value = local.a\n}\n",
                       " " + value, "Extract to \"var.a\"");
        const std::size_t at = out.find("type    = ") + 10;
        return out.substr(at, out.find('\n', at) - at);
    };
    CHECK(type_of("{ \"c d\" = null }") == "any");
    CHECK(type_of("{ \"c d\" = 1, e = 2 }") == "map(number)");
    CHECK(type_of("{ \"c d\" = 1, e = true }") == "any");
    CHECK(type_of("[1, \"a\"]") == "tuple([number, string])");
    CHECK(type_of("{ a = { \"1x\" = true } }") == "object({ a = map(bool) })");
}

TEST_CASE("terraform: count becomes for_each only where all references can follow") {
    const std::string title = "Change \"count\" to \"for_each\"";
    auto has = [&](const std::string& text) {
        return Workspace(Files{{"/room/main.tf", text}}).has("/room/main.tf", "count", title);
    };
    CHECK_FALSE(
        has("resource \"terraform_data\" \"x\" {\n  count = length(var.nets)\n}\n"
            "variable \"nets\" {\n  type = list(object({ a = string }))\n}\n"));
    CHECK_FALSE(
        has("resource \"terraform_data\" \"y\" {\n  count = length(terraform_data.x)\n}\n"
            "resource \"terraform_data\" \"x\" {\n  count = 2\n}\n"));
    CHECK_FALSE(has("resource \"terraform_data\" \"y\" {\n  count = length({ a = \"b\" })\n}\n"));
    const std::string single =
        "resource \"terraform_data\" \"x\" {\n  count = var.e ? 1 : 0\n  input = \"x\"\n}\n"
        "variable \"e\" {\n  default = true\n}\n";
    CHECK_FALSE(has(single + "resource \"terraform_data\" \"z\" {\n  count = 1\n  lifecycle {\n"
                             "    replace_triggered_by = [terraform_data.x[count.index]]\n  }\n}\n"));
    CHECK(main_after(
              single + "output \"r\" {\n  value = terraform_data.x[length(terraform_data.x) - 1].input\n}\n",
              "count", title)
              .find("value = values(terraform_data.x)[length(terraform_data.x) - 1].input") !=
          std::string::npos);
    CHECK(
        main_after("resource \"terraform_data\" \"x\" {\n  count = 1\n  input = \"x\"\n}\n", "count", title)
            .starts_with(
                "resource \"terraform_data\" \"x\" {\n  for_each = toset([\"0\"])\n  input    = \"x\"\n}\n"));
}

TEST_CASE("terraform: tests follow count to for_each") {
    Workspace w(
        Files{{"/room/main.tf",
               "resource \"terraform_data\" \"x\" {\n  count = 2\n}\nmodule \"m\" {\n  source = \"./m\"\n "
               " count  = 1\n}\n"},
              {"/room/m/main.tf", "output \"o\" {\n  value = 1\n}\n"},
              {"/room/tests/a.tftest.hcl",
               "override_resource {\n  target = terraform_data.x[1]\n}\nrun \"a\" {\n  assert {\n"
               "    condition     = terraform_data.x[0].id == terraform_data.x[*].id\n"
               "    error_message = \"${module.m[0].o}\"\n  }\n}\n"}});
    const std::string title = "Change \"count\" to \"for_each\"";
    CHECK(w.after("/room/main.tf", "count = 2", title)["/room/tests/a.tftest.hcl"] ==
          "override_resource {\n  target = terraform_data.x[\"1\"]\n}\nrun \"a\" {\n  assert {\n"
          "    condition     = terraform_data.x[\"0\"].id == values(terraform_data.x)[*].id\n"
          "    error_message = \"${module.m[0].o}\"\n  }\n}\n");
    CHECK(w.after("/room/main.tf", "count  = 1", title)["/room/tests/a.tftest.hcl"].find(
              "${module.m[\"0\"].o}") != std::string::npos);
}

TEST_CASE("terraform: a variable with a converted default is not inlined") {
    const std::string title = "Put the value of \"v\" wherever";
    auto has = [&](const std::string& type, const std::string& value) {
        return Workspace(Files{{"/room/main.tf", "variable \"v\" {\n  type    = " + type + "\n  default = " +
                                                     value + "\n}\noutput \"o\" {\n  value = var.v\n}\n"}})
            .has("/room/main.tf", "v\" {", title);
    };
    CHECK(has("list(string)", "[\"a\", \"b\"]"));
    CHECK(has("map(number)", "{ a = 1 }"));
    CHECK_FALSE(has("set(string)", "[\"b\", \"a\", \"a\"]"));
    CHECK_FALSE(has("map(string)", "{ a = 1 }"));
    CHECK_FALSE(has("list(any)", "[1, \"a\"]"));
    CHECK_FALSE(has("object({ a = string })", "{ a = \"x\", b = 1 }"));
}

TEST_CASE("terraform: renames follow outputs and resources into tests, loops and overrides") {
    Workspace w(
        {{"/room/main.tf",
          "module \"one\" {\n  source = \"./m\"\n}\nmodule \"net\" {\n  source = \"./m\"\n  count  = 2\n}\n"
          "output \"a\" {\n  value = { for k, m in module.net : k => m[\"gw\"] }\n}\n"
          "output \"b\" {\n  value = element(module.net, 0).gw\n}\n"},
         {"/room/m/main.tf", "output \"gw\" {\n  value = 1\n}\nresource \"terraform_data\" \"r\" {\n}\n"},
         {"/room/a.tftest.hcl",
          "override_module {\n  target  = module.one\n  outputs = { gw = 2 }\n}\noverride_resource {\n"
          "  target = module.one.terraform_data.r\n}\nrun \"a\" {\n  assert {\n"
          "    condition     = module.one.gw == 1\n    error_message = \"No.\"\n  }\n}\n"}});
    auto renamed = [&](int line, int character, const std::string& fresh) {
        json params = at(line, character);
        params["textDocument"]["uri"] = LspClient::uri("/room/m/main.tf");
        params["newName"] = fresh;
        return w.edited(w.client.result("textDocument/rename", params));
    };
    auto output = renamed(0, 9, "out");
    CHECK(output["/room/main.tf"].find("gw") == std::string::npos);
    CHECK(output["/room/a.tftest.hcl"].find("gw") == std::string::npos);
    CHECK(renamed(3, 28, "s")["/room/a.tftest.hcl"].find("target = module.one.terraform_data.s\n") !=
          std::string::npos);
}

TEST_CASE("terraform: an output that may be read from a whole module is not renamed") {
    Workspace w(
        {{"/room/main.tf",
          "module \"one\" {\n  source = \"./m\"\n}\nlocals {\n  m = module.one\n  g = local.m.gw\n}\n"},
         {"/room/m/main.tf", "output \"gw\" {\n  value = 1\n}\n"}});
    json params = at(0, 9);
    params["textDocument"]["uri"] = LspClient::uri("/room/m/main.tf");
    params["newName"] = "out";
    CHECK(w.client.call("textDocument/rename", params)["error"]["message"] ==
          "\"gw\" may also be read in \"main.tf\", line 6, from a value that holds the whole module, where a "
          "rename would miss it.");
}

TEST_CASE("terraform: a rename in JSON adds a move, and keys of calls of templates are renamed") {
    Workspace w(
        {{"/room/main.tf.json", "{\n  \"resource\": {\"terraform_data\": {\"a\": {}}}\n}\n"},
         {"/room/main.tf", "locals {\n  t = templatefile(\"${path.module}/a.tftpl\", { key = 1 })\n}\n"},
         {"/room/a.tftpl", "${key}\n"}});
    json params = at(1, 36);
    params["textDocument"]["uri"] = LspClient::uri("/room/main.tf.json");
    params["newName"] = "b";
    CHECK(w.edited(w.client.result("textDocument/rename", params))["/room/main.tf.json"] ==
          "{\n  \"resource\": {\"terraform_data\": {\"b\": {}}},\n  \"moved\": {\n    \"from\": "
          "\"terraform_data.a\",\n    \"to\": \"terraform_data.b\"\n  }\n}\n");
    CHECK_FALSE(w.client.result("textDocument/prepareRename", at(1, 48)).is_null());
    json key = at(1, 48);
    key["newName"] = "word";
    CHECK(w.edited(w.client.result("textDocument/rename", key))["/room/a.tftpl"] == "${word}\n");
}

TEST_CASE("terraform: tests follow what moves to a module") {
    const std::string main =
        "resource \"terraform_data\" \"x\" {\n  input = var.имя\n}\nvariable \"имя\" {\n}\n";
    Workspace w(
        Files{{"/room/main.tf", main},
              {"/room/a.tftest.hcl",
               "override_resource {\n  target = terraform_data.x\n}\nrun \"a\" {\n  assert {\n"
               "    condition     = terraform_data.x.id == \"\"\n    error_message = \"No.\"\n  }\n}\n"}});
    json offered = w.client.result(
        "textDocument/codeAction",
        {{"textDocument", {{"uri", LspClient::uri("/room/main.tf")}}},
         {"range", {{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", 2}, {"character", 1}}}}},
         {"context", {{"diagnostics", json::array()}}}});
    for (json& one : offered) {
        if (!one["title"].get<std::string>().starts_with("Extract to the module")) continue;
        if (!one.contains("edit")) one = w.client.result("codeAction/resolve", one);
        auto out = w.edited(one["edit"]);
        CHECK(out["/room/a.tftest.hcl"] ==
              "override_resource {\n  target = module.x.terraform_data.x\n}\nrun \"a\" {\n  assert {\n"
              "    condition     = module.x.x_id == \"\"\n    error_message = \"No.\"\n  }\n}\n");
        CHECK(out["/room/modules/x/outputs.tf"] == "output \"x_id\" {\n  value = terraform_data.x.id\n}\n");
        CHECK(out["/room/main.tf"].find("\n  имя = var.имя\n") != std::string::npos);
        return;
    }
    FAIL("not offered");
}

TEST_CASE("edits of files with CR LF have CR LF") {
    const std::string text =
        "resource \"terraform_data\" \"x\" {\r\n  count = 2\r\n  input = [\"a\", \"b\"]\r\n}\r\n"
        "module \"m\" {\r\n  source = \"./m\"\r\n}\r\noutput \"o\" {\r\n  value = \"a\\nb\\n\"\r\n}\r\n";
    const Files files{{"/room/main.tf", text}, {"/room/m/main.tf", "variable \"x\" {\n}\n"}};
    for (std::string_view place : {"resource", "count", "input", "[\"a\"", "module", "source", "\"a\\n"}) {
        Workspace w(files);
        for (const json& one : w.offered("/room/main.tf", place)) {
            const std::string title = one["title"];
            const std::string out = w.after("/room/main.tf", place, title)["/room/main.tf"];
            for (std::size_t at = out.find('\n'); at != std::string::npos; at = out.find('\n', at + 1)) {
                CHECK_MESSAGE((at > 0 && out[at - 1] == '\r'), title);
                CHECK_MESSAGE((at < 2 || out[at - 2] != '\r'), title);
            }
        }
        CHECK_FALSE(w.has("/room/main.tf", place, "Write as a heredoc"));
    }
}

TEST_CASE("terraform: what is inlined leaves no empty lines and blocks") {
    const std::string variable =
        "variable \"a\" {\r\n  type    = string\r\n  default = \"x\"\r\n}\r\n\r\n"
        "output \"a\" {\r\n  value = var.a\r\n}\r\n";
    Workspace w(Files{{"/room/main.tf", variable}});
    CHECK(w.after("/room/main.tf", "a\"",
                  "Put the value of \"a\" wherever it is used, and remove it")["/room/main.tf"] ==
          "output \"a\" {\r\n  value = \"x\"\r\n}\r\n");

    Workspace last(
        Files{{"/room/main.tf", "locals {\n  a = 1\n}\n\noutput \"a\" {\n  value = local.a\n}\n"}});
    CHECK(last.after("/room/main.tf", "a = 1",
                     "Put the value of \"a\" wherever it is used, and remove it")["/room/main.tf"] ==
          "output \"a\" {\n  value = 1\n}\n");
    Workspace kept(
        Files{{"/room/main.tf", "locals {\n  # Why.\n  a = 1\n}\n\noutput \"a\" {\n  value = local.a\n}\n"}});
    CHECK(kept.after("/room/main.tf", "a = 1",
                     "Put the value of \"a\" wherever it is used, and remove it")["/room/main.tf"] ==
          "locals {\n  # Why.\n}\n\noutput \"a\" {\n  value = 1\n}\n");
}

TEST_CASE("opentofu: what settings of the state read does not move into a module") {
    const std::string text =
        "locals {\n  key = \"k\"\n}\nterraform {\n  encryption {\n    key_provider \"pbkdf2\" \"a\" {\n"
        "      passphrase = local.key\n    }\n  }\n}\n";
    const json place = {{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", 2}, {"character", 1}}}};
    auto is_offered = [&](const std::string& main) {
        Workspace w(Files{{"/room/main.tofu", main}});
        const json offered = w.client.result("textDocument/codeAction",
                                             {{"textDocument", {{"uri", LspClient::uri("/room/main.tofu")}}},
                                              {"range", place},
                                              {"context", {{"diagnostics", json::array()}}}});
        return std::ranges::any_of(offered, [](const json& one) {
            return one["title"].get<std::string>().starts_with("Extract to the module");
        });
    };
    CHECK_FALSE(is_offered(text));
    CHECK(is_offered("locals {\n  key = \"k\"\n}\noutput \"a\" {\n  value = local.key\n}\n"));
    // Nor what sources of modules read, also through other locals.
    CHECK_FALSE(is_offered("locals {\n  key = \"./m\"\n}\nmodule \"a\" {\n  source = local.key\n}\n"));
    CHECK_FALSE(
        is_offered("locals {\n  key = \"m\"\n}\nlocals {\n  path = \"./${local.key}\"\n}\n"
                   "module \"a\" {\n  source = local.path\n}\n"));
    // Nor a call whose source would count from another folder.
    CHECK_FALSE(is_offered("module \"a\" {\n  source = local.key\n}\nlocals {\n  key = \"./m\"\n}\n"));
}

TEST_CASE("opentofu: the value of a constant source follows the folder") {
    test::LspClientOptions with = options({});
    with.files = {
        {"/room/main.tofu", "locals {\n  at = \"./kit\"\n}\nmodule \"k\" {\n  source = local.at\n}\n"},
        {"/room/kit/main.tofu", "output \"a\" {\n  value = 1\n}\n"}};
    LspClient client(with);
    client.open("/room/main.tofu", with.files["/room/main.tofu"], "opentofu");
    const json files = json::array({{{"oldUri", "file:///room/kit"}, {"newUri", "file:///room/lib/kit"}}});
    const json edit = client.result("workspace/willRenameFiles", {{"files", files}});
    CHECK(edit["documentChanges"][0]["edits"][0]["newText"] == "./lib/kit");
}

TEST_CASE("terraform: only outputs are in the value of a module") {
    Workspace w(Files{{"/room/main.tf",
                       "variable \"shops\" {\n  type = list(object({ title = string }))\n}\n"
                       "module \"a\" {\n  source = \"./a\"\n  title = \"x\"\n}\n"
                       "output \"o\" {\n  value = [keys(module.a), [for s in var.shops : s.title]]\n}\n"},
                      {"/room/a/main.tf",
                       "variable \"title\" {\n  type = string\n}\noutput \"title\" {\n  value = 1\n}\n"}});
    for (const int line : {0, 3}) {
        json params = {{"textDocument", {{"uri", LspClient::uri("/room/a/main.tf")}}},
                       {"position", {{"line", line}, {"character", 11}}},
                       {"newName", "name"}};
        CHECK_FALSE(w.client.result("textDocument/rename", params)["documentChanges"].empty());
    }
}

TEST_CASE("opentofu: a new module has files of the same kind") {
    Workspace w(Files{{"/room/main.tofu", "resource \"terraform_data\" \"x\" {\n  input = 1\n}\n"}});
    const json place = {{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", 2}, {"character", 1}}}};
    json offered = w.client.result("textDocument/codeAction",
                                   {{"textDocument", {{"uri", LspClient::uri("/room/main.tofu")}}},
                                    {"range", place},
                                    {"context", {{"diagnostics", json::array()}}}});
    for (json& one : offered) {
        if (!one["title"].get<std::string>().starts_with("Extract to the module")) continue;
        if (!one.contains("edit")) one = w.client.result("codeAction/resolve", one);
        const auto out = w.edited(one["edit"]);
        CHECK(out.contains("/room/modules/x/main.tofu"));
        CHECK_FALSE(out.contains("/room/modules/x/main.tf"));
        return;
    }
    FAIL("not offered");
}

TEST_CASE("terraform: half-typed names are not missing") {
    Workspace w(Files{{"/room/main.tf", ""}, {"/room/m/main.tf", "variable \"zone\" {\n}\n"}});
    auto messages = [&](const std::string& text) {
        w.client.change_all("/room/main.tf", text);
        w.client.settle();
        std::string out;
        for (const json& one : w.client.diagnostics("/room/main.tf"))
            out += one["message"].get<std::string>() + "|";
        return out;
    };
    CHECK(messages("module \"m\" {\n  source = \"./m\"\n}\n").find("zone") != std::string::npos);
    CHECK(messages("module \"m\" {\n  source = \"./m\"\n  zo\n}\n").find("\"zone\"") == std::string::npos);
    const std::string use = "output \"o\" {\n  value = [local.name, terraform_data.x.id]\n}\n";
    CHECK(messages(use + "resource \"terraform_data\" \"x\" {\n}\nlocals {\n  na\n}\n").find("name") ==
          std::string::npos);
    CHECK(messages(use + "locals {\n  name = 1\n}\nresource \"terraform_data\" \n").find("Nothing called") ==
          std::string::npos);
}

}  // namespace hcl::server::terraform_editing_test
