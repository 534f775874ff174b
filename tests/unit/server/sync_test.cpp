// The server's text is the editor's text, in every position encoding and after every edit.
#include <doctest/doctest.h>

#include <future>
#include <random>

#include "engine/source/position.h"
#include "server/app/routes.h"
#include "server/app/server.h"
#include "tests/harness/lsp_client.h"

namespace hcl::test {

namespace {

std::string server_text(LspClient& client, std::string_view path) {
    server::Core& core = client.server().core();
    const world::FileState* state = core.world.file(core.files.find_uri(LspClient::uri(path)));
    REQUIRE(state != nullptr);
    return state->tree()->text();
}

// The editor's own idea of lines and columns, computed the slow way.
struct Place {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

Place place_of(const std::string& text, std::size_t offset, ColumnUnit unit) {
    Place place;
    std::size_t line_start = 0;
    for (std::size_t i = 0; i < offset; ++i) {
        bool is_break = text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'));
        if (!is_break) continue;
        ++place.line;
        line_start = i + 1;
    }
    place.column = count_units(std::string_view(text).substr(line_start, offset - line_start), unit);
    return place;
}

const char* const kPieces[] = {"a",         "b = 1",      "\n",       "\r\n",        "\xF0\x9F\x98\x80",
                               "e\xCC\x81", "\"x ${y}\"", "{",        "}",           "# note",
                               " ",         "<<E\nE\n",   "\xC3\xBC", "[1, 2]",      "block \"l\" {\n}\n",
                               "\t",        "//",         "=",        "\xE6\xBC\xA2"};

// Offsets where an editor may put a cursor: not inside characters, not between CR and LF.
std::vector<std::size_t> cursor_places(const std::string& text) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size() && (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80) continue;
        if (i > 0 && i < text.size() && text[i - 1] == '\r' && text[i] == '\n') continue;
        places.push_back(i);
    }
    return places;
}

}  // namespace

TEST_CASE("random edits keep the server's text equal to the editor's") {
    const std::pair<const char*, ColumnUnit> encodings[] = {
        {"utf-8", ColumnUnit::Utf8}, {"utf-16", ColumnUnit::Utf16}, {"utf-32", ColumnUnit::Utf32}};
    for (auto [name, unit] : encodings) {
        CAPTURE(name);
        LspClientOptions options;
        options.encoding = name;
        LspClient client(options);
        std::mt19937 random(7);
        auto below = [&](std::size_t n) {
            return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
        };
        std::string text = "a = \"\xF0\x9F\x98\x80\"\r\nblock {\n  b = 2\n}\n";
        client.open("/room/r.hcl", text);
        for (int round = 0; round < 400; ++round) {
            json changes = json::array();
            std::size_t count = 1 + below(3);
            for (std::size_t i = 0; i < count; ++i) {
                auto places = cursor_places(text);
                std::size_t from = places[below(places.size())];
                std::size_t to = places[below(places.size())];
                if (to < from) std::swap(from, to);
                if (to - from > 12) to = from;
                std::string piece = kPieces[below(std::size(kPieces))];
                Place start = place_of(text, from, unit);
                Place end = place_of(text, to, unit);
                changes.push_back({{"range",
                                    {{"start", {{"line", start.line}, {"character", start.column}}},
                                     {"end", {{"line", end.line}, {"character", end.column}}}}},
                                   {"text", piece}});
                text.replace(from, to - from, piece);
            }
            client.notify("textDocument/didChange",
                          {{"textDocument", {{"uri", LspClient::uri("/room/r.hcl")}, {"version", round + 2}}},
                           {"contentChanges", changes}});
            REQUIRE(server_text(client, "/room/r.hcl") == text);
        }
    }
}

TEST_CASE("whole-text changes and mixed ones") {
    LspClient client;
    client.open("/room/a.hcl", "a = 1\nb = 2\n");
    client.change_all("/room/a.hcl", "a = 1\nbb = 2\n");
    CHECK(server_text(client, "/room/a.hcl") == "a = 1\nbb = 2\n");
    client.change_all("/room/a.hcl", "");
    CHECK(server_text(client, "/room/a.hcl").empty());
    json first = {{"text", "x = 1\n"}};
    json second = {
        {"range", {{"start", {{"line", 0}, {"character", 4}}}, {"end", {{"line", 0}, {"character", 5}}}}},
        {"text", "2"}};
    client.notify("textDocument/didChange",
                  {{"textDocument", {{"uri", LspClient::uri("/room/a.hcl")}, {"version", 5}}},
                   {"contentChanges", json::array({first, second})}});
    CHECK(server_text(client, "/room/a.hcl") == "x = 2\n");
    // Places outside of the text are clamped; a range the wrong way round is turned.
    client.change("/room/a.hcl", 99, 99, 99, 99, "y = 3\n");
    CHECK(server_text(client, "/room/a.hcl") == "x = 2\ny = 3\n");
    client.change("/room/a.hcl", 0, 5, 0, 4, "7");
    CHECK(server_text(client, "/room/a.hcl") == "x = 7\ny = 3\n");
}

TEST_CASE("whole-text changes of a large document, between others") {
    LspClient client;
    std::string text;
    while (text.size() < (2u << 20)) text += "some_name = [1, 2, 3]\n";
    client.open("/room/a.hcl", "x = 1\n");
    int version = 1;
    auto change = [&](const json& changes) {
        client.notify("textDocument/didChange",
                      {{"textDocument", {{"uri", LspClient::uri("/room/a.hcl")}, {"version", ++version}}},
                       {"contentChanges", changes}});
    };
    auto insert = [](std::string piece) {
        const json start = {{"line", 0}, {"character", 0}};
        return json{{"range", {{"start", start}, {"end", start}}}, {"text", std::move(piece)}};
    };
    // The text becomes large, changes while that is computed, and becomes short again.
    change(json::array({insert("a = 1\n"), {{"text", text}}, insert("b = 1\n")}));
    change(json::array({insert("c = 1\n")}));
    CHECK(server_text(client, "/room/a.hcl") == "c = 1\nb = 1\n" + text);
    change(json::array({{{"text", text + "d = 1\n"}}}));
    change(json::array({{{"text", text}}, insert("\"")}));
    CHECK(server_text(client, "/room/a.hcl") == "\"" + text);
    change(json::array({{{"text", "y = 1\n"}}}));
    CHECK(server_text(client, "/room/a.hcl") == "y = 1\n");
}

namespace {

// Whether the document is known.
server::Reply is_known(const server::Context& context, lsp::JsonView params) {
    const FileId id = context.files->find_uri(params["of"].as_string());
    return context.snapshot->file(id) ? "true" : "false";
}

}  // namespace

TEST_CASE("long messages are read on workers, and other documents do not wait for them") {
    LspClientOptions options;
    options.more_routes = std::make_shared<const std::vector<server::Route>>(std::vector<server::Route>{
        {"test/known", true, server::Lane::Latency, server::OnEdit::Finish, &is_known, nullptr}});
    LspClient client(options);
    client.open("/room/small.hcl", "a = 1\n");
    std::string text;
    while (text.size() < (2u << 20)) text += "some_name = [1, 2, 3]\n";
    const std::string uri = LspClient::uri("/room/a.hcl");
    const json document = {{"textDocument", {{"uri", uri}}}};
    client.send_notification(
        "textDocument/didOpen",
        {{"textDocument", {{"uri", uri}, {"languageId", "hcl"}, {"version", 1}, {"text", text}}}});
    const std::int64_t early = client.send("test/known", {{"of", uri}});
    const std::int64_t late = client.send("textDocument/foldingRange", document);
    const std::int64_t cancelled = client.send("textDocument/documentSymbol", document);
    client.send_notification("$/cancelRequest", {{"id", cancelled}});
    CHECK(client.wait(early)["result"] == false);
    CHECK(client.wait(late)["result"].is_array());
    CHECK(client.wait(cancelled)["error"]["code"] == -32800);
    CHECK(server_text(client, "/room/a.hcl") == text);
}

TEST_CASE("messages about a document take effect in order, however long they are") {
    for (int threads : {0, 3}) {
        CAPTURE(threads);
        LspClientOptions options;
        options.threads = threads;
        options.files = {{"/room/a.hcl", "disk = 1\n"}};
        LspClient client(options);
        std::string text;
        while (text.size() < (2u << 20)) text += "name = [1, 2, 3]\n";
        const std::string uri = LspClient::uri("/room/a.hcl");
        const json document = {{"uri", uri}};
        int version = 0;
        auto open = [&](const std::string& opened) {
            client.send_notification(
                "textDocument/didOpen",
                {{"textDocument",
                  {{"uri", uri}, {"languageId", "hcl"}, {"version", ++version}, {"text", opened}}}});
        };
        auto change = [&](const json& changes) {
            client.send_notification(
                "textDocument/didChange",
                {{"textDocument", {{"uri", uri}, {"version", ++version}}}, {"contentChanges", changes}});
        };
        auto insert = [](std::string piece) {
            const json start = {{"line", 0}, {"character", 0}};
            return json::array({{{"range", {{"start", start}, {"end", start}}}, {"text", std::move(piece)}}});
        };
        auto close = [&] { client.send_notification("textDocument/didClose", {{"textDocument", document}}); };
        // The name of the first symbol at this point.
        std::vector<std::pair<std::int64_t, std::string>> asked;
        auto ask = [&](std::string first) {
            asked.emplace_back(client.send("textDocument/documentSymbol", {{"textDocument", document}}),
                               std::move(first));
        };
        open(text);
        change(insert("one = 1\n"));
        client.send_notification("textDocument/didSave", {{"textDocument", document}});
        change(insert(text));
        change(insert("two = 1\n"));
        close();
        open("three = 1\n");
        change(json::array({{{"text", "four = 1\n" + text}}}));
        change(json::array({{{"text", "five = 1\n"}}}));
        change(insert("six = 1\n"));
        ask("six");
        for (const auto& [id, first] : asked) {
            const json answer = client.wait(id);
            REQUIRE(answer["result"].is_array());
            CHECK(answer["result"][0]["name"] == first);
        }
        open(text);
        ask("disk");
        close();
        const json answer = client.wait(asked.back().first);
        REQUIRE(answer["result"].is_array());
        CHECK(answer["result"].size() == 1);
        CHECK(answer["result"][0]["name"] == "disk");
    }
}

TEST_CASE("a long message that is wrong behind its beginning holds nothing up") {
    LspClient client;
    const std::string uri = LspClient::uri("/room/a.hcl");
    const std::string text(2u << 20, 'x');
    client.open("/room/a.hcl", "a = 1\n");
    const std::string head =
        R"({"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":")" + uri +
        R"(","version":2},"contentChanges":[{"text":")" + text;
    for (const std::string end : {R"("}]}})", R"("}]},"method":"textDocument/didSave"})", R"("}]},"id":7})",
                                  R"("})", R"("}],"textDocument":{"uri":7}}})"}) {
        CAPTURE(end);
        client.send_body(head + end);
        client.send_notification("textDocument/didSave", {{"textDocument", {{"uri", uri}}}});
        CHECK(client.call("textDocument/foldingRange", {{"textDocument", {{"uri", uri}}}})["result"]
                  .is_array());
    }
    CHECK_FALSE(client.log().empty());
    // At the end of the session, messages that are not applied yet are dropped; their requests are answered.
    client.open("/room/a.hcl", "a = 1\n");
    client.send_body(head + R"("}]}})");
    const std::int64_t waits = client.send("textDocument/foldingRange", {{"textDocument", {{"uri", uri}}}});
    const std::int64_t last = client.send("shutdown", nullptr);
    CHECK(client.wait(last).contains("result"));
    CHECK(client.wait(waits).contains("result"));
    CHECK(server_text(client, "/room/a.hcl") == "a = 1\n");
}

TEST_CASE("long messages that are about no document are read on workers, in their order") {
    for (int threads : {0, 3}) {
        CAPTURE(threads);
        LspClientOptions options;
        options.threads = threads;
        LspClient client(options);
        client.open("/room/a.hcl", "a = 1\n");
        const json document = {{"uri", LspClient::uri("/room/a.hcl")}};
        const std::string filler(2u << 20, 'x');
        // Requests, also those that wait for all files, and one that is malformed at its end.
        const std::int64_t first =
            client.send("textDocument/foldingRange", {{"textDocument", document}, {"filler", filler}});
        const std::int64_t all = client.send("workspace/symbol", {{"query", "a"}});
        const std::int64_t second = client.send("workspace/symbol", {{"query", "a"}, {"filler", filler}});
        client.send_body(R"({"jsonrpc":"2.0","id":77,"method":"workspace/symbol","params":{"query":")" +
                         filler);
        CHECK(client.wait(first)["result"].is_array());
        CHECK(client.wait(all)["result"].size() == 1);
        CHECK(client.wait(second)["result"].size() == 1);
        // Settings: the last ones count.
        for (const bool diagnostics : {true, false})
            client.send_notification(
                "workspace/didChangeConfiguration",
                {{"settings", {{"hcl", {{"diagnostics", {{"enable", diagnostics}}}, {"filler", filler}}}}}});
        client.change_all("/room/a.hcl", "a = 2\n");
        CHECK(client.call("workspace/symbol", {{"query", "a"}})["result"].size() == 1);
    }
}

TEST_CASE("no long message is parsed before it is its turn") {
    LspClientOptions options;
    options.more_routes = std::make_shared<const std::vector<server::Route>>(std::vector<server::Route>{
        {"test/known", true, server::Lane::Latency, server::OnEdit::Finish, &is_known, nullptr}});
    LspClient client(options);
    // Without threads, workers run when no message waits: the short message overtakes the long one.
    const std::string uri = LspClient::uri("/room/a.hcl");
    const std::int64_t asked =
        client.send("test/known", {{"of", uri}, {"filler", std::string(2u << 20, 'x')}});
    client.send_notification(
        "textDocument/didOpen",
        {{"textDocument", {{"uri", uri}, {"languageId", "hcl"}, {"version", 1}, {"text", "a = 1\n"}}}});
    CHECK(client.wait(asked)["result"] == true);
}

TEST_CASE("requests for a document that is closed while it is parsed are answered") {
    LspClientOptions options;
    options.threads = 3;
    LspClient client(options);
    client.settle();
    // The workers for large documents have other work until the end.
    std::promise<void> end;
    const std::shared_future<void> ended = end.get_future().share();
    for (int i = 0; i < 2; ++i)
        client.server().core().workers.submit(server::Lane::Large, [ended] { ended.wait(); });
    std::string text;
    while (text.size() < (512u << 10)) text += "name = [1, 2, 3]\n";
    client.open("/elsewhere/small.hcl", "a = 1\n");
    client.open("/elsewhere/long.hcl", text);
    auto ask = [&](const char* path) {
        return client.send("textDocument/foldingRange", {{"textDocument", {{"uri", LspClient::uri(path)}}}});
    };
    // The folder was read by then.
    CHECK(client.wait(ask("/elsewhere/small.hcl")).contains("result"));
    const std::int64_t asked = ask("/elsewhere/long.hcl");
    client.close("/elsewhere/long.hcl");
    end.set_value();
    CHECK(client.wait(asked).contains("result"));
}

TEST_CASE("an open text overlays the disk until it is closed") {
    LspClientOptions options;
    options.files = {{"/room/a.hcl", "disk = 1\n"}};
    LspClient client(options);
    client.settle();
    CHECK(server_text(client, "/room/a.hcl") == "disk = 1\n");
    client.open("/room/a.hcl", "editor = 1\n");
    CHECK(server_text(client, "/room/a.hcl") == "editor = 1\n");
    client.files().write("/room/a.hcl", "disk = 2\n");
    json event = {{"uri", LspClient::uri("/room/a.hcl")}, {"type", 2}};
    client.notify("workspace/didChangeWatchedFiles", {{"changes", json::array({event})}});
    CHECK(server_text(client, "/room/a.hcl") == "editor = 1\n");
    client.close("/room/a.hcl");
    CHECK(server_text(client, "/room/a.hcl") == "disk = 2\n");
    // Opened and closed without a change.
    client.open("/room/a.hcl", "disk = 2\n");
    client.close("/room/a.hcl");
    server::Core& core = client.server().core();
    CHECK_FALSE(core.world.file(core.files.find_uri(LspClient::uri("/room/a.hcl")))->info().is_open);
}

TEST_CASE("documents of all kinds of URIs") {
    LspClient client;
    for (const char* uri :
         {"untitled:Untitled-1", "git:/room/a.hcl?ref=HEAD", "file:///room/with%20space/%C3%BC.hcl",
          "file:///c%3A/Users/x/main.hcl", "vscode-remote://host/a/main.hcl"}) {
        CAPTURE(uri);
        client.notify(
            "textDocument/didOpen",
            {{"textDocument", {{"uri", uri}, {"languageId", "hcl"}, {"version", 1}, {"text", "a = 1\n"}}}});
        json symbols = client.result("textDocument/documentSymbol", {{"textDocument", {{"uri", uri}}}});
        REQUIRE(symbols.size() == 1);
        CHECK(symbols[0]["name"] == "a");
        client.settle();
        CHECK(client.received("textDocument/publishDiagnostics").back()["uri"] == uri);
        client.notify("textDocument/didClose", {{"textDocument", {{"uri", uri}}}});
    }
    // Another spelling of the same file is the same document.
    client.open("/room/x.hcl", "a = 1\n");
    json symbols =
        client.result("textDocument/documentSymbol", {{"textDocument", {{"uri", "FILE:///room/./x%2Ehcl"}}}});
    CHECK(symbols.size() == 1);
}

TEST_CASE("a lone CR ends a line of the protocol, both ways") {
    LspClient client;
    client.open("/room/a.hcl", "/* one\r two\r */ b = \nc = 1\n");
    client.settle();
    json found = client.diagnostics("/room/a.hcl");
    REQUIRE(found.size() == 1);
    CHECK(found[0]["range"]["start"] == json({{"line", 2}, {"character", 8}}));
    client.change("/room/a.hcl", 2, 8, 2, 8, "2");
    client.change("/room/a.hcl", 3, 4, 3, 5, "3");
    CHECK(server_text(client, "/room/a.hcl") == "/* one\r two\r */ b = 2\nc = 3\n");
    client.settle();
    CHECK(client.diagnostics("/room/a.hcl").empty());
}

TEST_CASE("texts on disk with a byte order mark and with bytes that are no UTF-8") {
    LspClientOptions options;
    options.files = {{"/room/bom.hcl",
                      "\xEF\xBB\xBF"
                      "a = \nb = 1\n"},
                     {"/room/wild.hcl", "a = \"\xFF\xC3\" @\nb = 1\n"}};
    LspClient client(options);
    client.settle();
    json found = client.diagnostics("/room/bom.hcl");
    REQUIRE(found.size() == 1);
    CHECK(found[0]["range"]["start"]["line"] == 0);
    for (const char* path : {"/room/bom.hcl", "/room/wild.hcl"}) {
        CAPTURE(path);
        json symbols =
            client.result("textDocument/documentSymbol", {{"textDocument", {{"uri", LspClient::uri(path)}}}});
        REQUIRE_FALSE(symbols.empty());
        CHECK(symbols.back()["name"] == "b");
        CHECK(symbols.back()["range"]["start"] == json({{"line", 1}, {"character", 0}}));
    }
    // Each stray byte counts as the one character that an editor shows for it.
    found = client.diagnostics("/room/wild.hcl");
    REQUIRE_FALSE(found.empty());
    bool at_sign = false;
    for (const json& one : found) at_sign |= one["range"]["start"] == json({{"line", 0}, {"character", 9}});
    CHECK_MESSAGE(at_sign, found.dump());
}

TEST_CASE("a version that does not grow is told in the log, and the edit counts") {
    LspClient client;
    client.open("/room/a.hcl", "a = 1\n");
    client.notify("textDocument/didChange",
                  {{"textDocument", {{"uri", LspClient::uri("/room/a.hcl")}, {"version", 1}}},
                   {"contentChanges", json::array({{{"text", "b = 1\n"}}})}});
    CHECK(server_text(client, "/room/a.hcl") == "b = 1\n");
    bool is_told = false;
    for (const std::string& line : client.log())
        is_told |= line.find("version 1 after 1") != std::string::npos;
    CHECK(is_told);
}

TEST_CASE("a saved text that the client sends along counts") {
    LspClient client;
    client.open("/room/a.hcl", "a = 1\n");
    client.notify("textDocument/didSave",
                  {{"textDocument", {{"uri", LspClient::uri("/room/a.hcl")}}}, {"text", "saved = 1\n"}});
    CHECK(server_text(client, "/room/a.hcl") == "saved = 1\n");
    client.notify("textDocument/didSave", {{"textDocument", {{"uri", LspClient::uri("/room/a.hcl")}}}});
    client.notify("textDocument/didSave", {{"textDocument", {{"uri", LspClient::uri("/room/none.hcl")}}}});
    CHECK(server_text(client, "/room/a.hcl") == "saved = 1\n");
}

}  // namespace hcl::test
