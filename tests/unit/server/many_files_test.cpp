// The data that the server keeps per file is freed after the file is gone.
#include <doctest/doctest.h>

#include <string>

#include "engine/world/caches.h"
#include "server/app/core.h"
#include "server/app/server.h"
#include "tests/harness/lsp_client.h"

namespace hcl::test::many_files_test {
namespace {

constexpr int kFiles = 3'000;
constexpr std::size_t kMost = 1'000;

std::size_t known(LspClient& client) {
    client.settle();
    return client.server().core().files.size();
}

std::string text_of(int i) {
    return "module \"m\" {\n  source = \"../m" + std::to_string(i) + "\"\n}\nvariable \"v" +
           std::to_string(i) + "\" {}\n";
}

}  // namespace

TEST_CASE("files that were opened and closed are forgotten") {
    LspClient client;
    for (int i = 0; i < kFiles; ++i) {
        const std::string path = "/room/d" + std::to_string(i) + "/main.tf";
        client.open(path, text_of(i), "terraform");
        if (i % 10 == 0) client.call("textDocument/hover", client.position_params(path, 3, 10));
        client.close(path);
        if (i % 50 == 0) client.settle();
    }
    CHECK(known(client) < kMost);
    const world::Caches& caches = *client.server().core().world.snapshot()->caches();
    CHECK(caches.calls.size() < kMost);
    // One that takes the place of another is itself.
    client.open("/room/d0/main.tf", "variable \"again\" {}\n", "terraform");
    client.open("/room/last.tf", "output \"last\" {\n  value  = 1\n  nosuch = 1\n}\n", "terraform");
    client.settle();
    CHECK(client.diagnostics("/room/last.tf").size() == 1);
    CHECK(client.result("textDocument/documentSymbol",
                        {{"textDocument", {{"uri", LspClient::uri("/room/d0/main.tf")}}}})[0]["name"] ==
          "again");
}

TEST_CASE("documents without a file, and changes of files that are not there, leave nothing") {
    LspClient client;
    for (int i = 0; i < kFiles; ++i) {
        const std::string number = std::to_string(i);
        client.send_notification(
            "textDocument/didOpen",
            {{"textDocument",
              {{"uri", "untitled:" + number}, {"languageId", "hcl"}, {"version", 1}, {"text", "a = 1\n"}}}});
        client.send_notification("textDocument/didClose",
                                 {{"textDocument", {{"uri", "untitled:" + number}}}});
        client.send_notification(
            "workspace/didChangeWatchedFiles",
            {{"changes", json::array({{{"uri", LspClient::uri("/room/w" + number + ".tf")}, {"type", 1}}})}});
        if (i % 50 == 0) client.settle();
    }
    CHECK(known(client) < kMost);
}

TEST_CASE("files that are open, or on the disk, keep their ids while others come and go") {
    LspClientOptions options;
    options.files = {{"/room/disk.tf", "variable \"disk\" {}\n"}};
    LspClient client(options);
    client.open("/room/open.tf", "output \"a\" {\n  value = var.disk\n}\n", "terraform");
    client.settle();
    const server::FileTable& files = client.server().core().files;
    const FileId disk = files.find_uri(LspClient::uri("/room/disk.tf"));
    const FileId open = files.find_uri(LspClient::uri("/room/open.tf"));
    for (int i = 0; i < kFiles; ++i) {
        client.open("/elsewhere/" + std::to_string(i) + ".tf", "variable \"x\" {}\n", "terraform");
        client.close("/elsewhere/" + std::to_string(i) + ".tf");
        if (i % 50 == 0) client.settle();
    }
    CHECK(known(client) < kMost);
    CHECK(files.find_uri(LspClient::uri("/room/disk.tf")) == disk);
    CHECK(files.find_uri(LspClient::uri("/room/open.tf")) == open);
    CHECK(client.diagnostics("/room/open.tf").empty());
}

}  // namespace hcl::test::many_files_test
