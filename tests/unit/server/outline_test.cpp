// Outlines and semantic tokens are put together from parts that are kept: after edits they equal those of a
// fresh start. Positions in a row equal those asked one by one.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

#include "server/handlers/positions.h"
#include "tests/harness/lsp_client.h"

namespace hcl::test {

namespace {

constexpr std::string_view kOutlinePack = R"(object {
  attr "top" { type = string }
  block_map "input" {
    labels  = ["name"]
    outline = "${label.name} is ${self.default}"
    icon    = variable
    symbol {
      address = [input, label.name]
      value   = self.default
    }
    object {
      attr "default" {}
    }
  }
  block_map "service" {
    labels = ["name"]
    object {
      attr "image" { type = string }
      attr "tags" { type = map(any) }
    }
  }
}
)";

std::string item(int number) {
    std::string n = std::to_string(number);
    switch (number % 4) {
        case 0:
            return "input \"i" + n + "\" {\n  default = " + n + "\n}\n";
        case 1:
            return "service \"s" + n + "\" {\n  image = \"é${input.i0}\"\n  tags  = { a = 1, b = { c = " + n +
                   " } }\n}\n\n";
        case 2:
            return "# about " + n + "\ninput \"j" + n + "\" { default = input.i0 }\n";
        default:
            return "top = <<E\n  text 😀\nE\n/* a */ ";
    }
}

LspClientOptions outline_options(const std::string& encoding) {
    LspClientOptions all;
    all.encoding = encoding;
    all.files = {{"/room/app.hcldec", std::string(kOutlinePack)}};
    all.capabilities = {
        {"textDocument", {{"documentSymbol", {{"hierarchicalDocumentSymbolSupport", true}}}}}};
    return all;
}

json asked(LspClient& client, std::string_view path, std::string_view method) {
    json answer = client.result(method, {{"textDocument", {{"uri", LspClient::uri(path)}}}});
    if (answer.is_object()) answer.erase("resultId");
    return answer;
}

json fresh(const std::string& encoding, std::string_view path, const std::string& text,
           std::string_view method) {
    LspClient client(outline_options(encoding));
    client.settle();
    client.open(path, text);
    client.settle();
    return asked(client, path, method);
}

Position place(const std::string& text, std::size_t offset, ColumnUnit unit) {
    std::string_view before = std::string_view(text).substr(0, offset);
    auto line = static_cast<std::uint32_t>(std::ranges::count(before, '\n'));
    return {line, count_units(before.substr(before.rfind('\n') + 1), unit)};
}

void replay(std::string_view path, const std::string& encoding) {
    const ColumnUnit unit = encoding == "utf-8" ? ColumnUnit::Utf8 : ColumnUnit::Utf16;
    LspClient client(outline_options(encoding));
    client.settle();
    std::string text;
    for (int i = 0; i < 120; ++i) text += item(i);
    client.open(path, text);
    client.settle();
    std::mt19937 random(7);
    auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    const char* const typed[] = {"x", "\n", "}", "{", "\"", " = 1", "input \"n\" {\n  default = 2\n}\n", ""};
    json tokens = client.result("textDocument/semanticTokens/full",
                                {{"textDocument", {{"uri", LspClient::uri(path)}}}});
    std::vector<std::uint32_t> data = tokens.at("data");
    std::string id = tokens.at("resultId");
    for (int round = 0; round < 25; ++round) {
        std::size_t from = below(text.size());
        while (from > 0 && (static_cast<unsigned char>(text[from]) & 0xC0) == 0x80) --from;
        std::size_t to = std::min(text.size(), from + (round % 3 == 0 ? below(40) : 0));
        while (to < text.size() && (static_cast<unsigned char>(text[to]) & 0xC0) == 0x80) ++to;
        const char* more_text = typed[below(std::size(typed))];
        Position start = place(text, from, unit);
        Position end = place(text, to, unit);
        text.replace(from, to - from, more_text);
        client.change(path, start.line, start.column, end.line, end.column, more_text);
        client.settle();
        INFO(path << " " << encoding << " round " << round);
        CHECK(asked(client, path, "textDocument/documentSymbol") ==
              fresh(encoding, path, text, "textDocument/documentSymbol"));
        json delta =
            client.result("textDocument/semanticTokens/full/delta",
                          {{"textDocument", {{"uri", LspClient::uri(path)}}}, {"previousResultId", id}});
        id = delta.at("resultId");
        for (const json& edit : delta.at("edits")) {
            auto at = data.begin() + edit.at("start").get<std::ptrdiff_t>();
            at = data.erase(at, at + edit.at("deleteCount").get<std::ptrdiff_t>());
            std::vector<std::uint32_t> more = edit.value("data", std::vector<std::uint32_t>());
            data.insert(at, more.begin(), more.end());
        }
        CHECK(json(data) == fresh(encoding, path, text, "textDocument/semanticTokens/full").at("data"));
    }
}

}  // namespace

TEST_CASE("outline: after edits as from a fresh start") {
    for (const char* encoding : {"utf-8", "utf-16"}) replay("/room/app.hcl", encoding);
}

TEST_CASE("outline: after edits as from a fresh start, where no language knows the file") {
    replay("/room/app.conf.tf", "utf-16");
}

TEST_CASE("outline: one long block is cut, its outline is not") {
    LspClient client(outline_options("utf-16"));
    client.settle();
    std::string text = "/* x */ service \"s\" {\n";
    for (int i = 0; i < 3000; ++i) text += "  key_" + std::to_string(i) + " = { a = [1, 2, 3] }\n";
    text += "}\ntop = \"t\"\n";
    client.open("/room/app.hcl", text);
    json symbols = asked(client, "/room/app.hcl", "textDocument/documentSymbol");
    REQUIRE(symbols.size() == 2);
    CHECK(symbols[0].at("children").size() == 3000);
    CHECK(symbols[0].at("children")[2999].at("range").at("start") ==
          json({{"line", 3000}, {"character", 2}}));
    CHECK(symbols[1].at("range").at("start").at("line") == 3002);
}

TEST_CASE("positions: in a row as one by one") {
    std::string text;
    for (int i = 0; i < 60; ++i) text += item(i) + (i % 7 == 0 ? "\r" : i % 5 == 0 ? "\r\n" : "");
    for (bool returns : {true, false}) {
        if (!returns) std::erase(text, '\r');
        syntax::FilePtr tree = syntax::File::parse(text);
        std::mt19937 random(3);
        for (ColumnUnit unit : {ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::Utf32}) {
            server::Positions positions(*tree, unit);
            std::uint32_t offset = 0;
            for (int i = 0; i < 4000; ++i) {
                offset = i % 9 == 0 ? static_cast<std::uint32_t>(random() % (text.size() + 5))
                                    : offset + static_cast<std::uint32_t>(random() % 12);
                if (offset > text.size() + 5) offset = 0;
                Position expected = tree->position(offset, unit);
                lsp::Position found = positions.at(offset);
                REQUIRE(found.line == expected.line);
                REQUIRE(found.character == expected.column);
            }
        }
    }
}

}  // namespace hcl::test
