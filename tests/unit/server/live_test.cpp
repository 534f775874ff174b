// After any sequence of edits, the pushed diagnostics equal those of a fresh server.
#include <doctest/doctest.h>

#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/harness/lsp_client.h"

namespace hcl::test {
namespace live_test {

using Files = std::map<std::string, std::string>;

Files workspace() {
    return {
        {"/room/env/prod/main/main.tf",
         "module \"vpc\" {\n  source = \"../../../modules/vpc\"\n  cidr   = \"10.0.0.0/8\"\n  zones  = "
         "[\"a\"]\n}\noutput \"id\" {\n  value = module.vpc.id\n}\nlocals {\n  z = module.vpc.azs[1]\n}\n"
         "output \"azs\" {\n  value = [module.vpc.azs, local.z]\n}\n"},
        {"/room/env/prod/main/terraform.tfvars", "region = \"x\"\nsize = 1\n"},
        {"/room/env/prod/main/variables.tf",
         "variable \"region\" {\n  type = string\n}\nvariable \"size\" {\n  type = number\n}\n"},
        {"/room/env/dev/main.tf",
         "module \"base\" {\n  source = \"../prod/main\"\n  region = 1\n  size   = \"2\"\n}\nlocals {\n  a = "
         "module.base.id\n  b = module.base.azs[0][2]\n}\n"},
        {"/room/modules/vpc/main.tf",
         "variable \"cidr\" {\n  type = string\n}\nvariable \"zones\" {\n  type = list(string)\n}\n"
         "module \"subnet\" {\n  source = \"../subnet\"\n  count  = 2\n  size   = var.zones\n}\n"},
        {"/room/modules/vpc/outputs.tf",
         "output \"id\" {\n  value = \"${var.cidr}-${local.b}\"\n}\noutput \"azs\" {\n  value = "
         "var.zones\n}\n"},
        {"/room/modules/vpc/zones.tf",
         "locals {\n  third = var.zones[2]\n  named = \"${var.cidr}-${local.third}\"\n}\n"},
        {"/room/modules/vpc/dev.tfvars", "zones = [\"a\"]\n"},
        {"/room/modules/vpc/tests/a.tftest.hcl",
         "variables {\n  zones = [\"a\", \"b\"]\n}\nrun \"a\" {}\nrun \"b\" {\n  variables {\n    size = 1\n "
         " }\n"
         "  module {\n    source = \"../subnet\"\n  }\n}\n"},
        {"/room/modules/subnet/main.tf",
         "variable \"size\" {\n  type = any\n}\nlocals {\n  b = var.size\n}\n"
         "module \"up\" {\n  source = \"../vpc\"\n}\n"},
        {"/room/conf/.hcl-ls.hcl",
         "language \"t\" {\n  spec  = \"packs/t.hcl\"\n  files = [\"**/*.t.hcl\"]\n}\n"},
        {"/room/conf/packs/t.hcl",
         "object {\n  block_map \"job\" {\n    labels = [\"name\"]\n    object {\n      attr \"size\" {\n"
         "        type = number\n      }\n    }\n  }\n}\n"},
        {"/room/conf/deep/one.t.hcl", "job \"a\" {\n  size = \"big\"\n}\n"},
        {"/room/conf/two.t.hcl", "job \"a\" {\n  size = 1\n  other = 2\n}\n"},
    };
}

constexpr std::string_view kPieces[] = {
    "",
    "string",
    "number",
    "bool",
    "x",
    "\"",
    "}",
    "{",
    "= ",
    "\n",
    "../",
    "../../modules/vpc",
    "../subnet",
    "\"a\", \"b\", \"c\"",
    "[0]",
    "size",
    "cidr",
    "any",
    "module \"n\" {\n  source = \"../vpc\"\n}\n",
    "variable \"n\" {\n  type = number\n}\n",
    "output \"n\" {\n  value = 1\n}\n",
    "attr \"other\" {}\n",
    "# hcl-ls:ignore\n",
};

LspClientOptions options_of(const Files& files) {
    LspClientOptions options;
    options.files = files;
    options.encoding = "utf-8";
    return options;
}

// The diagnostics as the client sees them: the last push per file, without empty ones of closed files.
std::map<std::string, std::string> shown(const LspClient& client, const Files& files) {
    std::map<std::string, std::string> out;
    for (const auto& [path, text] : files) {
        json found = client.diagnostics(path);
        if (found.is_array() && !found.empty()) out.emplace(path, found.dump());
    }
    return out;
}

struct Session {
    Files disk;
    Files open;  // what editors hold
    LspClient client;
    explicit Session(const Files& files) : disk(files), client(options_of(files)) { client.settle(); }

    void watched(const std::string& path, int type) {
        client.notify("workspace/didChangeWatchedFiles",
                      {{"changes", json::array({{{"uri", LspClient::uri(path)}, {"type", type}}})}});
    }
};

void edit(Session& session, std::mt19937& random, std::string& log) {
    auto pick = [&](std::size_t n) { return n == 0 ? std::size_t{0} : random() % n; };
    const Files start = workspace();
    auto chosen = start.begin();
    std::advance(chosen, static_cast<std::ptrdiff_t>(pick(start.size())));
    const std::string& path = chosen->first;
    LspClient& client = session.client;
    log = log.substr(log.size() > 300 ? log.size() - 300 : 0) + ", " + path;
    auto changed = [&](std::string text) {
        std::size_t at = pick(text.size() + 1);
        std::size_t length = pick(3) == 0 ? pick(20) : pick(3);
        text.replace(at, std::min(length, text.size() - at), kPieces[pick(std::size(kPieces))]);
        return text;
    };
    if (auto open = session.open.find(path); open != session.open.end()) {
        if (pick(12) == 0) {
            log += " closed";
            client.close(path);
            session.open.erase(open);
            return;
        }
        open->second = pick(8) == 0 ? chosen->second : changed(open->second);
        log += " edited";
        client.change_all(path, open->second);
        return;
    }
    auto there = session.disk.find(path);
    switch (pick(4)) {
        case 0:
            if (there != session.disk.end()) {
                log += " removed";
                session.disk.erase(there);
                client.files().remove(path);
                session.watched(path, 3);
                return;
            }
            [[fallthrough]];
        case 1:
            log += " written";
            session.disk[path] = there == session.disk.end() ? chosen->second : changed(there->second);
            client.files().write(path, session.disk[path]);
            session.watched(path, 2);
            return;
        default:
            log += " opened";
            session.open[path] = there == session.disk.end() ? chosen->second : there->second;
            client.open(path, session.open[path], "");
    }
}

TEST_CASE("live: diagnostics after any edit equal those of a fresh server") {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        std::mt19937 random(seed);
        Session session(workspace());
        std::string log;
        for (int round = 0; round < 40; ++round) {
            edit(session, random, log);
            // Sometimes several edits come before anything is published.
            if (random() % 4 == 0) continue;
            session.client.settle();
            Session fresh(session.disk);
            for (const auto& [path, text] : session.open) {
                fresh.client.open(path, text, "");
                fresh.client.settle();
            }
            CAPTURE(seed);
            CAPTURE(round);
            CAPTURE(log);
            auto now = shown(session.client, workspace());
            auto expected = shown(fresh.client, workspace());
            for (const auto& [path, text] : workspace()) {
                CAPTURE(path);
                REQUIRE(now[path] == expected[path]);
            }
        }
    }
}

TEST_CASE("live: an edit of a module's inputs refreshes its open callers at any distance") {
    Session session(workspace());
    LspClient& client = session.client;
    const Files files = workspace();
    const std::string caller = "/room/env/prod/main/main.tf";
    const std::string called = "/room/modules/vpc/main.tf";
    client.open(caller, files.at(caller), "terraform");
    client.open(called, files.at(called), "terraform");
    client.settle();
    auto before = client.diagnostics(caller).size();
    std::string text = files.at(called);
    text.replace(text.find("string"), 6, "bool");
    client.change_all(called, text);
    client.settle();
    CHECK(client.diagnostics(caller).size() == before + 1);
    client.change_all(called, files.at(called));
    client.settle();
    CHECK(client.diagnostics(caller).size() == before);
}

TEST_CASE("live: findings of calls in the called module follow edits on both sides") {
    Session session(workspace());
    LspClient& client = session.client;
    const Files files = workspace();
    const std::string caller = "/room/env/prod/main/main.tf";
    const std::string called = "/room/modules/vpc/zones.tf";
    client.open(caller, files.at(caller), "terraform");
    client.settle();
    auto count = [&] {
        std::size_t found = 0;
        for (const auto& d : client.diagnostics(caller))
            found += d.dump().find("With these values") != std::string::npos ? 1 : 0;
        return found;
    };
    CHECK(count() == 1);
    client.open(called, files.at(called), "terraform");
    std::string text = files.at(called);
    text.replace(text.find("[2]"), 3, "[0]");
    client.change_all(called, text);
    client.settle();
    CHECK(count() == 0);
    client.change_all(called, files.at(called));
    client.settle();
    CHECK(count() == 1);
    text = files.at(caller);
    text.replace(text.find("[\"a\"]"), 5, "[\"a\", \"b\", \"c\"]");
    client.change_all(caller, text);
    client.settle();
    CHECK(count() == 0);
}

TEST_CASE("live: an edit on an idle server is published at once, those of a burst after a bounded pause") {
    LspClient client;
    client.open("/room/a.hcl", "a = 1\n");
    client.settle();
    client.pass(std::chrono::seconds(1));
    client.forget_received();
    // No time passes here.
    client.change("/room/a.hcl", 0, 0, 0, 0, "x");
    CHECK(client.received("textDocument/publishDiagnostics").size() == 1);
    for (int i = 0; i < 10; ++i) client.change("/room/a.hcl", 0, 0, 0, 0, "x");
    CHECK(client.received("textDocument/publishDiagnostics").size() == 1);
    client.settle();
    auto published = client.received("textDocument/publishDiagnostics");
    REQUIRE(published.size() == 2);
    CHECK(published[1]["version"] == 12);
}

TEST_CASE("live: requests right behind didOpen know the packs and the neighbours") {
    LspClientOptions options = options_of(workspace());
    options.initialize = false;
    options.capabilities = {{"textDocument", {{"diagnostic", {{"dynamicRegistration", false}}}}}};
    LspClient client(options);
    json capabilities = default_capabilities();
    capabilities.merge_patch(options.capabilities);
    std::int64_t first = client.send(
        "initialize",
        {{"capabilities", capabilities},
         {"rootUri", LspClient::uri("/room")},
         {"workspaceFolders", json::array({{{"uri", LspClient::uri("/room")}, {"name", "room"}}})}});
    client.send_notification("initialized", json::object());
    const std::string path = "/room/conf/deep/one.t.hcl";
    auto open = [&](const std::string& file) {
        client.send_notification("textDocument/didOpen", {{"textDocument",
                                                           {{"uri", LspClient::uri(file)},
                                                            {"languageId", "hcl"},
                                                            {"version", 1},
                                                            {"text", workspace().at(file)}}}});
    };
    open(path);
    std::int64_t pull =
        client.send("textDocument/diagnostic", {{"textDocument", {{"uri", LspClient::uri(path)}}}});
    open("/room/env/prod/main/main.tf");
    std::int64_t hover = client.send(
        "textDocument/hover", {{"textDocument", {{"uri", LspClient::uri("/room/env/prod/main/main.tf")}}},
                               {"position", {{"line", 2}, {"character", 3}}}});
    std::int64_t symbols = client.send("workspace/symbol", {{"query", "azs"}});
    client.wait(first);
    json report = client.wait(pull)["result"];
    REQUIRE(report["items"].size() == 1);
    CHECK(report["items"][0]["message"].get<std::string>().find("number") != std::string::npos);
    // The folder of a called module is read with the document.
    CHECK(client.wait(hover)["result"].dump().find("variable var.cidr") != std::string::npos);
    CHECK(client.wait(symbols)["result"].size() == 2);  // one in a file that is not open
}

}  // namespace live_test
}  // namespace hcl::test
