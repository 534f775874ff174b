// Files that configurations name: by patterns, and packs.
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/harness/lsp_client.h"

namespace hcl::test {

TEST_CASE(
    "a file that only the pattern of a configuration names is read when it comes, and when the pattern "
    "does") {
    auto configuration = [](const std::string& pattern) {
        return "language \"gate\" {\n  spec  = \"gate.hcldec\"\n  files = [\"" + pattern + "\"]\n}\n";
    };
    LspClientOptions options;
    options.files = {{"/room/.hcl-ls.hcl", configuration("conf/**/*.zone")},
                     {"/room/gate.hcldec", "object {\n  attr \"a\" {}\n}\n"},
                     {"/room/conf/old.rule", "a = 1\n"}};
    LspClient client(options);
    client.settle();
    auto registered = client.received("client/registerCapability");
    REQUIRE(registered.size() == 2);
    CHECK(registered[1]["registrations"][0]["registerOptions"]["watchers"] ==
          json::array({{{"globPattern", "**/conf/**/*.zone"}, {"kind", 7}}}));
    auto tell = [&](const std::string& path, int kind) {
        json event = {{"uri", LspClient::uri(path)}, {"type", kind}};
        client.notify("workspace/didChangeWatchedFiles", {{"changes", json::array({event})}});
        client.settle();
    };
    const std::vector<std::string> packs{"/room/.hcl-ls.hcl", "/room/gate.hcldec"};
    client.files().write("/room/conf/deep/new.zone", "a = 1\n");
    tell("/room/conf/deep/new.zone", 1);
    CHECK(known_files(client) == std::vector<std::string>{packs[0], "/room/conf/deep/new.zone", packs[1]});
    // Nothing names this one.
    client.files().write("/room/new.zone", "a = 1\n");
    tell("/room/new.zone", 1);
    CHECK(known_files(client).size() == 3);
    client.files().write("/room/.hcl-ls.hcl", configuration("conf/*.rule"));
    tell("/room/.hcl-ls.hcl", 2);
    const std::vector<std::string> with_rule{packs[0], "/room/conf/old.rule", packs[1]};
    CHECK(known_files(client) == with_rule);
    // A folder that is looked through again is claimed by the configuration above it, too.
    tell("/room/conf", 3);
    CHECK(known_files(client) == with_rule);
}

TEST_CASE("what a configuration in an editor names is known as long as it is there") {
    const std::string configuration =
        "language \"gate\" {\n  spec  = \"gate.hcldec\"\n  files = [\"*.rule\"]\n}\n";
    LspClientOptions options;
    options.files = {{"/room/.hcl-ls.hcl", ""},
                     {"/room/gate.hcldec", "object {\n  attr \"a\" {}\n}\n"},
                     {"/room/old.rule", "a = 1\n"}};
    LspClient client(options);
    client.settle();
    const std::vector<std::string> packs{"/room/.hcl-ls.hcl", "/room/gate.hcldec"};
    CHECK(known_files(client) == packs);
    client.open("/room/.hcl-ls.hcl", configuration);
    client.settle();
    const std::vector<std::string> with_rule{packs[0], packs[1], "/room/old.rule"};
    CHECK(known_files(client) == with_rule);
    client.close("/room/.hcl-ls.hcl");
    client.settle();
    CHECK(known_files(client) == packs);
    // A new one, in a folder that has none.
    client.files().remove("/room/.hcl-ls.hcl");
    client.open("/room/.hcl-ls.hcl", configuration);
    client.settle();
    CHECK(known_files(client) == with_rule);
}

TEST_CASE("files of a language whose pack is not there yet are known") {
    LspClientOptions options;
    options.files = {
        {"/room/.hcl-ls.hcl", "language \"g\" {\n  spec  = \"g.hcldec\"\n  files = [\"*.rule\"]\n}\n"}};
    LspClient client(options);
    client.settle();
    client.files().write("/room/new.rule", "a = 1\n");
    json event = {{"uri", LspClient::uri("/room/new.rule")}, {"type", 1}};
    client.notify("workspace/didChangeWatchedFiles", {{"changes", json::array({event})}});
    client.settle();
    CHECK(known_files(client) == std::vector<std::string>{"/room/.hcl-ls.hcl", "/room/new.rule"});
}

TEST_CASE("packs outside of the roots are read where check reads them") {
    constexpr const char* kPortPack = "object {\n  attr \"port\" {\n    type = number\n  }\n}\n";
    auto config = [](const std::string& spec) {
        return "language \"g\" {\n  spec  = \"" + spec + "\"\n  files = [\"*.gw\"]\n}\n";
    };
    auto codes = [](const LspClient& client, std::string_view path) {
        std::string all;
        for (const json& found : client.diagnostics(path)) all += found["code"].get<std::string>() + " ";
        return all;
    };
    const std::string text = "port = []\n";
    LspClientOptions options;
    options.roots = {"/repository/app"};
    options.files = {{"/repository/app/.hcl-ls.hcl", config("../packs/g.hcldec")},
                     {"/repository/app/a.gw", text},
                     {"/repository/packs/g.hcldec", kPortPack}};
    SUBCASE("in the repository of the root") {
        options.files["/repository/.git/HEAD"] = "ref: refs/heads/main\n";
        LspClient client(options);
        client.open("/repository/app/a.gw", text, "");
        client.settle();
        CHECK(codes(client, "/repository/app/a.gw") == "HCL4040 ");
        CHECK(codes(client, "/repository/app/.hcl-ls.hcl").empty());
        // The configuration names another one.
        client.files().write("/repository/other/h.hcldec", "object {\n  attr \"host\" {}\n}\n");
        client.files().write("/repository/app/.hcl-ls.hcl", config("../other/h.hcldec"));
        client.notify("workspace/didChangeWatchedFiles",
                      {{"changes", {{{"uri", LspClient::uri("/repository/app/.hcl-ls.hcl")}, {"type", 2}}}}});
        client.settle();
        CHECK(codes(client, "/repository/app/a.gw") == "HCL4002 ");
    }
    SUBCASE("not elsewhere") {
        LspClient client(options);
        client.open("/repository/app/a.gw", text, "");
        client.settle();
        CHECK(codes(client, "/repository/app/a.gw") == "HCL5006 ");
        CHECK(codes(client, "/repository/app/.hcl-ls.hcl") == "HCL5010 ");
    }
    SUBCASE("anywhere, if a configuration above the root names them") {
        options.files.erase("/repository/app/.hcl-ls.hcl");
        options.files["/repository/.hcl-ls.hcl"] =
            "language \"g\" {\n  spec  = \"../mine/g.hcldec\"\n  files = [\"**/*.gw\"]\n}\n";
        options.files["/mine/g.hcldec"] = kPortPack;
        LspClient client(options);
        client.open("/repository/app/a.gw", text, "");
        client.settle();
        CHECK(codes(client, "/repository/app/a.gw") == "HCL4040 ");
    }
}

TEST_CASE("a pack goes with its folder, and comes again") {
    LspClientOptions options;
    options.files = {
        {"/room/app/.hcl-ls.hcl", "language \"g\" {\n  spec = \"g.hcldec\"\n  files = [\"*.gw\"]\n}\n"},
        {"/room/app/g.hcldec", "object {\n  nothing \"port\" {}\n}\n"}};
    LspClient client(options);
    client.settle();
    CHECK(client.diagnostics("/room/app/g.hcldec").size() == 1);
    auto told = [&](const char* path, int type) {
        client.notify("workspace/didChangeWatchedFiles",
                      {{"changes", {{{"uri", LspClient::uri(path)}, {"type", type}}}}});
        client.settle();
    };
    for (const auto& [path, text] : options.files) client.files().remove(path);
    told("/room/app", 3);
    CHECK(client.diagnostics("/room/app/g.hcldec").empty());
    CHECK(client.result("workspace/symbol", {{"query", ""}}).empty());
    for (const auto& [path, text] : options.files) client.files().write(path, text);
    told("/room/app", 1);
    CHECK(client.diagnostics("/room/app/g.hcldec").size() == 1);
}

}  // namespace hcl::test
