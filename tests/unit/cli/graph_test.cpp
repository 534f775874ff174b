// hcl-ls graph: symbols, files and modules, filters, formats, messages for wrong usage.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/harness/shell.h"

namespace hcl::server::graph_test {

namespace {

using nlohmann::json;

test::Printed run_graph(std::vector<std::string_view> arguments) {
    arguments.insert(arguments.begin(), "graph");
    test::Shell shell({
        {"/w/main.tf", R"(variable "region" {}
locals {
  name  = "x-${var.region}"
  other = local.name
}
module "net" {
  source = "./net"
  name   = local.name
}
resource "aws_instance" "web" {
  subnet_id = module.net.subnet
}
provider "aws" {
  region = var.region
}
)"},
        {"/w/net/main.tf", R"(variable "name" {}
output "subnet" {
  value = "${var.name}/s"
}
)"},
        {"/w/dev.tfvars", "region = \"eu\"\n"},
        {"/b/docker-bake.hcl", R"(function "twice" {
  params = [x]
  result = "${x}${x}"
}
group "default" {
  targets = ["app"]
}
target "app" {
  inherits = ["base"]
}
target "base" {
  tags = [twice("a")]
}
)"},
        {"/t/root.hcl", "locals {\n  region = \"eu\"\n}\n"},
        {"/t/common.hcl", "locals {\n  a = 1\n}\n"},
        {"/t/vpc/terragrunt.hcl", "inputs = {}\n"},
        {"/t/app/terragrunt.hcl", R"(include "root" {
  path = find_in_parent_folders("root.hcl")
}
locals {
  common = read_terragrunt_config("../common.hcl")
}
dependency "vpc" {
  config_path = "../vpc"
}
dependencies {
  paths = ["${get_terragrunt_dir()}/../vpc"]
}
terraform {
  source = "../module"
}
inputs = {
  size = dependency.vpc.outputs.size
}
)"},
        {"/t/module/main.tf", "variable \"size\" {}\n"},
        {"/c/main.tf", R"(locals {
  a = local.b
  b = local.c
  c = local.a
}
)"},
    });
    return shell.call(arguments);
}

std::string lines(const std::set<std::string>& edges) {
    std::string out;
    for (const std::string& edge : edges) out += edge + "\n";
    return out;
}

// "from -> to" for each edge, with "set by" and "calls" in place of the arrow.
std::string edges(std::vector<std::string_view> arguments) {
    arguments.push_back("--format=json");
    test::Printed run = run_graph(arguments);
    CHECK(run.code == 0);
    std::set<std::string> out;
    if (run.out.empty()) return {};
    json graph = json::parse(run.out);
    auto name = [&](const json& id) {
        return graph["nodes"][id.get<std::size_t>()]["name"].get<std::string>();
    };
    for (const json& e : graph["edges"])
        out.insert(name(e["from"]) +
                   (e["kind"] == "refers" ? " -> " : " " + e["kind"].get<std::string>() + " ") +
                   name(e["to"]));
    return lines(out);
}

}  // namespace

TEST_CASE("graph: references of symbols, across modules and languages") {
    CHECK(edges({"."}) ==
          lines({"local.name -> var.region", "local.other -> local.name", "module.net -> local.name",
                 "var.name set by module.net", "output.subnet -> var.name", "aws_instance.web -> module.net",
                 "aws_instance.web -> output.subnet", "aws -> var.region", "var.region set by dev.tfvars"}));
    CHECK(edges({"/b"}) ==
          lines({"group.default -> target.app", "target.app -> target.base", "target.base -> twice"}));
    CHECK(edges({"/c"}) == lines({"local.a -> local.b", "local.b -> local.c", "local.c -> local.a"}));
}

TEST_CASE("graph: files and modules") {
    CHECK(edges({"--level=modules", "."}) == lines({". calls net", ". set by dev.tfvars"}));
    // Named modules are shown with the modules that they call, but without their callers.
    CHECK(edges({"--level=modules", "main.tf"}) == lines({". calls net"}));
    CHECK(edges({"--level=modules", "net"}) == lines({}));
    CHECK(edges({"--level=files", "."}) ==
          lines({"main.tf -> net/main.tf", "net/main.tf set by main.tf", "main.tf set by dev.tfvars"}));
}

TEST_CASE("graph: files that are modules, with what they include, read and depend on") {
    CHECK(edges({"/t"}) ==
          lines({"include.root calls /t/root.hcl", "local.common calls /t/common.hcl",
                 "dependency.vpc calls /t/vpc/terragrunt.hcl", "dependencies calls /t/vpc/terragrunt.hcl",
                 "/t/app/terragrunt.hcl -> dependency.vpc", "var.size set by /t/app/terragrunt.hcl"}));
    CHECK(edges({"--level=modules", "/t"}) ==
          lines({"/t/app/terragrunt.hcl calls /t/root.hcl", "/t/app/terragrunt.hcl calls /t/common.hcl",
                 "/t/app/terragrunt.hcl calls /t/vpc/terragrunt.hcl",
                 "/t/app/terragrunt.hcl calls /t/module"}));
}

TEST_CASE("graph: filters") {
    CHECK(edges({"--around=aws_instance.web", "--direction=needs", "--depth=1"}) ==
          lines({"aws_instance.web -> module.net", "aws_instance.web -> output.subnet"}));
    CHECK(edges({"--around=local.name", "--direction=needed-by", "--depth=1"}) ==
          lines({"local.other -> local.name", "module.net -> local.name"}));
    // Connections through hidden nodes are kept.
    CHECK(
        edges({"--kind=resource", "--kind=variable"}) ==
        lines({"aws_instance.web -> var.region", "aws_instance.web -> var.name", "var.name -> var.region"}));
    CHECK(edges({"--kind=local", "/c"}) == edges({"/c"}));
}

TEST_CASE("graph: formats") {
    test::Printed dot = run_graph({"--around=local.other", "--direction=needs"});
    CHECK(dot.out ==
          "digraph {\n  rankdir = LR\n  node [shape = box, style = rounded, fontname = \"sans-serif\"]\n"
          "  edge [fontname = \"sans-serif\", fontsize = 10]\n"
          "  n0 [label = \"dev.tfvars\", tooltip = \"file\"]\n"
          "  subgraph cluster_0 {\n    label = \".\"\n"
          "    n1 [label = \"var.region\", tooltip = \"variable\"]\n"
          "    n2 [label = \"local.name\", tooltip = \"local\"]\n"
          "    n3 [label = \"local.other\", tooltip = \"local\"]\n  }\n"
          "  n1 -> n0 [style = dashed, label = \"set by\"]\n  n2 -> n1\n  n3 -> n2\n}\n");
    CHECK(run_graph({"--format=mermaid", "--level=modules"}).out ==
          "flowchart LR\n  n0[\"dev.tfvars\"]\n  n1[\".\"]\n  n2[\"net\"]\n  n1 -. set by .-> n0\n  n1 --> "
          "n2\n");
    test::Printed svg = run_graph({"--format=svg", "."});
    CHECK(svg.out.starts_with("<svg "));
    CHECK(svg.out.ends_with("</svg>\n"));
    CHECK(svg.out.find("aws_instance.web") != std::string::npos);
    // A cycle has a layout, too.
    CHECK(run_graph({"--format=svg", "/c"}).out.find("local.c") != std::string::npos);
}

TEST_CASE("graph: wrong usage") {
    CHECK(run_graph({"--format=png"}).code == 2);
    CHECK(run_graph({"--level"}).err.starts_with("hcl-ls: graph has no option \"--level\""));
    CHECK(run_graph({"--depth=x"}).code == 2);
    CHECK(run_graph({"-"}).code == 2);
    CHECK(run_graph({"--around=nothing"}).err == "hcl-ls: there is nothing called \"nothing\"\n");
    test::Printed several = run_graph({"--around=name"});
    CHECK(several.code == 2);
    CHECK(several.err.find("variable var.name in net") != std::string::npos);
    CHECK(run_graph({"--kind=nothing"}).err.find("there are: ") != std::string::npos);
}

}  // namespace hcl::server::graph_test
