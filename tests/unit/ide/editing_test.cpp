// Formatting and code actions through the protocol.
#include <doctest/doctest.h>

#include "engine/ide/refactor/code_actions.h"
#include "tests/harness/lsp_client.h"
#include "tests/unit/ide/support.h"

namespace hcl::test {

namespace {

json document(std::string_view path) {
    return {{"textDocument", {{"uri", LspClient::uri(path)}}}};
}

// Applies edits to an ASCII text.
std::string edited(std::string text, const json& edits) {
    auto offset = [&](const json& position) {
        std::size_t at = 0;
        for (int line = position["line"]; line > 0; --line) at = text.find('\n', at) + 1;
        return at + position["character"].get<std::size_t>();
    };
    for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) {
        std::size_t from = offset((*edit)["range"]["start"]);
        std::size_t to = offset((*edit)["range"]["end"]);
        text.replace(from, to - from, (*edit)["newText"].get<std::string>());
    }
    return text;
}

LspClientOptions with_actions() {
    LspClientOptions options;
    options.capabilities = json::parse(
        R"({"textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}})");
    return options;
}

json actions(LspClient& client, std::string_view path, int line, json context) {
    json params = document(path);
    params["range"] = {{"start", {{"line", line}, {"character", 0}}},
                       {"end", {{"line", line}, {"character", 99}}}};
    context["diagnostics"] = json::array();
    params["context"] = context;
    return client.result("textDocument/codeAction", params);
}

}  // namespace

TEST_CASE("formatting: files, ranges, typing") {
    LspClient client;
    std::string text = "a=1\nbbb=2\n\nc {\nd=1\n}\n";
    client.open("/room/a.hcl", text);
    json options = {{"tabSize", 2}, {"insertSpaces", true}};
    json params = document("/room/a.hcl");
    params["options"] = options;
    CHECK(edited(text, client.result("textDocument/formatting", params)) ==
          "a   = 1\nbbb = 2\n\nc {\n  d = 1\n}\n");

    params["range"] =
        json::parse(R"({"start": {"line": 4, "character": 0}, "end": {"line": 4, "character": 3}})");
    CHECK(edited(text, client.result("textDocument/rangeFormatting", params)) ==
          "a=1\nbbb=2\n\nc {\n  d = 1\n}\n");

    params["ranges"] = json::array(
        {params["range"],
         json::parse(R"({"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 1}})")});
    CHECK(edited(text, client.result("textDocument/rangesFormatting", params)) ==
          "a   = 1\nbbb = 2\n\nc {\n  d = 1\n}\n");

    json typed = client.position_params("/room/a.hcl", 5, 1);
    typed["ch"] = "}";
    typed["options"] = options;
    CHECK(edited(text, client.result("textDocument/onTypeFormatting", typed)) ==
          "a=1\nbbb=2\n\nc {\n  d = 1\n}\n");
    typed = client.position_params("/room/a.hcl", 1, 4);
    typed["ch"] = "=";
    typed["options"] = options;
    CHECK(edited(text, client.result("textDocument/onTypeFormatting", typed)) ==
          "a   = 1\nbbb =2\n\nc {\nd=1\n}\n");
    typed["ch"] = "?";
    CHECK(client.result("textDocument/onTypeFormatting", typed).is_null());

    // JSON is formatted on request, not while typing; unknown files are not an error.
    client.open("/room/a.hcl.json", "{\"a\":1,\n\"b\":2}\n");
    json other = document("/room/a.hcl.json");
    other["options"] = options;
    CHECK(!client.result("textDocument/formatting", other).empty());
    other = document("/room/none.hcl");
    other["options"] = options;
    CHECK(client.result("textDocument/formatting", other).is_null());
}

TEST_CASE("formatting: positions in the client's unit") {
    LspClient client;
    client.open("/room/a.hcl", "a = [\"\xF0\x9F\x98\x80\",  1]\n");
    json params = document("/room/a.hcl");
    params["options"] = {{"tabSize", 2}, {"insertSpaces", true}};
    json edits = client.result("textDocument/formatting", params);
    REQUIRE(edits.size() == 1);
    CHECK(edits[0]["range"]["start"]["character"].get<int>() >= 10);
    CHECK(edits[0]["range"]["end"]["character"] == 12);
}

TEST_CASE("code actions: fixing all while a line is typed leaves the lines behind it alone") {
    LspClient client(with_actions());
    for (const char* typed : {"a = [", "a = f(", "a = { b = ${", "a = \"x", "a = [{"}) {
        client.open("/room/a.hcl",
                    "zone \"x\" {\n  " + std::string(typed) + "\n  peers {\n    b = 1\n  }\n}\n");
        for (const json& action : actions(client, "/room/a.hcl", 1, {{"only", {"source.fixAll.hcl"}}}))
            CHECK_MESSAGE(action["edit"]["documentChanges"][0]["edits"].empty(), typed, action.dump());
        client.close("/room/a.hcl");
    }
}

TEST_CASE("code actions: quick fixes with versions, filtered by kind") {
    LspClient client(with_actions());
    std::string text = "a: 1\nb = 1\nc: 2\n";
    client.open("/room/a.hcl", text);
    json found = actions(client, "/room/a.hcl", 0, json::object());
    REQUIRE(found.size() >= 2);
    json fix = found[0];
    CHECK(fix["kind"] == "quickfix");
    CHECK(fix["isPreferred"] == true);
    REQUIRE(fix["diagnostics"].size() == 1);
    json change = fix["edit"]["documentChanges"][0];
    CHECK(change["textDocument"]["version"] == 1);
    CHECK(edited(text, change["edits"]) == "a = 1\nb = 1\nc: 2\n");
    CHECK(found.back()["kind"] == "source.fixAll.hcl");
    CHECK(edited(text, found.back()["edit"]["documentChanges"][0]["edits"]) == "a = 1\nb = 1\nc = 2\n");

    auto kinds = [&](json only) {
        std::string out;
        for (const json& action : actions(client, "/room/a.hcl", 0, {{"only", std::move(only)}}))
            out += action["kind"].get<std::string>() + " ";
        return out;
    };
    CHECK(kinds({"quickfix"}) == "quickfix quickfix ");  // this one, and all with the same code
    CHECK(kinds({"source"}) == "source.fixAll.hcl ");
    CHECK(kinds({"source.fixAll"}) == "source.fixAll.hcl ");
    CHECK(kinds({"source.fixAll.hcl"}) == "source.fixAll.hcl ");
    CHECK(kinds({"source.fix"}) == "");
    CHECK(kinds({"refactor"}) == "");
    CHECK(kinds({"quickfix.more"}) == "");
    // Nothing to fix without a finding.
    CHECK(actions(client, "/room/a.hcl", 1, {{"only", {"quickfix"}}}).empty());
    // Automatic requests get the fixes at the cursor only.
    for (const json& action : actions(client, "/room/a.hcl", 0, {{"triggerKind", 2}}))
        CHECK(action["kind"] == "quickfix");
}

TEST_CASE("code actions: clients without versions or without literals") {
    LspClientOptions options = with_actions();
    options.capabilities["workspace"]["workspaceEdit"] = {{"documentChanges", false}};
    LspClient client(options);
    client.open("/room/a.hcl", "a : 1\n");
    json found = actions(client, "/room/a.hcl", 0, {{"only", {"quickfix"}}});
    REQUIRE(!found.empty());
    CHECK(found[0]["edit"]["changes"].contains(LspClient::uri("/room/a.hcl")));

    LspClient old;
    CHECK(!old.initialize_result()["capabilities"].contains("codeActionProvider"));
    old.open("/room/a.hcl", "a : 1\n");
    CHECK(actions(old, "/room/a.hcl", 0, json::object()).is_null());
}

}  // namespace hcl::test
