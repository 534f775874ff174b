// Roots, the index, settings, and what the server asks of the client.
#include <doctest/doctest.h>

#include "server/app/missed_changes.h"
#include "server/app/server.h"
#include "tests/harness/lsp_client.h"

namespace hcl::test {

TEST_CASE("roots are indexed except for folders that version control ignores") {
    LspClientOptions options;
    options.files = {{"/room/main.hcl", "a = 1\n"},
                     {"/room/notes.txt", "no"},
                     {"/room/.gitignore", "generated/\n*.auto.tfvars\n!keep.auto.tfvars\n"},
                     {"/room/generated/x.hcl", "x = 1\n"},
                     {"/room/a.auto.tfvars", "x = 1\n"},
                     {"/room/keep.auto.tfvars", "x = 1\n"},
                     {"/room/.terraform/modules/m/main.hcl", "x = 1\n"},
                     {"/room/deep/er/b.nomad", "x = 1\n"},
                     {"/room/deep/c.hcl.json", "{}"},
                     {"/other/o.hcl", "x = 1\n"}};
    LspClient client(options);
    client.settle();
    CHECK(known_files(client) == std::vector<std::string>{"/room/a.auto.tfvars", "/room/deep/c.hcl.json",
                                                          "/room/deep/er/b.nomad", "/room/keep.auto.tfvars",
                                                          "/room/main.hcl"});
    SUBCASE("a file that comes later obeys the same rules") {
        client.files().write("/room/generated/y.hcl", "y = 1\n");
        client.files().write("/room/new.hcl", "y = 1\n");
        json ignored = {{"uri", LspClient::uri("/room/generated/y.hcl")}, {"type", 1}};
        json fresh = {{"uri", LspClient::uri("/room/new.hcl")}, {"type", 1}};
        client.notify("workspace/didChangeWatchedFiles", {{"changes", {ignored, fresh}}});
        client.settle();
        CHECK(known_files(client).size() == 6);
    }
    SUBCASE("a folder that goes takes its files along") {
        client.files().remove("/room/deep/er/b.nomad");
        client.files().remove("/room/deep/c.hcl.json");
        json gone = {{"uri", LspClient::uri("/room/deep")}, {"type", 3}};
        client.notify("workspace/didChangeWatchedFiles", {{"changes", {gone}}});
        client.settle();
        CHECK(known_files(client).size() == 3);
    }
    SUBCASE("a folder that is moved brings its files along") {
        for (std::string_view name : {"er/b.nomad", "c.hcl.json"}) {
            const std::string end(name);
            client.files().write("/room/moved/" + end, *client.files().read("/room/deep/" + end));
            client.files().remove("/room/deep/" + end);
        }
        const std::string from = LspClient::uri("/room/deep");
        const std::string to = LspClient::uri("/room/moved");
        SUBCASE("watchers report folders alone") {
            client.notify("workspace/didChangeWatchedFiles",
                          {{"changes", {{{"uri", from}, {"type", 3}}, {{"uri", to}, {"type", 1}}}}});
        }
        SUBCASE("the editor reports what its user did") {
            client.notify("workspace/didRenameFiles",
                          {{"files", json::array({{{"oldUri", from}, {"newUri", to}}})}});
        }
        client.settle();
        CHECK(known_files(client) == std::vector<std::string>{"/room/a.auto.tfvars", "/room/keep.auto.tfvars",
                                                              "/room/main.hcl", "/room/moved/c.hcl.json",
                                                              "/room/moved/er/b.nomad"});
    }
    SUBCASE("roots come and go") {
        json added = {{"uri", LspClient::uri("/other")}, {"name", "other"}};
        json removed = {{"uri", LspClient::uri("/room")}, {"name", "work"}};
        client.notify("workspace/didChangeWorkspaceFolders",
                      {{"event", {{"added", {added}}, {"removed", {removed}}}}});
        client.settle();
        CHECK(known_files(client) == std::vector<std::string>{"/other/o.hcl"});
    }
    SUBCASE("globs of a person's own") {
        client.notify("workspace/didChangeConfiguration",
                      {{"settings", {{"hcl", {{"index", {{"exclude", {"deep/**"}}}}}}}}});
        client.settle();
        CHECK(known_files(client).size() == 3);
    }
}

TEST_CASE("indexing is shown and can be stopped") {
    LspClientOptions options;
    for (int i = 0; i < 200; ++i) options.files["/room/f" + std::to_string(i) + ".hcl"] = "a = 1\n";
    LspClient client(options);
    client.settle();
    CHECK(client.received("window/workDoneProgress/create").size() == 1);
    auto progress = client.received("$/progress");
    REQUIRE(progress.size() >= 2);
    CHECK(progress.front()["value"]["kind"] == "begin");
    CHECK(progress.front()["value"]["cancellable"] == true);
    CHECK(progress.back()["value"]["kind"] == "end");
    // No time went by: editors draw each report.
    CHECK(progress.size() == 3);
}

TEST_CASE("indexing ends when the client says stop") {
    LspClientOptions options;
    options.roots = {};
    for (int i = 0; i < 200; ++i) options.files["/room/f" + std::to_string(i) + ".hcl"] = "a = 1\n";
    LspClient client(options);
    client.settle();
    // The client stops it as soon as it hears of it: with no threads the job runs after both messages.
    client.on_request("window/workDoneProgress/create", [&](const json& params) {
        client.send_notification("window/workDoneProgress/cancel", {{"token", params["token"]}});
        return json();
    });
    const json event = {{"added", {{{"uri", LspClient::uri("/room")}, {"name", ""}}}},
                        {"removed", json::array()}};
    client.notify("workspace/didChangeWorkspaceFolders", {{"event", event}});
    client.settle();
    CHECK(known_files(client).empty());
    const auto progress = client.received("$/progress");
    REQUIRE(progress.size() == 2);
    CHECK((progress[0]["value"]["kind"] == "begin" && progress[1]["value"]["kind"] == "end"));
}

TEST_CASE("indexing waits for no client that does not answer") {
    LspClientOptions options;
    options.files = {{"/room/a.hcl", "a = 1\n"}};
    options.initialize = false;
    LspClient client(options);
    json capabilities = {{"window", {{"workDoneProgress", true}}}};
    client.result("initialize", {{"capabilities", capabilities}, {"rootUri", LspClient::uri("/room")}});
    client.keep_silent("window/workDoneProgress/create");
    client.notify("initialized", json::object());
    client.settle();
    CHECK(known_files(client) == std::vector<std::string>{"/room/a.hcl"});
    CHECK(client.received("$/progress").empty());
}

TEST_CASE("the client is asked to watch, with all kinds of changes") {
    LspClient client;
    client.settle();
    auto registered = client.received("client/registerCapability");
    REQUIRE(registered.size() == 1);
    const json& registration = registered[0]["registrations"][0];
    CHECK(registration["method"] == "workspace/didChangeWatchedFiles");
    const json& watchers = registration["registerOptions"]["watchers"];
    REQUIRE(watchers.size() == 2);
    CHECK(watchers[0]["kind"] == 7);
    const std::string files = watchers[0]["globPattern"];
    CHECK(files.starts_with("**/{*."));
    for (const char* known :
         {",*.hcl,", ",*.json,", ",*.tf,", ",*.tfrc,", ",*.wpvars,", ",*.tpl,", ",.terraformrc,"})
        CHECK_MESSAGE(files.contains(known), files);
}

TEST_CASE("a file that functions read is looked at again when it changed") {
    LspClientOptions options;
    options.files = {{"/room/main.tf", "output \"o\" {\n  value = templatefile(\"a.tftpl\", {})\n}\n"}};
    LspClient client(options);
    client.settle();
    CHECK(client.diagnostics("/room/main.tf").size() == 1);
    auto changed = [&](int kind) {
        json event = {{"uri", LspClient::uri("/room/a.tftpl")}, {"type", kind}};
        client.notify("workspace/didChangeWatchedFiles", {{"changes", json::array({event})}});
        client.settle();
        return client.diagnostics("/room/main.tf").size();
    };
    client.files().write("/room/a.tftpl", "text");
    CHECK(changed(1) == 0);
    client.files().write("/room/a.tftpl", "${text}");
    CHECK(changed(2) == 1);
    client.files().write("/room/other.tftpl", "");
    json other = {{"uri", LspClient::uri("/room/other.tftpl")}, {"type", 1}};
    client.notify("workspace/didChangeWatchedFiles", {{"changes", json::array({other})}});
    client.settle();
    CHECK(client.diagnostics("/room/main.tf").size() == 1);
}

TEST_CASE("settings are pulled, pulled again when they change, and complained about when wrong") {
    LspClientOptions options;
    options.capabilities = {
        {"workspace",
         {{"configuration", true}, {"didChangeConfiguration", {{"dynamicRegistration", true}}}}}};
    options.files = {{"/room/a.hcl", "a = \n"}};
    LspClient client(options);
    json settings = {{"diagnostics", {{"enable", "yes"}}}};
    client.on_request("workspace/configuration", [&](const json& params) {
        CHECK(params["items"][0]["section"] == "hcl");
        return json::array({settings});
    });
    client.notify("workspace/didChangeConfiguration", {{"settings", nullptr}});
    client.settle();
    CHECK(client.received("window/logMessage").size() == 1);
    CHECK(client.diagnostics("/room/a.hcl").size() == 1);
    settings = {{"diagnostics", {{"enable", false}}}};
    client.notify("workspace/didChangeConfiguration", {{"settings", nullptr}});
    client.settle();
    CHECK(client.diagnostics("/room/a.hcl").empty());
    auto registered = client.received("client/registerCapability");
    REQUIRE(registered.size() == 2);
    CHECK(registered[0]["registrations"][0]["method"] == "workspace/didChangeConfiguration");
}

TEST_CASE("the first settings change nothing when they are the defaults") {
    LspClientOptions options;
    options.capabilities = {{"workspace", {{"configuration", true}}}};
    options.roots = {"/room", "/room/inner"};
    options.files = {{"/room/a.hcl", "a = 1\n"}, {"/room/inner/b.hcl", "b = 1\n"}};
    json inner = json::object();
    json global = json::object();
    options.initialize = false;
    LspClient client(options);
    client.on_request("workspace/configuration", [&](const json& params) {
        json answer = json::array();
        for (const json& item : params["items"])
            answer.push_back(item.value("scopeUri", "") == LspClient::uri("/room/inner") ? inner : global);
        return answer;
    });
    json folders = json::array();
    for (const std::string& root : options.roots)
        folders.push_back({{"uri", LspClient::uri(root)}, {"name", root}});
    client.result("initialize", {{"processId", nullptr},
                                 {"rootUri", nullptr},
                                 {"workspaceFolders", folders},
                                 {"capabilities", options.capabilities}});
    client.notify("initialized", json::object());
    const std::uint64_t before = client.server().core().edits;
    client.settle();
    CHECK_FALSE(client.received("workspace/configuration").empty());
    CHECK(known_files(client).size() == 2);
    const server::Core& core = client.server().core();
    CHECK(core.edits == before);
    auto pull = [&] {
        client.notify("workspace/didChangeConfiguration", {{"settings", nullptr}});
        client.settle();
    };
    SUBCASE("one root that differs brings all") {
        inner = {{"diagnostics", {{"enable", false}}}};
        pull();
        CHECK_FALSE(core.settings.of("/room/inner/b.hcl").diagnostics);
        CHECK(core.settings.of("/room/a.hcl").diagnostics);
        inner = json::object();
        pull();
        CHECK(core.settings.of("/room/inner/b.hcl").diagnostics);
    }
    SUBCASE("patterns are relative to the deepest root") {
        inner = global = {{"index", {{"exclude", {"*.hcl"}}}}};
        pull();
        CHECK(known_files(client).empty());
    }
}

TEST_CASE("a look at the disk that finds nothing new asks for nothing again") {
    LspClientOptions options;
    options.capabilities["workspace"]["codeLens"] = {{"refreshSupport", true}};
    options.files = {{"/room/a.hcl", "a = 1\n"}, {"/room/b.hcl", "b = 1\n"}};
    LspClient client(options);
    client.open("/room/a.hcl", "a = 1\n");
    client.settle();
    auto refreshes_after = [&](const char* text) {
        client.result("textDocument/codeLens", {{"textDocument", {{"uri", LspClient::uri("/room/a.hcl")}}}});
        client.forget_received();
        client.files().write("/room/b.hcl", text);
        json event = {{"uri", LspClient::uri("/room/b.hcl")}, {"type", 2}};
        client.notify("workspace/didChangeWatchedFiles", {{"changes", json::array({event})}});
        client.settle();
        return client.received("workspace/codeLens/refresh").size();
    };
    CHECK(refreshes_after("b = 1\n") == 0);
    CHECK(refreshes_after("b = 2\n") == 1);
}

TEST_CASE("how findings count is a setting, and roots may differ") {
    LspClientOptions options;
    options.capabilities = {{"workspace", {{"configuration", true}}}};
    options.roots = {"/one", "/two"};
    constexpr const char* kSpec = "object {\n  attr \"a\" { deprecated = \"use b\" }\n  attr \"b\" {}\n}\n";
    options.files = {{"/one/app.hcldec", kSpec}, {"/two/app.hcldec", kSpec}};
    json global = {{"rules", {{"HCL6011", "hint"}}}};
    json of_two = {{"rules", {{"DeprecatedName", "error"}}}};
    LspClient client(options);
    client.on_request("workspace/configuration", [&](const json& params) {
        json answer = json::array();
        for (const json& item : params["items"])
            answer.push_back(item.value("scopeUri", "") == LspClient::uri("/two") ? of_two : global);
        return answer;
    });
    client.notify("workspace/didChangeConfiguration", {{"settings", nullptr}});
    client.settle();
    client.open("/one/app.hcl", "a = 1\n");
    client.open("/two/app.hcl", "a = 1\n");
    client.settle();
    auto severities = [&](const std::string& path) {
        std::string out;
        for (const json& d : client.diagnostics(path)) out += std::to_string(d["severity"].get<int>());
        return out;
    };
    CHECK(severities("/one/app.hcl") == "4");
    CHECK(severities("/two/app.hcl") == "1");
    global = {{"rules", {{"HCL6011", "off"}}}};
    of_two = {{"rules", {{"HCL6011", "loud"}}}};
    client.notify("workspace/didChangeConfiguration", {{"settings", nullptr}});
    client.settle();
    CHECK(severities("/one/app.hcl").empty());
    CHECK(severities("/two/app.hcl") == "2");
    CHECK(client.received("window/logMessage").size() == 1);
}

TEST_CASE("files that functions read are watched by name where their endings are not") {
    const std::string text = "output \"a\" {\n  value = [file(\"user.data\"), file(\"b.txt\")]\n}\n";
    LspClientOptions options;
    options.files = {{"/room/main.tf", text}, {"/room/user.data", "x"}, {"/room/b.txt", "y"}};
    LspClient client(options);
    client.open("/room/main.tf", text);
    client.settle();
    auto registered = client.received("client/registerCapability");
    REQUIRE(registered.size() == 2);
    const json& watchers = registered[1]["registrations"][0]["registerOptions"]["watchers"];
    REQUIRE(watchers.size() == 1);
    CHECK(watchers[0]["globPattern"] == "**/user.data");
}

TEST_CASE("a root may have settings of its own") {
    LspClientOptions options;
    options.capabilities = {{"workspace", {{"configuration", true}}}};
    options.roots = {"/one", "/two", "/two/inner"};
    options.files = {{"/one/a.hcl", "a = \n"},
                     {"/one/skip/b.hcl", "b = \n"},
                     {"/two/a.hcl", "a = \n"},
                     {"/two/skip/b.hcl", "b = \n"},
                     {"/two/inner/c.hcl", "c = \n"}};
    json of_root = {{LspClient::uri("/two"),
                     {{"index", {{"exclude", {"skip/**"}}}}, {"diagnostics", {{"enable", false}}}}}};
    LspClient client(options);
    client.on_request("workspace/configuration", [&](const json& params) {
        json answer = json::array();
        for (const json& item : params["items"]) {
            CHECK(item["section"] == "hcl");
            answer.push_back(item.contains("scopeUri")
                                 ? of_root.value(item["scopeUri"].get<std::string>(), json::object())
                                 : json::object());
        }
        return answer;
    });
    client.notify("workspace/didChangeConfiguration", {{"settings", nullptr}});
    client.settle();
    CHECK(known_files(client) ==
          std::vector<std::string>{"/one/a.hcl", "/one/skip/b.hcl", "/two/a.hcl", "/two/inner/c.hcl"});
    CHECK(client.diagnostics("/one/a.hcl").size() == 1);
    CHECK(client.diagnostics("/two/a.hcl").empty());
    CHECK(client.diagnostics("/two/inner/c.hcl").size() == 1);
    // An excluded file stays excluded when it changes.
    json event = {{"uri", LspClient::uri("/two/skip/b.hcl")}, {"type", 2}};
    client.notify("workspace/didChangeWatchedFiles", {{"changes", json::array({event})}});
    client.settle();
    CHECK(known_files(client).size() == 4);
    // Taken back, the root is as all others.
    of_root = json::object();
    client.notify("workspace/didChangeConfiguration", {{"settings", nullptr}});
    client.settle();
    CHECK(known_files(client).size() == 5);
    CHECK(client.diagnostics("/two/a.hcl").size() == 1);
    // Roots that come are asked for.
    client.forget_received();
    json added = {{"uri", LspClient::uri("/three")}, {"name", "three"}};
    client.notify("workspace/didChangeWorkspaceFolders",
                  {{"event", {{"added", {added}}, {"removed", json::array()}}}});
    client.on_request("workspace/configuration", [&](const json& params) {
        CHECK(params["items"].back()["scopeUri"] == LspClient::uri("/three"));
        return json::array();
    });
    client.settle();
    CHECK_FALSE(client.received("workspace/configuration").empty());
}

TEST_CASE("lists come in parts to a client that asks for it") {
    LspClientOptions options;
    std::string text = "variable \"v\" {}\n";
    for (int i = 0; i < 250; ++i) text += "a" + std::to_string(i) + " = var.v\n";
    options.files = {{"/room/a.hcl", text}};
    LspClient client(options);
    client.open("/room/a.hcl", text);
    client.settle();
    json params = client.position_params("/room/a.hcl", 1, 9);
    params["context"] = {{"includeDeclaration", true}};
    std::size_t whole = client.result("textDocument/references", params).size();
    CHECK(whole >= 250);
    client.forget_received();
    params["partialResultToken"] = 7;
    CHECK(client.result("textDocument/references", params).empty());
    std::size_t parts = 0;
    std::size_t items = 0;
    for (const json& progress : client.received("$/progress")) {
        CHECK(progress["token"] == 7);
        ++parts;
        items += progress["value"].size();
    }
    CHECK(parts == 3);
    CHECK(items == whole);
}

TEST_CASE("a client that asks by itself is told to ask again") {
    const std::pair<const char*, const char*> kinds[] = {
        {"semanticTokens", "workspace/semanticTokens/refresh"},
        {"inlayHint", "workspace/inlayHint/refresh"},
        {"codeLens", "workspace/codeLens/refresh"},
        {"foldingRange", "workspace/foldingRange/refresh"}};
    const char* requests[] = {"textDocument/semanticTokens/full", "textDocument/inlayHint",
                              "textDocument/codeLens", "textDocument/foldingRange"};
    LspClientOptions options;
    for (auto [name, method] : kinds) options.capabilities["workspace"][name] = {{"refreshSupport", true}};
    LspClient able(options);
    LspClient plain;
    for (LspClient* client : {&able, &plain}) {
        client->open("/room/a.hcl", "a = 1\n");
        client->settle();
        // Who has no answers has nothing to ask for again.
        for (auto [name, method] : kinds) CHECK(client->received(method).empty());
        json params = {
            {"textDocument", {{"uri", LspClient::uri("/room/a.hcl")}}},
            {"range",
             {{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", 1}, {"character", 0}}}}}};
        for (const char* request : requests) client->result(request, params);
        client->forget_received();
        client->notify("workspace/didChangeConfiguration",
                       {{"settings", {{"hcl", {{"diagnostics", {{"workspace", false}}}}}}}});
        client->settle();
    }
    for (auto [name, method] : kinds) {
        CAPTURE(method);
        CHECK_FALSE(able.received(method).empty());
        CHECK(plain.received(method).empty());
    }
}

TEST_CASE("the index keeps to its budget") {
    LspClientOptions options;
    options.initialization_options = {{"index", {{"maxMegabytes", 1}, {"maxTreeMegabytes", 1}}}};
    std::string big = "a = \"" + std::string(400'000, 'x') + "\"\n";
    for (int i = 0; i < 5; ++i) options.files["/room/f" + std::to_string(i) + ".hcl"] = big;
    LspClient client(options);
    client.settle();
    CHECK(known_files(client).size() == 2);
    CHECK(client.received("window/logMessage").size() == 1);
    CHECK(client.server().core().world.snapshot()->memory().parsed <= 1);
}

namespace {

// The folders that findings call missing in a file, each with a space before it.
std::string missing_folders(const LspClient& client, std::string_view path) {
    std::string folders;
    for (const json& found : client.diagnostics(path))
        if (found["code"] == "HCL6037") {
            std::string message = found["message"];
            const std::size_t start = message.find('"') + 1;
            folders += " " + message.substr(start, message.find('"', start) - start);
        }
    return folders;
}

std::string calls(const std::vector<std::string>& folders) {
    std::string text;
    for (const std::string& folder : folders)
        text += "module \"" + folder.substr(2) + "\" {\n  source = \"" + folder + "\"\n}\n";
    return text;
}

}  // namespace

TEST_CASE("a called folder is missing when the index is complete and nothing hides it") {
    LspClientOptions options;
    const std::string text = calls({"./net", "./generated", "./excluded", "./partly", "./gone"});
    options.files = {{"/room/main.tf", text},
                     {"/room/.gitignore", "generated/\noverride.tf\n"},
                     {"/room/generated/a.tf", "a = 1\n"},
                     {"/room/excluded/a.tf", "a = 1\n"},
                     {"/room/partly/override.tf", "a = 1\n"},
                     {"/room/net/a.tf", "output \"x\" {\n  value = 1\n}\n"}};
    options.initialization_options = {{"index", {{"exclude", {"excluded/**"}}}}};
    LspClient client(options);
    auto event = [](const char* path, int type) {
        return json{{"uri", LspClient::uri(path)}, {"type", type}};
    };
    auto changed = [&](const json& changes) {
        client.notify("workspace/didChangeWatchedFiles", {{"changes", changes}});
        client.settle();
    };
    // Opened before and after the index is there.
    SUBCASE("a file that is open") {
        client.open("/room/main.tf", text);
    }
    SUBCASE("a file that is closed") {}
    client.settle();
    CHECK(missing_folders(client, "/room/main.tf") == " ./gone");

    // Files and folders come and go.
    client.files().remove("/room/net/a.tf");
    changed(json::array({event("/room/net/a.tf", 3)}));
    CHECK(missing_folders(client, "/room/main.tf") == " ./net ./gone");
    client.files().write("/room/net/a.tf", "output \"x\" {\n  value = 1\n}\n");
    client.files().write("/room/gone/override.tf", "a = 1\n");
    changed(json::array({event("/room/net/a.tf", 1), event("/room/gone/override.tf", 1)}));
    CHECK(missing_folders(client, "/room/main.tf").empty());
    client.files().remove("/room/gone/override.tf");
    client.files().remove("/room/generated/a.tf");
    changed(json::array({event("/room/gone", 3), event("/room/generated", 3)}));
    CHECK(missing_folders(client, "/room/main.tf") == " ./generated ./gone");
    // An ignored folder that comes again is not read.
    client.files().write("/room/generated/a.tf", "a = 1\n");
    changed(json::array({event("/room/generated/a.tf", 1)}));
    CHECK(missing_folders(client, "/room/main.tf") == " ./gone");
}

TEST_CASE("a called folder that exists is not missing, whatever it holds") {
    LspClientOptions options;
    const std::string text = calls({"./notes", "./other", "./gone"});
    options.files = {{"/room/main.tf", text},
                     {"/room/notes/readme.txt", "no module"},
                     {"/room/other/x.hcl", "a = 1\n"},
                     {"/room/other/readme.txt", "no module"}};
    LspClient client(options);
    client.settle();
    CHECK(missing_folders(client, "/room/main.tf") == " ./gone");
    // Without its last file of HCL it still exists.
    client.files().remove("/room/other/x.hcl");
    client.notify("workspace/didChangeWatchedFiles",
                  {{"changes", {{{"uri", LspClient::uri("/room/other/x.hcl")}, {"type", 3}}}}});
    client.settle();
    CHECK(missing_folders(client, "/room/main.tf") == " ./gone");
    client.files().remove("/room/notes/readme.txt");
    client.notify("workspace/didChangeWatchedFiles",
                  {{"changes", {{{"uri", LspClient::uri("/room/notes")}, {"type", 3}}}}});
    client.settle();
    CHECK(missing_folders(client, "/room/main.tf") == " ./notes ./gone");
}

TEST_CASE("changes during a read are looked at after it, once") {
    server::MissedChanges missed;
    using Kind = server::FileChange::Kind;
    const server::FileChange before{Kind::Created, "/w/before"};
    const server::FileChange deleted{Kind::Deleted, "/w/a"};
    missed.note(before);
    const int first = missed.begin();
    missed.note(deleted);
    const int second = missed.begin();
    missed.note(deleted);
    CHECK(missed.end(second) == std::vector{deleted});
    CHECK(missed.end(first) == std::vector{deleted});
    CHECK(missed.end(first).empty());
    CHECK(missed.end(0).empty());
}

TEST_CASE("what the index comes to know after a file was looked at is said then") {
    LspClientOptions options;
    const std::string text = calls({"./gone"});
    options.files = {{"/room/main.tf", text}};
    options.capabilities = {{"window", {{"workDoneProgress", true}}}};
    LspClient client(options);
    // The client does not want the index, and later it does.
    client.keep_silent("window/workDoneProgress/create");
    client.open("/room/main.tf", text);
    client.settle();
    CHECK(missing_folders(client, "/room/main.tf") == " ./gone");
}

TEST_CASE("users may set limits, and folders of their own have no part in it") {
    LspClientOptions options;
    std::string text;
    for (int i = 0; i < 20; ++i) text += "u" + std::to_string(i) + " = 1\n";
    options.files = {
        {"/room/a.tf", text},
        {"/room/.hcl-ls.hcl", "limits = { fileFindings = 1 }\nlimits {\n  fileFindings = 1\n}\n"}};
    options.initialization_options = {{"limits", {{"fileFindings", 5}, {"fileItems", "many"}}}};
    LspClient client(options);
    client.open("/room/a.tf", text);
    client.settle();
    // Five, and one that says that there are more.
    CHECK(client.diagnostics("/room/a.tf").size() == 6);
    const std::vector<json> told = client.received("window/logMessage");
    REQUIRE(told.size() == 1);
    CHECK(told[0]["message"] == "setting hcl.limits.fileItems must be a number from 1 to 100000000");
    client.notify("workspace/didChangeConfiguration",
                  {{"settings", {{"hcl", {{"limits", {{"fileFindings", 15}, {"fileItems", 10}}}}}}}});
    client.settle();
    const json found = client.diagnostics("/room/a.tf");
    REQUIRE(found.size() == 1);
    CHECK(found[0]["code"] == "HCL6029");
    client.notify("workspace/didChangeConfiguration", {{"settings", {{"hcl", json::object()}}}});
    client.settle();
    CHECK(client.diagnostics("/room/a.tf").size() == 20);
}

TEST_CASE("a file outside of all roots brings its folder along") {
    LspClientOptions options;
    options.files = {{"/lone/a.hcl", "a = 1\n"}, {"/lone/b.hcl", "b = 1\n"}, {"/lone/deep/c.hcl", "c = 1\n"}};
    LspClient client(options);
    client.open("/lone/a.hcl", "a = 1\n");
    client.settle();
    CHECK(known_files(client) == std::vector<std::string>{"/lone/a.hcl", "/lone/b.hcl"});
}

namespace {

// Reports what the test says.
struct StubWatcher final : server::Watcher {
    StubWatcher(OnChange on_change, OnChange& report, std::vector<std::string>& watched) : roots(watched) {
        report = std::move(on_change);
    }
    void watch(std::vector<std::string> wanted) override { roots = std::move(wanted); }
    std::vector<std::string>& roots;
};

}  // namespace

TEST_CASE("an open document keeps the files around it when its root goes") {
    LspClientOptions options;
    options.files = {{"/room/main.tf", "output \"x\" {\n  value = var.x\n}\n"},
                     {"/room/variables.tf", "variable \"x\" {}\n"}};
    LspClient client(options);
    client.open("/room/main.tf", options.files["/room/main.tf"], "terraform");
    const json removed = {{"uri", LspClient::uri("/room")}, {"name", "work"}};
    client.notify("workspace/didChangeWorkspaceFolders",
                  {{"event", {{"added", json::array()}, {"removed", {removed}}}}});
    client.settle();
    CHECK(client.diagnostics("/room/main.tf").empty());
}

TEST_CASE("when the watcher lost changes, everything below is looked at again") {
    server::Watcher::OnChange report;
    std::vector<std::string> watched;
    LspClientOptions options;
    options.capabilities = {{"workspace", {{"didChangeWatchedFiles", {{"dynamicRegistration", false}}}}}};
    options.make_watcher = [&](server::Watcher::OnChange on_change) {
        return std::make_unique<StubWatcher>(std::move(on_change), report, watched);
    };
    options.files = {{"/room/kept.tf", "variable \"kept\" {}\n"},
                     {"/room/changed.tf", "variable \"before\" {}\n"},
                     {"/room/sub/gone.tf", "variable \"gone\" {}\n"},
                     {"/room/.hcl-ls.hcl", ""},
                     {"/room/open.tf",
                      "variable \"closed\" {}\noutput \"o\" {\n  value = "
                      "jsondecode(file(\"${path.module}/data.json\")).a\n}\n"},
                     {"/room/data.json", "{\"a\": 1}"}};
    LspClient client(options);
    client.settle();
    CHECK(watched == std::vector<std::string>{"/room"});
    const std::string open = options.files["/room/open.tf"];
    client.open("/room/open.tf", "variable \"opened\" {}\n" + open.substr(open.find('\n') + 1), "terraform");
    client.settle();
    auto names = [&] {
        std::set<std::string> out;
        for (const json& symbol : client.result("workspace/symbol", {{"query", ""}}))
            out.insert(symbol["name"].get<std::string>());
        return out;
    };
    auto has = [&](const char* name) {
        return std::ranges::any_of(
            names(), [&](const std::string& known) { return known.find(name) != std::string::npos; });
    };
    CHECK(has("before"));
    CHECK(has("gone"));
    CHECK(client.diagnostics("/room/open.tf").size() == 1);  // the variable is not used
    client.files().write("/room/changed.tf", "variable \"after\" {}\n");
    client.files().write("/room/new/deep/new.tf", "variable \"new\" {}\n");
    client.files().write("/room/open.tf", "variable \"disk\" {}\n");
    client.files().write("/room/data.json", "{\"b\": 1}");
    client.files().write("/room/.hcl-ls.hcl", "rules = { NoSuchRule = \"off\" }\n");
    client.files().remove("/room/sub/gone.tf");
    client.settle();
    CHECK_FALSE(has("after"));
    report({{server::FileChange::Kind::Rescan, "/room"}});
    client.settle();
    CHECK(has("kept"));
    CHECK(has("after"));
    CHECK(has("new"));
    CHECK(has("opened"));
    CHECK_FALSE(has("before"));
    CHECK_FALSE(has("gone"));
    CHECK_FALSE(has("disk"));
    // Also files that functions read.
    CHECK(client.diagnostics("/room/open.tf").size() == 2);
    CHECK(client.diagnostics("/room/.hcl-ls.hcl").size() == 1);
}

}  // namespace hcl::test
