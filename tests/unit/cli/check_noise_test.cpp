// `hcl-ls check` of files about which little can be said: few findings, and none that is an error.
#include <doctest/doctest.h>

#include <string>

#include "tests/harness/shell.h"

namespace hcl::test {
namespace check_noise_test {

TEST_CASE("check: an encrypted file is one warning, whatever its bytes are") {
    using namespace std::string_literals;
    Shell shell;
    shell.files->write("/w/a.tfvars", "\0GITCRYPT\0\x8e=\x01{{(\"\nx = {\n"s);
    shell.files->write("/w/b.tfvars", "$ANSIBLE_VAULT;1.1;AES256\n3038346635\n");
    shell.files->write("/w/c.auto.tfvars", "-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n");
    CHECK(shell.run({"check", "--short", "."}) == 1);
    CHECK(shell.out ==
          "a.tfvars:1:1: warning: Encrypted file: This file is encrypted with git-crypt, so it is not "
          "checked. Decrypt it to work on it. [HCL1082]\n"
          "b.tfvars:1:1: warning: Encrypted file: This file is encrypted with Ansible Vault, so it is not "
          "checked. Decrypt it to work on it. [HCL1082]\n"
          "c.auto.tfvars:1:1: warning: Encrypted file: This file is encrypted with age, so it is not "
          "checked. Decrypt it to work on it. [HCL1082]\n");
    shell.files->write("/w/d.tfvars",
                       "{\n\t\"data\": \"ENC[AES256_GCM,data:VVOT,iv:x=,tag:z=,type:str]\",\n"
                       "\t\"sops\": {\n\t\t\"version\": \"3.11.0\"\n\t}\n}\n");
    CHECK(shell.run({"check", "--short", "d.tfvars"}) == 1);
    CHECK(shell.out ==
          "d.tfvars:1:1: warning: Encrypted file: This file is encrypted with SOPS, so it is not checked. "
          "Decrypt it to work on it. [HCL1082]\n");
    // A stray byte in the middle of text is an error as before.
    shell.files->write("/w/a.tfvars", "x = 1\n\0GITCRYPT\0\n"s);
    CHECK(shell.run({"check", "--short", "a.tfvars"}) == 1);
    CHECK(shell.out.contains("error"));
}

TEST_CASE("check: an expression that takes more steps than one may is not wrong") {
    Shell shell;
    shell.files->write("/w/main.tf",
                       "output \"o\" {\n  value = [for a in range(1000) : [for b in range(1000) : [for c in "
                       "range(1000) : a + b + c]]]\n}\n");
    CHECK(shell.run({"check", "--short", "."}) == 0);
    CHECK(shell.out.contains("info: Expression too complex"));
    CHECK(!shell.out.contains("error"));
}

TEST_CASE("check: a file that is rendered as a template is not checked, a mistake in braces is reported") {
    Shell shell;
    shell.files->write("/w/jobs/api.hcl", R"(job "api" {
  group "web" {
    count = ${count}
    %{ if wants_port }
    network {
      port "http" { static = "${port}" }
    }
    %{ endif }
  }
}
)");
    shell.files->write("/w/jobs/label.hcl", "job \"${job-name}\" {\n  datacenters = [\"a\"]\n}\n");
    shell.files->write("/w/plain.hcl", "job \"a\" {\n  group \"g\" {\n    count = ${var.count}\n  }\n}\n");
    shell.files->write("/w/main.tf", "output \"o\" {\n  value = ${name}\n}\n");
    shell.files->write("/w/job.nomad.hcl", "job \"a\" {\n  datacenters = ${names}\n}\n");
    CHECK(shell.run({"check", "--short", "."}) == 1);
    CHECK(!shell.out.contains("jobs/"));
    CHECK(shell.out.contains("plain.hcl:3:13: error: Invalid character"));
    CHECK(shell.out.contains("main.tf:2:11: error: Invalid character"));
    CHECK(shell.out.contains("job.nomad.hcl:2:17: error: Invalid character"));
}

TEST_CASE("check: what a locked git-crypt file holds is unknown") {
    using namespace std::string_literals;
    Shell shell;
    shell.files->write("/w/secret.txt", "\0GITCRYPT\0\x8e\x01"s);
    shell.files->write("/w/bytes.txt", "\x8e\x01"s);
    shell.files->write("/w/main.tf",
                       "output \"o\" {\n  value = file(\"secret.txt\")\n}\n"
                       "output \"p\" {\n  value = file(\"bytes.txt\")\n}\n");
    CHECK(shell.run({"check", "--short", "."}) == 1);
    CHECK(!shell.out.contains("secret.txt"));
    CHECK(shell.out.contains("main.tf:5:"));
}

TEST_CASE("check: what version control ignores declares names, and has no findings") {
    Shell shell;
    shell.files->write("/w/.git/HEAD", "");
    shell.files->write("/w/.gitignore", "secret.tf\n*.tfvars\n");
    shell.files->write("/w/main.tf", "output \"a\" {\n  value = [local.a, var.b, local.c]\n}\n");
    shell.files->write("/w/secret.tf", "variable \"b\" {}\nlocals {\n  a = local.none\n}\n");
    shell.files->write("/w/terraform.tfvars", "d = 1\n");
    CHECK(shell.run({"check", "--short", "."}) == 1);
    CHECK(shell.out.contains("local.c"));
    CHECK(!shell.out.contains("local.a"));
    CHECK(!shell.out.contains("var.b"));
    CHECK(!shell.out.contains("secret.tf"));
    CHECK(!shell.out.contains("tfvars"));
}

}  // namespace check_noise_test
}  // namespace hcl::test
