// Every claim of docs/features.md, asked as three editors would: one that says nothing of itself, one like
// Neovim, one like VS Code.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "tests/harness/lsp_client.h"
#include "tests/harness/paths.h"

namespace hcl::test {

namespace {

constexpr std::string_view kText = R"(input "region" {
  type    = string
  default = "eu"
}
input "key" {
  default = "k"
  secret  = true
}
values {
  here = input.region
  both = "${input.region}-${value.here}"
  made = image("web", "1")
  key  = input.key
  list = [for s in ["a", "b"] : upper(s)]
}
function "image" {
  params = [name, tag]
  result = "${name}:${tag}"
}
accent = "#ff8800"
icon   = "notes.txt"
site   = "https://example.com/"
theme  = "dark"
order  = ["web"]
service "web" {
  image  = upper(value.both)
  port   = 1 + 2
  health = { path = "/" }
}
)";

json plain() {
    return {{"textDocument", nullptr}, {"workspace", nullptr}, {"window", nullptr}};
}

json like_neovim() {
    return json::parse(R"({
        "general": {"positionEncodings": ["utf-8", "utf-16", "utf-32"]},
        "workspace": {"workspaceEdit": {"resourceOperations": ["rename", "create", "delete"]},
                      "semanticTokens": {"refreshSupport": true}, "symbol": {"dynamicRegistration": false}},
        "textDocument": {
            "callHierarchy": {"dynamicRegistration": false},
            "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet":
                               ["", "quickfix", "refactor", "refactor.extract", "refactor.inline",
                                "refactor.rewrite", "source"]}},
                           "dataSupport": true, "isPreferredSupport": true,
                           "resolveSupport": {"properties": ["edit", "command"]}},
            "codeLens": {"resolveSupport": {"properties": ["command"]}},
            "completion": {"completionItem": {"snippetSupport": true, "commitCharactersSupport": false,
                               "preselectSupport": false, "deprecatedSupport": true,
                               "documentationFormat": ["markdown", "plaintext"],
                               "resolveSupport": {"properties": ["additionalTextEdits", "command"]}},
                           "completionList": {"itemDefaults": ["editRange", "insertTextFormat", "data"]}},
            "definition": {"linkSupport": true}, "declaration": {"linkSupport": true},
            "typeDefinition": {"linkSupport": true},
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
            "foldingRange": {"lineFoldingOnly": true, "foldingRange": {"collapsedText": true}},
            "hover": {"contentFormat": ["markdown", "plaintext"]},
            "inlayHint": {"resolveSupport": {"properties": ["textEdits", "tooltip", "location", "command"]}},
            "rename": {"prepareSupport": true},
            "semanticTokens": {"requests": {"range": false, "full": {"delta": true}}},
            "signatureHelp": {"signatureInformation": {"activeParameterSupport": true,
                              "documentationFormat": ["markdown", "plaintext"],
                              "parameterInformation": {"labelOffsetSupport": true}}}
        }
    })");
}

json like_vscode() {
    json all = like_neovim();
    all["general"]["positionEncodings"] = {"utf-16"};
    all["workspace"]["workspaceEdit"] = {{"documentChanges", true}};
    json& document = all["textDocument"];
    document["completion"]["completionItem"] = json::parse(R"({
        "snippetSupport": true, "commitCharactersSupport": true, "deprecatedSupport": true,
        "preselectSupport": true, "tagSupport": {"valueSet": [1]}, "insertReplaceSupport": true,
        "labelDetailsSupport": true, "documentationFormat": ["markdown", "plaintext"],
        "resolveSupport": {"properties": ["documentation", "detail", "additionalTextEdits"]},
        "insertTextModeSupport": {"valueSet": [1, 2]}})");
    document["codeAction"]["disabledSupport"] = true;
    document["documentLink"] = {{"tooltipSupport", true}};
    document["linkedEditingRange"] = {{"dynamicRegistration", true}};
    document["foldingRange"]["rangeLimit"] = 5000;
    document["semanticTokens"]["requests"]["range"] = true;
    document["colorProvider"] = {{"dynamicRegistration", true}};
    return all;
}

struct Editor {
    LspClient client;
    std::string text{kText};

    explicit Editor(json capabilities) : client(options(std::move(capabilities))) {
        client.settle();
        client.open("/room/app.hcl", text);
        client.settle();
    }
    static LspClientOptions options(json capabilities) {
        LspClientOptions all;
        all.encoding = "";
        all.files = {{"/room/app.hcldec", shared_pack("app.hcldec")},
                     {"/room/app.hcl", std::string(kText)},
                     {"/room/notes.txt", "x"}};
        all.capabilities = std::move(capabilities);
        return all;
    }

    json position(std::string_view at, std::size_t plus = 0) const {
        std::size_t offset = text.find(at);
        REQUIRE(offset != std::string::npos);
        offset += plus;
        auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
        std::size_t start = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
        return {{"line", line}, {"character", start == std::string::npos ? offset : offset - start - 1}};
    }
    json document() const { return {{"uri", LspClient::uri("/room/app.hcl")}}; }
    json here(std::string_view at, std::size_t plus = 0) const {
        return {{"textDocument", document()}, {"position", position(at, plus)}};
    }
    json file(std::string_view method) { return client.result(method, {{"textDocument", document()}}); }
    json at(std::string_view method, std::string_view at, std::size_t plus = 0, json more = json::object()) {
        json params = here(at, plus);
        params.update(more);
        return client.result(method, params);
    }
    std::string hover(std::string_view at_text, std::size_t plus = 0) {
        json found = at("textDocument/hover", at_text, plus);
        return found.is_null() ? std::string() : found.at("contents").at("value").get<std::string>();
    }
    // The text with another line instead of one that holds `old`.
    void retype(std::string_view old, std::string_view fresh) {
        std::size_t offset = text.find(old);
        REQUIRE(offset != std::string::npos);
        text.replace(offset, old.size(), fresh);
        client.change_all("/room/app.hcl", text);
        client.settle();
    }
    json item(std::string_view at_text, std::size_t plus, std::string_view label) {
        json list = at("textDocument/completion", at_text, plus);
        for (const json& item : list.at("items"))
            if (item.at("label") == label) return item;
        return nullptr;
    }
    json actions(std::string_view around, json only = nullptr) {
        json end = position(around, around.size());
        json context = {{"diagnostics", json::array()}};
        if (!only.is_null()) context["only"] = std::move(only);
        return client.result("textDocument/codeAction",
                             {{"textDocument", document()},
                              {"range", {{"start", position(around)}, {"end", end}}},
                              {"context", context}});
    }
};

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

json place_of(const json& found) {
    return found.contains("targetSelectionRange") ? found.at("targetSelectionRange") : found.at("range");
}

const std::pair<const char*, json (*)()> kEditors[] = {
    {"an editor that says nothing", &plain}, {"Neovim", &like_neovim}, {"VS Code", &like_vscode}};

}  // namespace

TEST_CASE("features: while typing") {
    for (const auto& [name, capabilities] : kEditors) {
        INFO(name);
        Editor editor(capabilities());
        CHECK_FALSE(editor.item("theme  =", 0, "service").is_null());
        CHECK_FALSE(editor.item("input.region\n", 6, "region").is_null());
        CHECK_FALSE(editor.item("${input", 2, "value").is_null());
        CHECK_FALSE(editor.item("\"dark\"", 1, "light").is_null());
        CHECK_FALSE(editor.item("[\"web\"]", 2, "web").is_null());
        CHECK_FALSE(editor.item("upper(s)", 6, "s").is_null());
        CHECK_FALSE(editor.item("\"notes.txt\"", 1, "notes.txt").is_null());
        CHECK_FALSE(editor.item("{ path", 2, "path").is_null());
        json service = editor.item("theme  =", 0, "service");
        json shown = editor.client.result("completionItem/resolve", service);
        CHECK(has(shown.at("documentation").dump(), "Something that runs."));
        json help = editor.at("textDocument/signatureHelp", "image(\"web\", \"1\")", 13);
        CHECK(has(help.at("signatures")[0].at("label"), "image(name: any, tag: any)"));
        CHECK(help.at("activeParameter") == 1);
    }
}

TEST_CASE("features: snippets only where they are taken") {
    for (const auto& [name, capabilities] : kEditors) {
        INFO(name);
        Editor editor(capabilities());
        editor.retype("theme  = \"dark\"\n", "\n");
        json item = editor.item("\norder", 0, "service");
        REQUIRE_FALSE(item.is_null());
        std::string written = item.at("textEdit").at("newText");
        bool is_snippet = item.value("insertTextFormat", 1) == 2;
        CHECK(is_snippet == (std::string_view(name) != "an editor that says nothing"));
        CHECK(has(written, "image") == is_snippet);
    }
}

TEST_CASE("features: reading") {
    for (const auto& [name, capabilities] : kEditors) {
        INFO(name);
        Editor editor(capabilities());
        CHECK(has(editor.hover("theme "), "How it looks."));
        CHECK(has(editor.hover("theme "), "light"));
        CHECK(has(editor.hover("input.region", 8), "\"eu\""));
        CHECK(has(editor.hover("input.region", 8), "line 1"));
        CHECK(has(editor.hover("upper(", 2), "upper("));
        CHECK(has(editor.hover("+ 2"), "3"));
        CHECK(has(editor.hover("s in"), "\"a\""));
        CHECK(has(editor.hover("input.key", 7), "ensitive"));
        CHECK_FALSE(has(editor.hover("input.key", 7), "\"k\""));
        json whole = {{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", 40}, {"character", 0}}}};
        std::set<std::string> labels;
        for (const json& hint : editor.client.result("textDocument/inlayHint",
                                                     {{"textDocument", editor.document()}, {"range", whole}}))
            labels.insert(hint.at("label").get<std::string>());
        CHECK(labels.contains("= \"eu\""));
        CHECK(labels.contains("name:"));
        CHECK(labels.contains(": string"));
        json tokens = editor.file("textDocument/semanticTokens/full");
        CHECK(tokens.at("data").size() > 100);
        json delta = editor.client.result(
            "textDocument/semanticTokens/full/delta",
            {{"textDocument", editor.document()}, {"previousResultId", tokens.at("resultId")}});
        CHECK(delta.at("edits").empty());
        CHECK(editor.client
                  .result("textDocument/semanticTokens/range",
                          {{"textDocument", editor.document()}, {"range", whole}})
                  .at("data") == tokens.at("data"));
        CHECK(editor.at("textDocument/documentHighlight", "input.region", 8).size() == 3);
        CHECK(editor.file("textDocument/documentSymbol").size() >= 10);
        CHECK(editor.file("textDocument/foldingRange").size() >= 5);
        json grown = editor.client.result(
            "textDocument/selectionRange",
            {{"textDocument", editor.document()}, {"positions", {editor.position("upper(s)", 7)}}});
        CHECK(grown[0].contains("parent"));
        json colors = editor.file("textDocument/documentColor");
        REQUIRE(colors.size() == 1);
        CHECK(colors[0].at("color").at("red") == 1.0);
        json lenses = editor.file("textDocument/codeLens");
        REQUIRE_FALSE(lenses.empty());
        CHECK(editor.client.result("codeLens/resolve", lenses[0]).at("command").at("title") ==
              "2 references");
        // VS Code resolves it where it was before an edit.
        editor.retype("input \"region\" {", "# A line.\n\ninput \"region\" {");
        json moved = editor.client.result("codeLens/resolve", lenses[0]);
        CHECK(moved.at("command").at("title") == "2 references");
        CHECK(moved.at("range").at("start").at("line") == 2);
        // Renamed, so there is no other of its name; and gone.
        editor.retype("input \"region\" {", "input \"place\" {");
        CHECK(editor.client.result("codeLens/resolve", moved).at("command").at("title") == "no references");
        editor.retype(editor.text, "theme = \"dark\"\n");
        CHECK(editor.client.result("codeLens/resolve", moved).at("command").at("title") == "");
    }
}

TEST_CASE("features: going places") {
    for (const auto& [name, capabilities] : kEditors) {
        INFO(name);
        Editor editor(capabilities());
        for (const char* method : {"textDocument/definition", "textDocument/declaration"}) {
            json found = editor.at(method, "input.region", 8);
            REQUIRE(found.size() == 1);
            CHECK(place_of(found[0]).at("start").at("line") == 0);
        }
        CHECK(editor.at("textDocument/definition", "[\"web\"]", 3).size() == 1);
        CHECK(editor.at("textDocument/definition", "image(\"web\"", 2).size() == 1);
        CHECK(editor.at("textDocument/definition", "${name}", 3).size() == 1);
        json kind = editor.at("textDocument/typeDefinition", "input.region", 8);
        CHECK(place_of(kind[0]).at("start").at("line") == 1);
        for (bool declaration : {true, false}) {
            json found = editor.at("textDocument/references", "input.region", 8,
                                   {{"context", {{"includeDeclaration", declaration}}}});
            CHECK(found.size() == (declaration ? 3 : 2));
        }
        json items = editor.at("textDocument/prepareCallHierarchy", "image(\"web\"", 2);
        REQUIRE(items.size() == 1);
        json calls = editor.client.result("callHierarchy/incomingCalls", {{"item", items[0]}});
        REQUIRE(calls.size() == 1);
        CHECK(calls[0].at("from").at("name") == "made");
        json links = editor.file("textDocument/documentLink");
        REQUIRE(links.size() == 2);
        CHECK(links[0].at("target") == LspClient::uri("/room/notes.txt"));
        CHECK(links[1].at("target") == "https://example.com/");
        CHECK_FALSE(editor.client.result("workspace/symbol", {{"query", "rgn"}}).empty());
    }
}

TEST_CASE("features: changing") {
    for (const auto& [name, capabilities] : kEditors) {
        INFO(name);
        Editor editor(capabilities());
        json done = editor.at("textDocument/rename", "input.region", 8, {{"newName", "zone"}});
        json edits = done.contains("changes") ? done.at("changes").begin().value()
                                              : done.at("documentChanges")[0].at("edits");
        CHECK(edits.size() == 3);
        CHECK(done.contains("documentChanges") == (std::string_view(name) != "an editor that says nothing"));
        CHECK(editor.client.error_code("textDocument/rename", [&] {
            json params = editor.here("input.region", 8);
            params["newName"] = "1 2";
            return params;
        }()) == -32803);
        json formatted = editor.client.result(
            "textDocument/formatting",
            {{"textDocument", editor.document()}, {"options", {{"tabSize", 2}, {"insertSpaces", true}}}});
        CHECK((formatted.is_null() || formatted.empty()));
        if (std::string_view(name) == "an editor that says nothing") continue;
        std::set<std::string> kinds;
        for (const json& action : editor.actions("value.both", {"refactor"}))
            kinds.insert(action.at("kind").get<std::string>());
        CHECK(kinds.contains("refactor.extract"));
        CHECK(kinds.contains("refactor.rewrite"));
        CHECK(editor.actions("1 + 2", {"refactor.move"}).empty());
        json block;
        for (const json& action : editor.actions("health", {"refactor.rewrite"}))
            if (has(action.at("title"), "as a block")) block = action;
        REQUIRE_FALSE(block.is_null());
        if (!block.contains("edit")) block = editor.client.result("codeAction/resolve", block);
        CHECK(has(block.at("edit").dump(), "health {"));
    }
}

TEST_CASE("features: settings switch them off") {
    LspClientOptions options = Editor::options(like_vscode());
    options.initialization_options = {
        {"inlayHints", {{"values", false}, {"parameters", false}, {"types", false}}},
        {"codeLens", {{"references", false}}},
        {"diagnostics", {{"enable", false}}}};
    LspClient client(options);
    client.settle();
    client.open("/room/app.hcl", kText);
    client.settle();
    json document = {{"uri", LspClient::uri("/room/app.hcl")}};
    json whole = {{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", 40}, {"character", 0}}}};
    CHECK(client.result("textDocument/inlayHint", {{"textDocument", document}, {"range", whole}}).empty());
    CHECK(client.result("textDocument/codeLens", {{"textDocument", document}}).empty());
}

TEST_CASE("features: programs of Pulumi may be lenient") {
    for (const bool is_lenient : {false, true}) {
        LspClientOptions options = Editor::options(like_vscode());
        options.initialization_options = {{"pcl", {{"lenient", is_lenient}}}};
        LspClient client(options);
        client.settle();
        client.open("/room/main.pp", "a = nope\n");
        client.settle();
        const json document = {{"uri", LspClient::uri("/room/main.pp")}};
        const json found = client.result("textDocument/diagnostic", {{"textDocument", document}});
        REQUIRE(found.at("items").size() == 1);
        CHECK(found.at("items")[0].at("severity") == (is_lenient ? 2 : 1));
    }
}

}  // namespace hcl::test
