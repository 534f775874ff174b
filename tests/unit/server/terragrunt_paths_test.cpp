// Paths of Terragrunt's units and stacks in editors: links, definitions, completion.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/harness/lsp_client.h"

namespace hcl::server::terragrunt_paths_test {

namespace {

using nlohmann::json;
using test::LspClient;

const std::string kUnit = R"(include "root" {
  path = find_in_parent_folders("root.hcl")
}
include "env" {
  path   = "${dirname(find_in_parent_folders("root.hcl"))}/_env/app.hcl"
  expose = true
}
locals {
  account = read_terragrunt_config(find_in_parent_folders("account.hcl"))
  region  = read_terragrunt_config("../region.hcl")
  other   = yamldecode(file(find_in_parent_folders("account.yaml")))
}
terraform {
  source = "${get_repo_root()}//modules/app"
}
dependency "vpc" {
  config_path = "../vpc"
}
dependencies {
  paths = ["../vpc", "../none"]
}
)";

const std::string kStack = R"(unit "app" {
  source = "${get_repo_root()}/units/app"
  path   = "app"
}
stack "net" {
  source = "../stacks/net"
  path   = "net"
}
)";

const std::map<std::string, std::string> kFiles{
    {"/room/live/root.hcl", "locals {\n  team = \"core\"\n}\n"},
    {"/room/live/_env/app.hcl", "locals {\n  size = 1\n}\n"},
    {"/room/live/account.yaml", "id: 1\n"},
    {"/room/live/dev/account.hcl", "locals {\n  id = \"1\"\n}\n"},
    {"/room/live/dev/region.hcl", "locals {\n  region = \"eu\"\n}\n"},
    {"/room/live/dev/vpc/terragrunt.hcl", "inputs = {}\n"},
    {"/room/live/dev/app/terragrunt.hcl", kUnit},
    {"/room/live/terragrunt.stack.hcl", kStack},
    {"/room/modules/app/main.tf", "variable \"name\" {\n  default = 1\n}\n"},
    {"/room/units/app/terragrunt.hcl", "inputs = {}\n"},
    {"/room/stacks/net/terragrunt.stack.hcl", "unit \"a\" {\n  source = \"../a\"\n  path   = \"a\"\n}\n"}};

struct Editor {
    std::string path;
    std::string text;
    LspClient client;

    explicit Editor(std::string file) : path(std::move(file)), text(kFiles.at(path)), client(options()) {
        client.open(path, text, path.ends_with("stack.hcl") ? "terragrunt-stack" : "terragrunt");
    }
    static test::LspClientOptions options() {
        test::LspClientOptions out;
        out.files = kFiles;
        out.capabilities = {{"textDocument", {{"documentLink", json::object()}}}};
        return out;
    }
    json at(std::string_view part, std::size_t behind) const {
        const std::size_t offset = text.find(part) + behind;
        const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
        const std::size_t start = text.rfind('\n', offset - 1) + 1;
        return client.position_params(path, static_cast<std::uint32_t>(line),
                                      static_cast<std::uint32_t>(offset - start));
    }
    // The file that the definition of what stands there is in.
    std::string definition(std::string_view part, std::size_t behind = 1) {
        const json found = client.result("textDocument/definition", at(part, behind));
        if (found.empty()) return "";
        const json& first = found.is_array() ? found[0] : found;
        const std::string uri = first.contains("uri") ? first["uri"] : first["targetUri"];
        return uri.substr(LspClient::uri("/room/").size());
    }
    // What is offered where the text is typed in place of the file's.
    std::vector<std::string> offered(std::string_view typed) {
        text = std::string(typed);
        const std::size_t cursor = text.find('|');
        text.erase(cursor, 1);
        client.change_all(path, text);
        std::vector<std::string> labels;
        const json list =
            client.result("textDocument/completion", at(std::string_view(text).substr(0, cursor), cursor));
        for (const json& item : list.at("items")) labels.push_back(item.at("label"));
        return labels;
    }
};

using Labels = std::vector<std::string>;

}  // namespace

TEST_CASE("terragrunt: definitions of paths are the files that they lead to") {
    Editor unit("/room/live/dev/app/terragrunt.hcl");
    // The name of the function has no definition.
    CHECK(unit.definition("find_in_parent_folders(\"root").empty());
    CHECK(unit.definition("root.hcl\")") == "live/root.hcl");
    CHECK(unit.definition("/_env/app.hcl", 3) == "live/_env/app.hcl");
    CHECK(unit.definition("account.hcl", 3) == "live/dev/account.hcl");
    CHECK(unit.definition("../region.hcl", 3) == "live/dev/region.hcl");
    CHECK(unit.definition("//modules/app", 3) == "modules/app/main.tf");
    CHECK(unit.definition("\"../vpc\"\n", 2) == "live/dev/vpc/terragrunt.hcl");
    CHECK(unit.definition("\"../vpc\",", 2) == "live/dev/vpc/terragrunt.hcl");
    CHECK(unit.definition("\"../none\"", 2).empty());
    Editor stack("/room/live/terragrunt.stack.hcl");
    CHECK(stack.definition("/units/app", 2) == "units/app/terragrunt.hcl");
    CHECK(stack.definition("../stacks/net", 2) == "stacks/net/terragrunt.stack.hcl");
}

TEST_CASE("terragrunt: links of paths") {
    Editor unit("/room/live/dev/app/terragrunt.hcl");
    const json links = unit.client.result("textDocument/documentLink",
                                          {{"textDocument", {{"uri", LspClient::uri(unit.path)}}}});
    std::vector<std::string> targets;
    for (const json& link : links)
        targets.push_back(link.at("target").get<std::string>().substr(LspClient::uri("/room/").size()));
    CHECK(targets == Labels{"live/root.hcl", "live/_env/app.hcl", "live/dev/account.hcl",
                            "live/dev/region.hcl", "live/account.yaml", "modules/app/main.tf",
                            "live/dev/vpc/terragrunt.hcl", "live/dev/vpc/terragrunt.hcl"});
}

TEST_CASE("terragrunt: completion of paths") {
    Editor unit("/room/live/dev/app/terragrunt.hcl");
    CHECK(unit.offered("dependency \"a\" {\n  config_path = \"../|\"\n}\n") == Labels{"vpc/", "app/"});
    CHECK(unit.offered("dependency \"a\" {\n  config_path = \"|\"\n}\n") == Labels{"../"});
    CHECK(unit.offered("dependencies {\n  paths = [\"../v|\"]\n}\n").at(0) == "vpc/");
    CHECK(unit.offered("terraform {\n  source = \"../../../m|\"\n}\n").at(0) == "modules/");
    CHECK(unit.offered("terraform {\n  source = \"${get_repo_root()}/|\"\n}\n") ==
          Labels{"live/", "modules/", "stacks/", "units/"});
    CHECK(unit.offered("terraform {\n  source = \"${get_repo_root()}//modules/|\"\n}\n") == Labels{"app/"});
    CHECK(unit.offered("include \"a\" {\n  path = \"${get_terragrunt_dir()}/../r|\"\n}\n").at(0) ==
          "region.hcl");
    CHECK(unit.offered(
              "include \"a\" {\n  path = \"${dirname(find_in_parent_folders(\"root.hcl\"))}/_env/|\"\n}\n") ==
          Labels{"app.hcl"});
    CHECK(unit.offered("include \"a\" {\n  path = find_in_parent_folders(\"|\")\n}\n") ==
          Labels{"account.hcl", "region.hcl", "root.hcl", "terragrunt.stack.hcl", "account.yaml"});
    CHECK(unit.offered("locals {\n  a = read_terragrunt_config(\"../r|\")\n}\n").at(0) == "region.hcl");
    CHECK(unit.offered("exclude {\n  actions = [\"appl|\"]\n}\n").at(0) == "apply");
    Editor stack("/room/live/terragrunt.stack.hcl");
    CHECK(stack.offered("unit \"a\" {\n  source = \"${get_repo_root()}/units/|\"\n}\n") == Labels{"app/"});
}

TEST_CASE("terragrunt: values of stacks in their units") {
    Editor stack("/room/live/terragrunt.stack.hcl");
    stack.client.open("/room/units/app/terragrunt.hcl",
                      "inputs = {\n  name = values.name\n  size = values.size\n}\n", "terragrunt");
    const std::string begin =
        "unit \"app\" {\n  source = \"${get_repo_root()}/units/app\"\n  path   = \"app\"\n";
    CHECK(stack.offered(begin + "  values = {\n    |\n  }\n}\n") == Labels{"name", "size", "for"});
    CHECK(stack.offered(begin + "  values = {\n    name = 1\n    s|\n  }\n}\n") == Labels{"size"});
    stack.client.change_all(stack.path, begin + "  values = {\n    name = \"n\"\n  }\n}\n");
    Editor unit("/room/units/app/terragrunt.hcl");
    unit.client.open("/room/live/terragrunt.stack.hcl", begin + "  values = {\n    name = \"n\"\n  }\n}\n",
                     "terragrunt-stack");
    CHECK(unit.offered("inputs = {\n  name = values.|\n}\n") == Labels{"name"});
    CHECK(unit.offered("inputs = {\n  name = values.name|\n}\n") == Labels{"name"});
    CHECK(unit.definition("values.name", 9) == "live/terragrunt.stack.hcl");
}

TEST_CASE("terragrunt: definitions of names that other files declare") {
    Editor unit("/room/live/dev/app/terragrunt.hcl");
    unit.client.open("/room/modules/app/main.tf", "output \"id\" {\n  value = 1\n}\n", "terraform");
    unit.client.open("/room/live/dev/vpc/terragrunt.hcl",
                     "locals {\n  base = \"${get_repo_root()}/modules\"\n}\nterraform {\n"
                     "  source = \"${local.base}/app\"\n}\n",
                     "terragrunt");
    unit.text =
        "locals {\n  common = read_terragrunt_config(\"../region.hcl\")\n"
        "  region = local.common.locals.region\n}\ndependency \"vpc\" {\n  config_path = \"../vpc\"\n}\n"
        "inputs = {\n  id   = dependency.vpc.outputs.id\n  none = dependency.vpc.outputs.none\n}\n";
    unit.client.change_all(unit.path, unit.text);
    CHECK(unit.definition("locals.region", 8) == "live/dev/region.hcl");
    CHECK(unit.definition("outputs.id", 9) == "modules/app/main.tf");
    CHECK(unit.definition("outputs.none", 9).empty());
    CHECK(unit.definition("outputs.id", 2).empty());
}

TEST_CASE("terragrunt: paths follow what is moved, also where locals and included files hold them") {
    const std::map<std::string, std::string> files{
        {"/room/live/root.hcl",
         "locals {\n  region = read_terragrunt_config(find_in_parent_folders(\"region.hcl\"))\n}\n"},
        {"/room/live/_env/app.hcl",
         "locals {\n  source = \"${get_repo_root()}/modules/app\"\n}\nterraform {\n  source = "
         "local.source\n}\n"},
        {"/room/live/eu/region.hcl", "locals {\n  region = \"eu\"\n}\n"},
        {"/room/live/eu/app/terragrunt.hcl",
         "include \"root\" {\n  path = find_in_parent_folders(\"root.hcl\")\n}\ninclude \"env\" {\n"
         "  path = \"${dirname(find_in_parent_folders(\"root.hcl\"))}/_env/app.hcl\"\n}\n"},
        {"/room/live/eu/net/terragrunt.hcl", "terraform {\n  source = \"../../../modules//net\"\n}\n"},
        {"/room/live/terragrunt.stack.hcl",
         "locals {\n  units = \"${get_repo_root()}/units\"\n}\nunit \"app\" {\n"
         "  source = \"${local.units}/app\"\n  path   = \"app\"\n}\n"},
        {"/room/modules/app/main.tf", "variable \"name\" {\n  default = 1\n}\n"},
        {"/room/modules/net/main.tf", "variable \"name\" {\n  default = 1\n}\n"},
        {"/room/units/app/terragrunt.hcl",
         "terraform {\n  source = \"${get_repo_root()}//modules/app\"\n}\n"}};
    test::LspClientOptions with = Editor::options();
    with.files = files;
    LspClient client(with);
    client.open("/room/live/root.hcl", files.at("/room/live/root.hcl"), "terragrunt");
    auto moved = [&](std::string_view from, std::string_view to) {
        const json names = json::array({{{"oldUri", "file:///room/" + std::string(from)},
                                         {"newUri", "file:///room/" + std::string(to)}}});
        std::string out;
        const json edit = client.result("workspace/willRenameFiles", {{"files", names}});
        if (edit.is_null()) return out;
        for (const json& change : edit.at("documentChanges"))
            for (const json& one : change.at("edits")) out += one.at("newText").get<std::string>() + "|";
        return out;
    };
    CHECK(moved("modules/net", "modules/web") == "../../../modules//web|");
    CHECK(moved("modules/net", "net") == "../../../net|");
    CHECK(moved("modules/app", "modules/web") == "/modules/web|//modules/web|");
    CHECK(moved("units/app", "units/web") == "/web|");
    // Other units may begin with the same local.
    CHECK(moved("units/app", "other/app").empty());
    CHECK(moved("units", "parts") == "/parts|");
    CHECK(moved("live/_env", "live/_common") == "/_common/app.hcl|");
    CHECK(moved("live/_env/app.hcl", "live/_env/web.hcl") == "/_env/web.hcl|");
    CHECK(moved("live/eu/region.hcl", "live/eu/zone.hcl") == "\"zone.hcl\"|");
}

TEST_CASE("terragrunt: a path in the repository is found once its folder appears") {
    Editor unit("/room/live/dev/app/terragrunt.hcl");
    unit.text = "terraform {\n  source = \"${get_repo_root()}/more/new\"\n}\n";
    unit.client.change_all(unit.path, unit.text);
    CHECK(unit.definition("/more/new", 2).empty());
    unit.client.open("/room/more/new/main.tf", "variable \"a\" {\n  default = 1\n}\n", "terraform");
    CHECK(unit.definition("/more/new", 2) == "more/new/main.tf");
}

}  // namespace hcl::server::terragrunt_paths_test
