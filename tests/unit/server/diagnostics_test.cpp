// Diagnostics both ways: pushed and pulled.
#include <doctest/doctest.h>

#include <algorithm>

#include "server/app/documentation.h"
#include "tests/harness/lsp_client.h"

namespace hcl::test {

namespace {

constexpr const char* kBroken = "a = \n";
constexpr const char* kGood = "a = 1\n";

LspClientOptions pulling() {
    LspClientOptions options;
    options.capabilities = {{"textDocument", {{"diagnostic", {{"dynamicRegistration", false}}}}},
                            {"workspace", {{"diagnostics", {{"refreshSupport", true}}}}}};
    return options;
}

json document_params(std::string_view path) {
    return {{"textDocument", {{"uri", LspClient::uri(path)}}}};
}

}  // namespace

TEST_CASE("pushed diagnostics carry the version they belong to") {
    LspClient client;
    client.open("/room/a.hcl", kBroken);
    client.settle();
    auto published = client.received("textDocument/publishDiagnostics");
    REQUIRE(published.size() == 1);
    CHECK(published[0]["uri"] == LspClient::uri("/room/a.hcl"));
    CHECK(published[0]["version"] == 1);
    REQUIRE(published[0]["diagnostics"].size() == 1);
    const json& finding = published[0]["diagnostics"][0];
    CHECK(finding["severity"] == 1);
    CHECK(finding["code"].get<std::string>().starts_with("HCL1"));
    const std::string page = server::documentation_url(DiagCode::ItemRequired);
    CHECK(finding.contains("codeDescription") == !page.empty());
    CHECK(finding["data"].is_object());
    client.change_all("/room/a.hcl", kGood);
    client.settle();
    published = client.received("textDocument/publishDiagnostics");
    REQUIRE(published.size() == 2);
    CHECK(published[1]["version"] == 2);
    CHECK(published[1]["diagnostics"].empty());
}

TEST_CASE("a large file that was just opened gets the findings that need no values first, then all") {
    std::string text =
        "a = ]\nresource \"r\" \"first\" {\n  count = nosuch.name\n  lifecycle {\n    no_such = 1\n  }\n}\n"
        "output \"o\" {\n  value = 1\n  postcondition {\n  }\n}\n";
    for (int i = 0; text.size() < (140u << 10); ++i)
        text += "resource \"r\" \"n" + std::to_string(i) + "\" {\n  name = \"${r.first.id}-" +
                std::to_string(i) + "\"\n}\n";
    auto codes = [](const json& published) {
        std::vector<std::string> all;
        for (const json& finding : published["diagnostics"]) all.push_back(finding.dump());
        std::ranges::sort(all);
        return all;
    };
    LspClient client;
    client.open("/room/main.tf", text, "terraform");
    client.settle();
    auto published = client.received("textDocument/publishDiagnostics");
    REQUIRE(published.size() == 2);
    const auto first = codes(published[0]);
    const auto all = codes(published[1]);
    CHECK(published[0]["version"] == 1);
    CHECK(first.size() < all.size());
    CHECK(std::ranges::includes(all, first));
    CHECK(published[0].dump().contains("no_such"));
    CHECK(published[0].dump().contains("Postconditions are not allowed"));
    CHECK(!published[0].dump().contains("nosuch"));
    CHECK(published[1].dump().contains("nosuch"));
    // An edit is answered once.
    client.forget_received();
    client.change("/room/main.tf", 0, 4, 0, 5, "1");
    client.settle();
    CHECK(client.received("textDocument/publishDiagnostics").size() == 1);
    client.close("/room/main.tf");
    client.settle();
    client.forget_received();
    text.erase(0, text.find("resource \"r\" \"n0\""));
    client.open("/room/main.tf", text, "terraform");
    client.settle();
    published = client.received("textDocument/publishDiagnostics");
    // An early answer without findings is not published.
    REQUIRE(published.size() == 1);
    CHECK(published[0]["version"] == 1);
    CHECK(!published[0]["diagnostics"].empty());
    // A final answer without findings is.
    client.close("/room/main.tf");
    client.settle();
    client.forget_received();
    text.insert(0, "resource \"r\" \"first\" {}\n");
    client.open("/room/main.tf", text, "terraform");
    client.settle();
    published = client.received("textDocument/publishDiagnostics");
    REQUIRE(published.size() == 1);
    CHECK(published[0]["diagnostics"].empty());
}

TEST_CASE("where files override others, findings come once all names are known") {
    LspClientOptions options;
    options.files = {{"/room/main_override.tf", "output \"o\" {\n  value = 2\n}\n"}};
    std::string text = "output \"o\" {\n  value = 1\n  nosuch = 1\n}\n";
    for (int i = 0; text.size() < (140u << 10); ++i)
        text += "locals {\n  l" + std::to_string(i) + " = 1\n}\n";
    LspClient client(options);
    client.settle();
    client.forget_received();
    client.open("/room/main.tf", text, "terraform");
    client.settle();
    std::size_t answers = 0;
    for (const json& published : client.received("textDocument/publishDiagnostics"))
        answers += published["uri"] == LspClient::uri("/room/main.tf") ? 1 : 0;
    CHECK(answers == 1);
    CHECK(client.diagnostics("/room/main.tf").dump().contains("nosuch"));
}

TEST_CASE("findings of closed files follow the declarations of open and removed files") {
    LspClientOptions options;
    options.files = {{"/room/a.tf", "locals {\n  a = 1\n}\n"},
                     {"/room/b.tf", "output \"b\" {\n  value = local.a\n}\n"},
                     {"/room/sub/c.tf", "output \"c\" {\n  value = 1\n}\n"},
                     {"/room/sub/e.tf", "output \"e\" {\n  value = 1\n}\n"},
                     {"/room/d.tf",
                      "module \"sub\" {\n  source = \"./sub\"\n}\n"
                      "output \"d\" {\n  value = module.sub.c\n}\n"}};
    LspClient client(options);
    client.settle();
    auto codes = [&](std::string_view path) {
        std::string all;
        for (const json& finding : client.diagnostics(path)) all += finding["code"].get<std::string>() + " ";
        return all;
    };
    CHECK(codes("/room/b.tf").empty());
    client.open("/room/a.tf", "locals {\n  other = 1\n}\n");
    client.settle();
    CHECK(codes("/room/b.tf") == "HCL6001 ");
    client.change_all("/room/a.tf", "locals {\n  a = 2\n}\n");
    client.settle();
    CHECK(codes("/room/b.tf").empty());

    CHECK(codes("/room/d.tf").empty());
    client.files().remove("/room/sub/c.tf");
    json gone = {{"uri", LspClient::uri("/room/sub/c.tf")}, {"type", 3}};
    client.notify("workspace/didChangeWatchedFiles", {{"changes", json::array({gone})}});
    client.settle();
    CHECK(codes("/room/d.tf") == "HCL3101 ");
}

TEST_CASE("findings of a program follow the programs that its components name in a label") {
    LspClientOptions options;
    options.files = {{"/room/sub/main.pp", "config title string {}\n"}};
    LspClient client(options);
    client.open("/room/main.pp", "component c \"./sub\" {\n  title = \"x\"\n}\n");
    client.settle();
    CHECK(client.diagnostics("/room/main.pp").empty());
    client.open("/room/sub/main.pp", "config title \"list(int)\" {}\n");
    client.settle();
    REQUIRE(client.diagnostics("/room/main.pp").size() == 1);
    CHECK(client.diagnostics("/room/main.pp")[0]["code"] == "HCL7107");
    client.change_all("/room/sub/main.pp", "config other string { default = \"\" }\n");
    client.settle();
    REQUIRE(client.diagnostics("/room/main.pp").size() == 1);
    CHECK(client.diagnostics("/room/main.pp")[0]["code"] == "HCL7118");
}

TEST_CASE("the function that an unknown one is near to is one that is there now") {
    auto text = [](const std::string& name) {
        return "function \"" + name + "\" {\n  params = [n]\n  result = n\n}\n" +
               "target \"a\" {\n  tags = [image(\"x\")]\n}\n";
    };
    LspClient client;
    client.open("/room/docker-bake.hcl", text("imae"));
    client.settle();
    CHECK(
        client.diagnostics("/room/docker-bake.hcl")[0]["message"].get<std::string>().ends_with("\"imae\"?"));
    client.change("/room/docker-bake.hcl", 0, 13, 0, 14, "");
    client.settle();
    CHECK(client.diagnostics("/room/docker-bake.hcl")[0]["message"].get<std::string>().ends_with("\"ima\"?"));
}

TEST_CASE("files that no editor has open are checked too, and forgotten when they are gone") {
    LspClientOptions options;
    options.files = {{"/room/a.hcl", kBroken}, {"/room/b.hcl", kGood}};
    LspClient client(options);
    client.settle();
    auto published = client.received("textDocument/publishDiagnostics");
    REQUIRE(published.size() == 1);
    CHECK(published[0]["uri"] == LspClient::uri("/room/a.hcl"));
    CHECK_FALSE(published[0].contains("version"));

    client.open("/room/a.hcl", kBroken);
    client.settle();
    client.files().remove("/room/a.hcl");
    client.close("/room/a.hcl");
    client.settle();
    CHECK(client.diagnostics("/room/a.hcl").empty());
    CHECK(client.diagnostics("/room/a.hcl").is_array());

    client.files().write("/room/b.hcl", kBroken);
    json event = {{"uri", LspClient::uri("/room/b.hcl")}, {"type", 2}};
    client.notify("workspace/didChangeWatchedFiles", {{"changes", json::array({event})}});
    client.settle();
    CHECK(client.diagnostics("/room/b.hcl").size() == 1);
    client.files().remove("/room/b.hcl");
    event["type"] = 3;
    client.notify("workspace/didChangeWatchedFiles", {{"changes", json::array({event})}});
    client.settle();
    CHECK(client.diagnostics("/room/b.hcl").empty());
}

TEST_CASE("diagnostics can be switched off, and limited to open files") {
    LspClientOptions options;
    options.files = {{"/room/a.hcl", kBroken}};
    options.initialization_options = {{"diagnostics", {{"workspace", false}}}};
    LspClient client(options);
    client.settle();
    CHECK(client.received("textDocument/publishDiagnostics").empty());
    client.open("/room/a.hcl", kBroken);
    client.settle();
    CHECK(client.diagnostics("/room/a.hcl").size() == 1);
    client.notify("workspace/didChangeConfiguration",
                  {{"settings", {{"hcl", {{"diagnostics", {{"enable", false}}}}}}}});
    client.settle();
    CHECK(client.diagnostics("/room/a.hcl").empty());
}

TEST_CASE("a client that asks is not pushed to") {
    LspClientOptions options = pulling();
    options.files = {{"/room/a.hcl", kBroken}, {"/room/b.hcl", kGood}};
    LspClient client(options);
    CHECK(client.initialize_result()["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"] == true);
    client.open("/room/a.hcl", kBroken);
    client.settle();
    CHECK(client.received("textDocument/publishDiagnostics").empty());
    // The first request is answered with what is known by then.
    CHECK(client.received("workspace/diagnostic/refresh").empty());

    json report = client.result("textDocument/diagnostic", document_params("/room/a.hcl"));
    CHECK(report["kind"] == "full");
    REQUIRE(report["items"].size() == 1);
    json params = document_params("/room/a.hcl");
    params["previousResultId"] = report["resultId"];
    json again = client.result("textDocument/diagnostic", params);
    CHECK(again["kind"] == "unchanged");
    CHECK(again["resultId"] == report["resultId"]);
    client.change_all("/room/a.hcl", kGood);
    CHECK(client.result("textDocument/diagnostic", params)["kind"] == "full");
    CHECK(client.result("textDocument/diagnostic", document_params("/room/none.hcl"))["items"].empty());
}

TEST_CASE("workspace diagnostics report changes, as a stream on request") {
    LspClientOptions options = pulling();
    for (int i = 0; i < 120; ++i)
        options.files["/room/f" + std::to_string(i) + ".hcl"] = i % 2 ? kBroken : kGood;
    LspClient client(options);
    client.settle();
    json report = client.result("workspace/diagnostic", {{"previousResultIds", json::array()}});
    REQUIRE(report["items"].size() == 60);
    json previous = json::array();
    for (const json& item : report["items"])
        previous.push_back({{"uri", item["uri"]}, {"value", item["resultId"]}});
    client.files().remove("/room/f1.hcl");
    client.files().write("/room/f3.hcl", kGood);
    json gone = {{"uri", LspClient::uri("/room/f1.hcl")}, {"type", 3}};
    json mended = {{"uri", LspClient::uri("/room/f3.hcl")}, {"type", 2}};
    client.notify("workspace/didChangeWatchedFiles", {{"changes", {gone, mended}}});
    report = client.result("workspace/diagnostic", {{"previousResultIds", previous}});
    int full = 0;
    for (const json& item : report["items"]) full += item["kind"] == "full";
    CHECK(full == 2);
    CHECK(report["items"].size() == 60);

    client.forget_received();
    report = client.result(
        "workspace/diagnostic",
        {{"previousResultIds", json::array()}, {"partialResultToken", "p"}, {"workDoneToken", "w"}});
    CHECK(report["items"].empty());
    std::size_t streamed = 0;
    std::string kinds;
    for (const json& progress : client.received("$/progress")) {
        if (progress["token"] == "p") streamed += progress["value"]["items"].size();
        if (progress["token"] == "w") kinds += progress["value"]["kind"].get<std::string>()[0];
    }
    CHECK(streamed == 58);
    CHECK(kinds.starts_with("br"));
    CHECK(kinds.ends_with("e"));
}

TEST_CASE("findings of a module follow whether others call it") {
    LspClientOptions options;
    options.files = {{"/room/net/main.tf",
                      "resource \"terraform_data\" \"a\" {}\n"
                      "moved {\n  from = terraform_data.a\n  to   = terraform_data.b\n}\n"
                      "resource \"terraform_data\" \"b\" {}\n"}};
    LspClient client(options);
    const auto severity = [&] {
        client.settle();
        int last = 0;
        for (const json& published : client.received("textDocument/publishDiagnostics"))
            if (published["uri"] == LspClient::uri("/room/net/main.tf"))
                for (const json& finding : published["diagnostics"])
                    if (finding["message"].get<std::string>().contains("still declared"))
                        last = finding["severity"];
        client.forget_received();
        return last;
    };
    client.open("/room/main.tf", "", "terraform");
    CHECK(severity() == 1);
    client.change_all("/room/main.tf", "module \"net\" {\n  source = \"./net\"\n}\n");
    CHECK(severity() == 2);
    client.change_all("/room/main.tf", "module \"net\" {\n  source = \"./other\"\n}\n");
    CHECK(severity() == 1);
    // What only a file on the disk calls.
    const json change = {{"uri", LspClient::uri("/room/other.tf")}, {"type", 1}};
    client.files().write("/room/other.tf", "module \"net\" {\n  source = \"./net\"\n}\n");
    client.notify("workspace/didChangeWatchedFiles", {{"changes", {change}}});
    CHECK(severity() == 2);
    client.files().remove("/room/other.tf");
    client.notify("workspace/didChangeWatchedFiles",
                  {{"changes", {{{"uri", LspClient::uri("/room/other.tf")}, {"type", 3}}}}});
    CHECK(severity() == 1);
}

}  // namespace hcl::test
