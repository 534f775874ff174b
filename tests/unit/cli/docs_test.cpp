// hcl-ls docs: tables, injection between markers, --check; findings that only a plan gives, rules by name.
#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "server/cli/cli.h"
#include "server/host/memory_file_system.h"

namespace hcl::server::docs_test {

namespace {

constexpr std::string_view kModule = R"(terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.0"
    }
  }
}
variable "region" {
  description = "Where | it is."
  type        = string
}
variable "sizes" {
  type = object({
    small = number
  })
  default = { small = 1 }
}
resource "aws_s3_bucket" "logs" {
  provider = aws.west
}
data "terraform_remote_state" "net" {
  backend = "local"
}
module "net" {
  source = "./net"
}
output "all" {
  value = module.net.out.missing
}
)";

struct Run {
    std::shared_ptr<MemoryFileSystem> files =
        std::make_shared<MemoryFileSystem>(std::map<std::string, std::string>{
            {"/w/main.tf", std::string(kModule)},
            {"/w/README.md", "# Title\n\n<!-- BEGIN_TF_DOCS -->\nold\n<!-- END_TF_DOCS -->\nend\n"},
            {"/w/net/main.tf", "output \"out\" {\n  value = { a = 1 }\n}\n"},
            {"/w/empty/x.txt", ""}});
    std::string out{};
    std::string err{};

    int operator()(std::vector<std::string_view> arguments) {
        out.clear();
        err.clear();
        Console console;
        console.out = [&](std::string_view text) { out += text; };
        console.err = [&](std::string_view text) { err += text; };
        console.files = files;
        console.folder = "/w";
        return run_cli(console, arguments);
    }
    bool prints(std::string_view text) const { return out.find(text) != std::string::npos; }
};

}  // namespace

TEST_CASE("docs: tables of a module") {
    Run run;
    CHECK(run({"docs"}) == 0);
    CHECK(run.prints(
        "| <a name=\"requirement_terraform\"></a> [terraform](#requirement\\_terraform) | >= 1.5 |"));
    CHECK(run.prints("| <a name=\"provider_aws.west\"></a> [aws.west](#provider\\_aws.west) | ~> 5.0 |"));
    CHECK(run.prints("| <a name=\"module_net\"></a> [net](#module\\_net) | ./net | n/a |"));
    CHECK(run.prints("providers/hashicorp/aws/latest/docs/resources/s3_bucket) | resource |"));
    CHECK(
        run.prints("aws_s3_bucket.logs](https://registry.terraform.io/providers/hashicorp/aws/latest/docs/"
                   "resources/s3_bucket) | resource |\n| [terraform_remote_state.net]("));
    CHECK(run.prints("/data-sources/remote_state) | data source |"));
    CHECK(run.prints("[region](#input\\_region) | Where \\| it is. | `string` | n/a | yes |"));
    CHECK(
        run.prints("<pre>object({<br/>    small = number<br/>  })</pre> | "
                   "<pre>{<br/>  \"small\": 1<br/>}</pre> | no |"));
    CHECK(run.prints("[all](#output\\_all) | n/a |"));
    CHECK(run({"docs", "net"}) == 0);
    CHECK(run.prints("## Inputs\n\nNo inputs.\n"));
}

TEST_CASE("docs: cells as terraform-docs writes them") {
    Run run;
    CHECK(run.files->replace("/w/net/main.tf", R"(terraform {
  required_providers {
    aws    = { source = "hashicorp/aws", version = "= 5.1.0" }
    random = { source = "hashicorp/random" }
  }
}
variable "inferred" {
  description = "The some_name of `a_b`, at https://a.b/c_d, _emphasised_."
  default     = ["<a>", true]
}
variable "empty" {
  type    = map(string)
  default = {}
}
variable "none" {
  type    = string
  default = null
}
resource "random_id" "x" {}
resource "aws_vpc" "x" {}
)"));
    CHECK(run.files->replace(
        "/w/net/.terraform.lock.hcl",
        "provider \"registry.terraform.io/hashicorp/random\" {\n  version = \"3.6.0\"\n}\n"));
    CHECK(run({"docs", "net"}) == 0);
    CHECK(
        run.prints("## Requirements\n\n| Name | Version |\n|------|---------|\n"
                   "| <a name=\"requirement_aws\"></a> [aws](#requirement\\_aws) | = 5.1.0 |\n\n"));
    CHECK(run.prints("[aws](#provider\\_aws) | = 5.1.0 |\n"));
    CHECK(run.prints("[random](#provider\\_random) | 3.6.0 |\n"));
    CHECK(run.prints(
        "| [aws_vpc.x](https://registry.terraform.io/providers/hashicorp/aws/5.1.0/docs/resources/vpc) |"));
    CHECK(
        run.prints("| The some\\_name of `a_b`, at https://a.b/c_d, _emphasised_. | `list` | "
                   "<pre>[<br/>  \"<a>\",<br/>  true<br/>]</pre> | no |"));
    CHECK(run.prints("| n/a | `map(string)` | `{}` | no |"));
    CHECK(run.prints("| n/a | `string` | `null` | no |"));
}

TEST_CASE("docs: the comment at the start of main.tf is the header") {
    Run run;
    auto printed = [&](const std::string& comment) {
        CHECK(run.files->replace("/w/net/main.tf", comment + "\nlocals {\n}\n"));
        CHECK(run({"docs", "net"}) == 0);
        return run.out.substr(0, run.out.find("## Requirements"));
    };
    CHECK(printed("/**\n * # Network\n *\n * Two\n *   lines.\n */") == "# Network\n\nTwo\n  lines.\n\n");
    CHECK(printed("/*\nNo stars.\n*/").empty());
    CHECK(printed("# A comment").empty());
}

TEST_CASE("docs: a file between its markers") {
    Run run;
    CHECK(run({"docs", "--check"}) == 1);
    CHECK(run({"docs", "--inject=README.md"}) == 0);
    const std::string text = *run.files->read("/w/README.md");
    CHECK(text.starts_with("# Title\n\n<!-- BEGIN_TF_DOCS -->\n## Requirements\n"));
    CHECK(text.ends_with("<!-- END_TF_DOCS -->\nend\n"));
    CHECK(run({"docs", "--check"}) == 0);
    CHECK(run({"docs", "--inject=NEW.md", "net"}) == 0);
    CHECK(run.files->read("/w/net/NEW.md")->starts_with("<!-- BEGIN_TF_DOCS -->\n"));
}

TEST_CASE("docs: a file with wrong markers is left as it is") {
    Run run;
    const std::string begin = "<!-- BEGIN_TF_DOCS -->";
    const std::string end = "<!-- END_TF_DOCS -->";
    for (const auto& [text, why] : std::map<std::string, std::string>{
             {"# A\n" + begin + "\nold\n", "and no \"" + end + "\""},
             {"# A\n" + end + "\nold\n", "and no \"" + begin + "\""},
             {end + "\nmine\n" + begin + "\n", "comes before"},
             {begin + "\n" + end + "\nmine\n" + begin + "\nmine\n" + end, "more than once"}}) {
        CHECK(run.files->replace("/w/README.md", text));
        CHECK(run({"docs", "--inject=README.md"}) == 2);
        CHECK(run.err.find(why) != std::string::npos);
        CHECK(*run.files->read("/w/README.md") == text);
        CHECK(run({"docs", "--check"}) == 2);
    }
}

TEST_CASE("docs: a file keeps its line ends") {
    Run run;
    CHECK(run.files->replace("/w/README.md", "# A\r\n"));
    CHECK(run({"docs", "--inject", "README.md"}) == 0);
    std::string text = *run.files->read("/w/README.md");
    CHECK(text.starts_with("# A\r\n\r\n<!-- BEGIN_TF_DOCS -->\r\n## Requirements\r\n\r\n|"));
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
        CHECK(text[at - 1] == '\r');
    CHECK(run({"docs", "--check"}) == 0);
}

TEST_CASE("docs: wrong usage") {
    Run run;
    CHECK(run({"docs", "--inject"}) == 2);
    CHECK(run.err.find("--inject needs a file name") != std::string::npos);
    CHECK(run({"docs", "--nothing"}) == 2);
    CHECK(run({"docs", "a", "b"}) == 2);
    CHECK(run({"docs", "empty"}) == 2);
}

TEST_CASE("check: what only a plan gives can be left out") {
    Run run;
    CHECK(run({"check", "--short", "main.tf"}) == 1);
    CHECK(run.prints("[HCL6042]"));
    run({"check", "--short", "--no-beyond-validate", "main.tf"});
    CHECK_FALSE(run.prints("[HCL6042]"));
}

TEST_CASE("check: folders that calls and runs name") {
    Run run;
    // A folder without configuration is a module without variables.
    CHECK(run.files->replace("/w/main.tf",
                             "module \"a\" {\n  source = \"./empty\"\n  b      = 1\n}\n"
                             "module \"c\" {\n  source = \"./empty\"\n}\n"));
    CHECK(run({"check", "--short", "main.tf"}) == 1);
    CHECK(run.out.starts_with("main.tf:3:3: error: Unsupported argument: "));
    CHECK(run.out.find('\n') + 1 == run.out.size());
    CHECK(run.files->replace("/w/tests/a.tftest.hcl",
                             "run \"x\" {\n  module {\n    source = \"./gone\"\n  }\n}\n"
                             "run \"y\" {\n  module {\n    source = \"./net\"\n  }\n}\n"));
    CHECK(run({"check", "--short", "--only=NoSuchModule"}) == 1);
    CHECK(run.out.starts_with("tests/a.tftest.hcl:3:14: error: Module not installed: "));
    CHECK(run.out.find('\n') + 1 == run.out.size());
}

TEST_CASE("check: conventions are explained by name") {
    Run run;
    CHECK(run({"check", "--explain=terraform_typed_variables"}) == 0);
    CHECK(run.prints("Variables have types."));
    CHECK(run({"check", "--explain=terraform_nothing"}) == 2);
    CHECK(run({"check", "--format=sarif", "--rule=terraform_typed_variables=warning", "net"}) == 0);
}

}  // namespace hcl::server::docs_test
