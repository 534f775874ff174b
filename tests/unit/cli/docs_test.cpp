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
    CHECK(run.prints("| <a name=\"module_net\"></a> [net](#module\\_net) | ./net | |"));
    CHECK(run.prints("providers/hashicorp/aws/latest/docs/resources/s3_bucket) | resource |"));
    CHECK(run.prints("| terraform\\_remote\\_state.net | data source |"));
    CHECK(run.prints("[region](#input\\_region) | Where \\| it is. | `string` | n/a | yes |"));
    CHECK(run.prints("<pre>object({<br/>  small = number<br/>})</pre> | `{ small = 1 }` | no |"));
    CHECK(run.prints("[all](#output\\_all) | n/a |"));
    CHECK(run({"docs", "net"}) == 0);
    CHECK(run.prints("## Inputs\n\nNo inputs.\n"));
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

TEST_CASE("docs: wrong usage") {
    Run run;
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

TEST_CASE("check: conventions are explained by name") {
    Run run;
    CHECK(run({"check", "--explain=terraform_typed_variables"}) == 0);
    CHECK(run.prints("Variables have types."));
    CHECK(run({"check", "--explain=terraform_nothing"}) == 2);
    CHECK(run({"check", "--format=sarif", "--rule=terraform_typed_variables=warning", "net"}) == 0);
}

}  // namespace hcl::server::docs_test
