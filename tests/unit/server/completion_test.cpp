// Completion answers by the capabilities of the client.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/harness/lsp_client.h"

namespace hcl::test {

namespace {

constexpr std::string_view kPack = R"(object {
  attr "mode" {
    type = string
    doc  = "How it works."
  }
  attr "old" {
    type       = string
    deprecated = "use mode"
  }
  attr "level" {
    type   = string
    values = { low = "Quiet.", high = { doc = "Loud.", deprecated = "use low" } }
  }
  block_map "part" {
    labels = ["name"]
    symbol {
      address = [part, label.name]
    }
    object {
      attr "path" {
        type     = string
        required = true
      }
      attr "file" {
        type   = string
        format = file
      }
      attr "more" {}
    }
  }
}
)";

LspClientOptions options(json item) {
    LspClientOptions all;
    all.files = {{"/room/app.hcldec", std::string(kPack)}, {"/room/data/x.txt", "x"}, {"/other/secret", "y"}};
    all.capabilities = {{"textDocument", {{"completion", {{"completionItem", std::move(item)}}}}}};
    return all;
}

json item_of(const json& list, std::string_view label) {
    for (const json& item : list.at("items"))
        if (item.at("label") == label) return item;
    return nullptr;
}

json complete(LspClient& client, std::string_view marked) {
    std::string text(marked);
    std::size_t at = text.find('|');
    text.erase(at, 1);
    client.open("/room/app.hcl", text);
    auto line = static_cast<std::uint32_t>(
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    std::size_t start = text.rfind('\n', at == 0 ? 0 : at - 1);
    auto column = static_cast<std::uint32_t>(start == std::string::npos ? at : at - start - 1);
    return client.result("textDocument/completion", client.position_params("/room/app.hcl", line, column));
}

}  // namespace

TEST_CASE("completion: deprecated values are tagged, with their replacement") {
    LspClient client(options({{"tagSupport", {{"valueSet", {1}}}}, {"documentationFormat", {"markdown"}}}));
    json list = complete(client, "level = \"|\"");
    CHECK(item_of(list, "high").at("tags") == json::array({1}));
    CHECK(item_of(list, "high").at("documentation").at("value").get<std::string>().find("use low") !=
          std::string::npos);
    CHECK_FALSE(item_of(list, "low").contains("tags"));
}

TEST_CASE("completion: a plain client gets plain text") {
    LspClient client(options(json::object()));
    json list = complete(client, "|");
    json mode = item_of(list, "mode");
    CHECK(mode.at("textEdit").at("newText") == "mode = ");
    CHECK(mode.value("insertTextFormat", 1) == 1);
    CHECK(mode.at("detail") == "string");
    CHECK(mode.contains("documentation"));
    CHECK_FALSE(mode.contains("labelDetails"));
    CHECK_FALSE(item_of(list, "old").contains("tags"));
    CHECK(list.at("isIncomplete") == false);
}

TEST_CASE("completion: an able client gets all it can use") {
    LspClient client(options({{"snippetSupport", true},
                              {"labelDetailsSupport", true},
                              {"commitCharactersSupport", true},
                              {"insertReplaceSupport", true},
                              {"tagSupport", {{"valueSet", {1}}}},
                              {"documentationFormat", {"markdown"}},
                              {"resolveSupport", {{"properties", {"documentation"}}}}}));
    json list = complete(client, "part \"a\" {\n  path = \"x\"\n}\nmo|de\n");
    json mode = item_of(list, "mode");
    CHECK(mode.at("labelDetails").at("description") == "string");
    CHECK_FALSE(mode.contains("documentation"));
    CHECK(item_of(list, "old").at("tags") == json::array({1}));
    // Typed in the middle of a word: it is either kept behind the cursor, or replaced.
    CHECK(mode.at("textEdit").at("insert").at("end").at("character") == 2);
    CHECK(mode.at("textEdit").at("replace").at("end").at("character") == 4);
    json block = item_of(list, "part");
    CHECK(block.at("insertTextFormat") == 2);
    CHECK(block.at("textEdit").at("newText") == "part \"${1:name}\" {\n  path = \"${2}\"\n  $0\n}");
    json resolved = client.result("completionItem/resolve", mode);
    CHECK(resolved.at("documentation").at("value") == "How it works.");
    client.close("/room/app.hcl");
    list = complete(client, "part \"a\" {\n  path = \"x\"\n  more = |\n}\n");
    CHECK(item_of(list, "part").at("commitCharacters") == json::array({"."}));
    CHECK(item_of(list, "upper").is_null());
}

TEST_CASE("completion: a long list is truncated, marked incomplete, and complete again after more typing") {
    std::string text;
    for (int i = 0; i < 500; ++i) text += "part \"p" + std::to_string(i) + "\" {\n  path = \"x\"\n}\n";
    LspClient client(options(json::object()));
    json list = complete(client, text + "part \"z\" {\n  path = \"x\"\n  more = part.|\n}\n");
    CHECK(list.at("isIncomplete") == true);
    CHECK(list.at("items").size() <= 200);
    client.close("/room/app.hcl");
    list = complete(client, text + "part \"z\" {\n  path = \"x\"\n  more = part.p49|\n}\n");
    CHECK(list.at("items").at(0).at("label") == "p49");
}

TEST_CASE("completion: files for values with the format of a file") {
    LspClient client(options(json::object()));
    json list = complete(client, "part \"a\" {\n  path = \"x\"\n  file = \"|\"\n}\n");
    CHECK(item_of(list, "data/").at("kind") == 19);
    client.close("/room/app.hcl");
    list = complete(client, "part \"a\" {\n  path = \"x\"\n  file = \"data/|\"\n}\n");
    CHECK(item_of(list, "x.txt").at("kind") == 17);
    // Nothing outside of the roots and their repository.
    for (const char* typed : {"../|", "/|", "data/../../|"}) {
        client.close("/room/app.hcl");
        list = complete(client, "part \"a\" {\n  path = \"x\"\n  file = \"" + std::string(typed) + "\"\n}\n");
        CHECK(item_of(list, "other/") == nullptr);
        CHECK(item_of(list, "room/") == nullptr);
    }
}

TEST_CASE("inlay hints and lenses can be switched off") {
    LspClientOptions off = options(json::object());
    off.initialization_options = {
        {"inlayHints", {{"values", false}, {"parameters", false}, {"types", false}}},
        {"codeLens", {{"references", false}}}};
    LspClient client(std::move(off));
    client.open("/room/app.hcl", "part \"a\" {\n  path = \"x\"\n  more = part.a.path\n}\n");
    json range = {{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", 4}, {"character", 0}}}};
    json document = {{"uri", LspClient::uri("/room/app.hcl")}};
    CHECK(client.result("textDocument/inlayHint", {{"textDocument", document}, {"range", range}}).empty());
    CHECK(client.result("textDocument/codeLens", {{"textDocument", document}}).empty());
}

TEST_CASE("code lenses call the client's own command") {
    LspClientOptions able = options(json::object());
    able.capabilities["experimental"] = {{"showReferencesCommand", "editor.show"}};
    LspClient client(std::move(able));
    client.open("/room/app.hcl",
                "part \"a\" {\n  path = \"x\"\n}\npart \"b\" {\n  path = \"x\"\n  more = part.a.path\n}\n");
    json lenses = client.result("textDocument/codeLens",
                                {{"textDocument", {{"uri", LspClient::uri("/room/app.hcl")}}}});
    REQUIRE(lenses.size() == 2);
    json lens = client.result("codeLens/resolve", lenses[0]);
    CHECK(lens.at("command").at("title") == "1 reference");
    CHECK(lens.at("command").at("command") == "editor.show");
    CHECK(lens.at("command").at("arguments").at(2).size() == 1);
    CHECK(client.result("codeLens/resolve", lenses[1]).at("command").at("title") == "no references");
}

}  // namespace hcl::test
