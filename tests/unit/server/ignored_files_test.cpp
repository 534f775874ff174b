// Files that version control ignores, beside those of a module.
#include <doctest/doctest.h>

#include "tests/harness/lsp_client.h"

namespace hcl::test {

TEST_CASE("ignored files belong to their modules, and have no findings of their own") {
    LspClientOptions options;
    options.files = {{"/room/.git/HEAD", ""},
                     {"/room/.gitignore", "secret.tf\n*.tfvars\n"},
                     {"/room/main.tf", "output \"a\" {\n  value = [local.a, var.b]\n}\n"},
                     {"/room/terraform.tfvars", "c = 1\n"},
                     {"/room/secret.tf", "variable \"b\" {}\nlocals {\n  a = local.none\n}\n"}};
    LspClient client(options);
    client.settle();
    client.open("/room/main.tf", options.files["/room/main.tf"], "terraform");
    client.settle();
    CHECK(client.diagnostics("/room/main.tf").empty());
    CHECK((client.diagnostics("/room/secret.tf").is_null() || client.diagnostics("/room/secret.tf").empty()));
    SUBCASE("they come and go") {
        client.files().remove("/room/secret.tf");
        client.notify("workspace/didChangeWatchedFiles",
                      {{"changes", {{{"uri", LspClient::uri("/room/secret.tf")}, {"type", 3}}}}});
        client.settle();
        CHECK(client.diagnostics("/room/main.tf").size() == 2);
        client.files().write("/room/secret.tf", "variable \"b\" {}\nlocals {\n  a = local.none\n}\n");
        client.notify("workspace/didChangeWatchedFiles",
                      {{"changes", {{{"uri", LspClient::uri("/room/secret.tf")}, {"type", 1}}}}});
        client.settle();
        CHECK(client.diagnostics("/room/main.tf").empty());
    }
    SUBCASE("an open one has findings") {
        client.open("/room/secret.tf", options.files["/room/secret.tf"], "terraform");
        client.settle();
        CHECK(client.diagnostics("/room/secret.tf").size() == 1);
        client.close("/room/secret.tf");
        client.settle();
        CHECK(client.diagnostics("/room/main.tf").empty());
        CHECK(client.diagnostics("/room/secret.tf").empty());
    }
}

}  // namespace hcl::test
