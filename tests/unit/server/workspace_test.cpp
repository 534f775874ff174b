// Roots, the index, settings, and what the server asks of the client.
#include <doctest/doctest.h>

#include "server/app/server.h"
#include "tests/harness/lsp_client.h"

namespace hcl::test {

namespace {

std::vector<std::string> known_files(LspClient& client) {
    server::Core& core = client.server().core();
    std::vector<std::string> paths;
    for (const world::FileState* state : core.world.snapshot()->files()) paths.push_back(state->info().path);
    std::sort(paths.begin(), paths.end());
    return paths;
}

}  // namespace

TEST_CASE("roots are indexed but for what version control ignores") {
    LspClientOptions options;
    options.files = {{"/room/main.tf", "a = 1\n"},
                     {"/room/notes.txt", "no"},
                     {"/room/.gitignore", "generated/\n*.auto.tfvars\n!keep.auto.tfvars\n"},
                     {"/room/generated/x.tf", "x = 1\n"},
                     {"/room/a.auto.tfvars", "x = 1\n"},
                     {"/room/keep.auto.tfvars", "x = 1\n"},
                     {"/room/.terraform/modules/m/main.tf", "x = 1\n"},
                     {"/room/deep/er/b.nomad", "x = 1\n"},
                     {"/room/deep/c.tf.json", "{}"},
                     {"/other/o.tf", "x = 1\n"}};
    LspClient client(options);
    client.settle();
    CHECK(known_files(client) == std::vector<std::string>{"/room/deep/c.tf.json", "/room/deep/er/b.nomad",
                                                          "/room/keep.auto.tfvars", "/room/main.tf"});
    SUBCASE("a file that comes later obeys the same rules") {
        client.files().write("/room/generated/y.tf", "y = 1\n");
        client.files().write("/room/new.tf", "y = 1\n");
        json ignored = {{"uri", LspClient::uri("/room/generated/y.tf")}, {"type", 1}};
        json fresh = {{"uri", LspClient::uri("/room/new.tf")}, {"type", 1}};
        client.notify("workspace/didChangeWatchedFiles", {{"changes", {ignored, fresh}}});
        client.settle();
        CHECK(known_files(client).size() == 5);
    }
    SUBCASE("a folder that goes takes its files along") {
        client.files().remove("/room/deep/er/b.nomad");
        client.files().remove("/room/deep/c.tf.json");
        json gone = {{"uri", LspClient::uri("/room/deep")}, {"type", 3}};
        client.notify("workspace/didChangeWatchedFiles", {{"changes", {gone}}});
        client.settle();
        CHECK(known_files(client).size() == 2);
    }
    SUBCASE("roots come and go") {
        json added = {{"uri", LspClient::uri("/other")}, {"name", "other"}};
        json removed = {{"uri", LspClient::uri("/room")}, {"name", "work"}};
        client.notify("workspace/didChangeWorkspaceFolders",
                      {{"event", {{"added", {added}}, {"removed", {removed}}}}});
        client.settle();
        CHECK(known_files(client) == std::vector<std::string>{"/other/o.tf"});
    }
    SUBCASE("globs of a person's own") {
        client.notify("workspace/didChangeConfiguration",
                      {{"settings", {{"hcl", {{"index", {{"exclude", {"deep/**"}}}}}}}}});
        client.settle();
        CHECK(known_files(client).size() == 2);
    }
}

TEST_CASE("indexing is shown and can be stopped") {
    LspClientOptions options;
    for (int i = 0; i < 200; ++i) options.files["/room/f" + std::to_string(i) + ".tf"] = "a = 1\n";
    LspClient client(options);
    client.settle();
    CHECK(client.received("window/workDoneProgress/create").size() == 1);
    auto progress = client.received("$/progress");
    REQUIRE(progress.size() >= 2);
    CHECK(progress.front()["value"]["kind"] == "begin");
    CHECK(progress.front()["value"]["cancellable"] == true);
    CHECK(progress.back()["value"]["kind"] == "end");

    options.initialize = true;
    LspClientOptions stopped = options;
    stopped.roots = {};
    LspClient second(stopped);
    second.settle();
    json added = {{"uri", LspClient::uri("/room")}, {"name", ""}};
    // The client says stop before the walk has begun: with no threads the job runs after both messages.
    second.on_request("window/workDoneProgress/create", [&](const json& params) {
        second.send_notification("window/workDoneProgress/cancel", {{"token", params["token"]}});
        return json();
    });
    second.send_notification("workspace/didChangeWorkspaceFolders",
                             {{"event", {{"added", {added}}, {"removed", json::array()}}}});
    second.settle();
    CHECK(known_files(second).size() <= 200);
}

TEST_CASE("the client is asked to watch, with all kinds of changes") {
    LspClient client;
    client.settle();
    auto registered = client.received("client/registerCapability");
    REQUIRE(registered.size() == 1);
    const json& registration = registered[0]["registrations"][0];
    CHECK(registration["method"] == "workspace/didChangeWatchedFiles");
    const json& watchers = registration["registerOptions"]["watchers"];
    REQUIRE(watchers.size() == 3);
    CHECK(watchers[0]["kind"] == 7);
}

TEST_CASE("settings are pulled, pulled again when they change, and complained about when wrong") {
    LspClientOptions options;
    options.capabilities = {
        {"workspace",
         {{"configuration", true}, {"didChangeConfiguration", {{"dynamicRegistration", true}}}}}};
    options.files = {{"/room/a.tf", "a = \n"}};
    LspClient client(options);
    json settings = {{"diagnostics", {{"enable", "yes"}}}};
    client.on_request("workspace/configuration", [&](const json& params) {
        CHECK(params["items"][0]["section"] == "hcl");
        return json::array({settings});
    });
    client.notify("workspace/didChangeConfiguration", {{"settings", nullptr}});
    client.settle();
    CHECK(client.received("window/logMessage").size() == 1);
    CHECK(client.diagnostics("/room/a.tf").size() == 1);
    settings = {{"diagnostics", {{"enable", false}}}};
    client.notify("workspace/didChangeConfiguration", {{"settings", nullptr}});
    client.settle();
    CHECK(client.diagnostics("/room/a.tf").empty());
    auto registered = client.received("client/registerCapability");
    REQUIRE(registered.size() == 2);
    CHECK(registered[0]["registrations"][0]["method"] == "workspace/didChangeConfiguration");
}

TEST_CASE("the index keeps to its budget") {
    LspClientOptions options;
    options.initialization_options = {{"index", {{"maxMegabytes", 1}, {"maxTreeMegabytes", 1}}}};
    std::string big = "a = \"" + std::string(400'000, 'x') + "\"\n";
    for (int i = 0; i < 5; ++i) options.files["/room/f" + std::to_string(i) + ".tf"] = big;
    LspClient client(options);
    client.settle();
    CHECK(known_files(client).size() == 2);
    CHECK(client.received("window/logMessage").size() == 1);
    CHECK(client.server().core().world.snapshot()->memory().parsed <= 1);
}

TEST_CASE("a file outside of all roots brings its folder along") {
    LspClientOptions options;
    options.files = {{"/lone/a.tf", "a = 1\n"}, {"/lone/b.tf", "b = 1\n"}, {"/lone/deep/c.tf", "c = 1\n"}};
    LspClient client(options);
    client.open("/lone/a.tf", "a = 1\n");
    client.settle();
    CHECK(known_files(client) == std::vector<std::string>{"/lone/a.tf", "/lone/b.tf"});
}

}  // namespace hcl::test
