// Folding, selection ranges, linked editing.
#include <doctest/doctest.h>

#include "engine/ide/outline/folding.h"
#include "engine/ide/outline/linked_editing.h"
#include "engine/ide/outline/selection.h"
#include "tests/harness/lsp_client.h"
#include "tests/unit/ide/support.h"

namespace hcl::test {

namespace {

// "first-last kind" lines for clients with line folding only.
std::string line_folds(std::string_view path, std::string_view text) {
    LspClientOptions options;
    options.capabilities = {{"textDocument", {{"foldingRange", {{"lineFoldingOnly", true}}}}}};
    LspClient client(options);
    client.open(path, text);
    std::string out;
    for (const json& fold :
         client.result("textDocument/foldingRange", {{"textDocument", {{"uri", LspClient::uri(path)}}}})) {
        CHECK(!fold.contains("startCharacter"));
        out +=
            std::to_string(fold["startLine"].get<int>()) + "-" + std::to_string(fold["endLine"].get<int>());
        if (fold.contains("kind")) out += " " + fold["kind"].get<std::string>();
        out += "\n";
    }
    return out;
}

std::vector<std::string> selections(std::string_view marked, std::string path = "a.hcl") {
    Marked at(marked);
    SmallWorld world;
    FileId file = world.add(std::move(path), at.text);
    std::vector<std::string> texts;
    std::vector<Span> spans = ide::selection_spans(*world.world.snapshot(), file, at.offset, {});
    for (std::size_t i = 0; i < spans.size(); ++i) {
        CHECK(spans[i].touches(at.offset));
        if (i > 0) CHECK(spans[i].length() > spans[i - 1].length());
        texts.push_back(world.text(file, spans[i]));
    }
    return texts;
}

}  // namespace

TEST_CASE("folding: blocks, lists, calls, heredocs, comments, regions") {
    CHECK(line_folds("/room/a.hcl",
                     "# one\n# two\n# three\n"                  // 0-2
                     "a \"b\" {\n"                              // 3
                     "  list = [\n    1,\n  ]\n"                // 4-6
                     "  call = merge({\n    a = 1\n  }, {})\n"  // 7-9
                     "  text = <<EOT\nline\nEOT\n"              // 10-12
                     "  one = [1, 2]\n"                         // 13
                     "}\n"                                      // 14
                     "/* x\n   y */\n"                          // 15-16
                     "# region name\n"                          // 17
                     "b = 1\n\nc = 2\n"                         // 18-20
                     "# endregion\n") == "0-2 comment\n3-13\n4-5\n7-8\n10-11\n15-16 comment\n17-21 region\n");
}

TEST_CASE("folding: comment runs end at blank lines and code; JSON folds; half-typed blocks fold") {
    CHECK(line_folds("/room/a.hcl", "# one\n\n# two\nx = 1 # three\n# four\n") == "");
    CHECK(line_folds("/room/a.hcl", "# one\r\n# two\r\nx = 1\r\n") == "0-1 comment\n");
    CHECK(line_folds("/room/a.hcl.json", "{\n  \"a\": [\n    1\n  ]\n}\n") == "0-3\n1-2\n");
    CHECK(line_folds("/room/a.hcl", "a {\n  b = 1\n  c {\n    d = 1\n\ne {\n  f = 1\n}\n").find("5-6") !=
          std::string::npos);
}

TEST_CASE("folding: columns for clients that fold within lines, and at most as many as they like") {
    LspClientOptions options;
    options.capabilities = {{"textDocument", {{"foldingRange", {{"rangeLimit", 1}}}}}};
    LspClient client(options);
    client.open("/room/a.hcl", "\xC3\xA4 {\n  b = 1\n}\nc {\n  d = 1\n}\n");
    json folds = client.result("textDocument/foldingRange",
                               {{"textDocument", {{"uri", LspClient::uri("/room/a.hcl")}}}});
    CHECK(folds ==
          json::parse(R"([{"startLine": 0, "startCharacter": 3, "endLine": 2, "endCharacter": 0}])"));
}

TEST_CASE("folding: blocks that lie in chunks of their own fold as others") {
    std::string text = "big {\n";
    for (int i = 0; i < 3000; ++i) text += "  item \"" + std::to_string(i) + "\" {\n    a = 1\n  }\n";
    text += "}\n";
    SmallWorld world;
    FileId file = world.add("a.hcl", text);
    std::vector<ide::Fold> folds = ide::folds(*world.world.snapshot(), file, {});
    REQUIRE(folds.size() == 3001);
    CHECK(folds[0].span == Span{5, static_cast<std::uint32_t>(text.size() - 2)});
}

TEST_CASE("selections grow from the word to the file") {
    CHECK(selections("a {\n  b = upper(\"x ${va|r.y}\")\n}\n") ==
          std::vector<std::string>{"var", "var.y", "${var.y}", "x ${var.y}", "\"x ${var.y}\"",
                                   "(\"x ${var.y}\")", "upper(\"x ${var.y}\")", "b = upper(\"x ${var.y}\")",
                                   "\n  b = upper(\"x ${var.y}\")\n", "{\n  b = upper(\"x ${var.y}\")\n}",
                                   "a {\n  b = upper(\"x ${var.y}\")\n}",
                                   "a {\n  b = upper(\"x ${var.y}\")\n}\n"});
    // After a word.
    CHECK(selections("a = foo|\n").front() == "foo");
    CHECK(selections("|").size() == 1);
    CHECK(selections("{\"a\": [1, 2|3]}", "a.hcl.json") ==
          std::vector<std::string>{"23", "1, 23", "[1, 23]", "\"a\": [1, 23]", "{\"a\": [1, 23]}"});
}

TEST_CASE("the tags of a heredoc are edited together") {
    auto linked = [](std::string_view marked) {
        Marked at(marked);
        SmallWorld world;
        FileId file = world.add("a.hcl", at.text);
        std::string out;
        for (Span span : ide::linked_spans(*world.world.snapshot(), file, at.offset, {}))
            out += std::to_string(span.start) + "-" + std::to_string(span.end) + " ";
        return out;
    };
    CHECK(linked("a = <<-EO|T\n  x\n  EOT\n") == "7-10 17-20 ");
    CHECK(linked("a = <<-EOT\n  x\n  EOT|\n") == "7-10 17-20 ");
    CHECK(linked("a = <<EOT\n |x\nEOT\n") == "");
    CHECK(linked("a = <<EO|T\n x\n") == "");
}

TEST_CASE("structure through the protocol") {
    LspClient client;
    client.open("/room/a.hcl", "a = <<EOT\nx\nEOT\n");
    json answer =
        client.result("textDocument/selectionRange",
                      {{"textDocument", {{"uri", LspClient::uri("/room/a.hcl")}}},
                       {"positions", {{{"line", 1}, {"character", 0}}, {{"line", 0}, {"character", 0}}}}});
    REQUIRE(answer.size() == 2);
    CHECK(answer[1]["range"]["end"]["character"] == 1);
    CHECK(answer[1].contains("parent"));
    json linked =
        client.result("textDocument/linkedEditingRange", client.position_params("/room/a.hcl", 2, 1));
    CHECK(linked["ranges"].size() == 2);
    CHECK(linked["ranges"][0]["start"] == json::parse(R"({"line": 0, "character": 6})"));
}

}  // namespace hcl::test
