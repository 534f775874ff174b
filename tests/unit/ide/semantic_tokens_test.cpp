// Semantic tokens: classes, positions, and encoding.
#include "engine/ide/annotation/semantic_tokens.h"

#include <doctest/doctest.h>

#include "tests/harness/lsp_client.h"
#include "tests/unit/ide/support.h"

namespace hcl::test {

namespace {

using ide::SemanticToken;
using ide::TokenClass;

const char* name_of(TokenClass kind) {
    static const char* const kNames[] = {"plain",    "comment",  "keyword",  "type", "label",
                                         "property", "string",   "number",   "op",   "template",
                                         "tag",      "function", "variable", "loop"};
    return kNames[static_cast<int>(kind)];
}

std::string line_of(const std::string& text, std::uint32_t line) {
    std::size_t from = 0;
    while (line-- > 0) from = text.find('\n', from) + 1;
    return text.substr(from, text.find('\n', from) - from);
}

// "text:kind" of all tokens, by byte position.
std::string tokens(const std::string& text, std::string path = "a.zcl") {
    SmallWorld world;
    FileId file = world.add(std::move(path), text);
    std::string out;
    auto size = static_cast<std::uint32_t>(text.size());
    for (const SemanticToken& token :
         ide::semantic_tokens(*world.world.snapshot(), file, {0, size}, ColumnUnit::Utf8, {})) {
        out += line_of(text, token.line).substr(token.column, token.length) + ":" + name_of(token.kind) +
               (token.is_declaration ? "!" : "") + " ";
    }
    return out;
}

}  // namespace

TEST_CASE("semantic tokens: bodies") {
    CHECK(tokens("resource \"a\" b {\n  count = 1 # c\n  on = true\n}\n") ==
          "resource:type \"a\":label b:label count:property =:op 1:number # c:comment on:property =:op "
          "true:keyword ");
    CHECK(tokens("a = [1,\n /* x\n y */ 2]\n") ==
          "a:property =:op 1:number /* x:comment y */:comment 2:number ");
}

TEST_CASE("semantic tokens: expressions") {
    CHECK(
        tokens("a = x.y[0].z + text::upper(\"q\")\n") ==
        "a:property =:op x:variable y:property 0:number z:property +:op text::upper:function \"q\":string ");
    CHECK(tokens("a = { k = v, (w) = null, true = 1 }\n") ==
          "a:property =:op k:property =:op v:variable w:variable =:op null:keyword true:property =:op "
          "1:number ");
    CHECK(tokens("a = [for k, v in m : k + n if v]\n") ==
          "a:property =:op for:keyword k:loop! v:loop! in:keyword m:variable ::op k:loop +:op n:variable "
          "if:keyword v:loop ");
    // The name is not in scope in the collection, and a key is not a reference.
    CHECK(
        tokens("a = {for v in v : v => { v = v.v }...}\n") ==
        "a:property =:op for:keyword v:loop! in:keyword v:variable ::op v:loop =>:op v:property =:op v:loop "
        "v:property ...:op ");
}

TEST_CASE("semantic tokens: templates") {
    CHECK(tokens("a = \"x ${y} %{ if z }t%{ else }u%{ endif }\"\n") ==
          "a:property =:op \"x :string ${:template y:variable }:template  :string %{:template if:keyword "
          "z:variable }:template t:string %{:template else:keyword }:template u:string %{:template "
          "endif:keyword }:template \":string ");
    CHECK(
        tokens("a = <<-EOT\n  one\n  %{ for i in l ~}\n  ${i}\n  %{ endfor }\n  EOT\n") ==
        "a:property =:op <<-EOT:tag   one:string   :string %{:template for:keyword i:loop! in:keyword "
        "l:variable "
        "~}:template   :string ${:template i:loop }:template   :string %{:template endfor:keyword }:template "
        "EOT:tag ");
}

TEST_CASE("semantic tokens: JSON and CRLF") {
    CHECK(tokens("{\n  \"a\": [1, \"x\", true]\n}\n", "a.zcl.json") ==
          "\"a\":property ::op 1:number \"x\":string true:keyword ");
    CHECK(tokens("# x\r\na = <<E\r\nl\r\nE\r\n") == "# x:comment a:property =:op <<E:tag l:string E:tag ");
}

TEST_CASE("semantic tokens: a range equals that part of the whole") {
    std::string text;
    for (int i = 0; i < 200; ++i)
        text +=
            "block \"\xC3\xA4\" {\n  a = \"\xF0\x9F\x98\x80 ${b}\" # \xC3\xBC\n  c = "
            "<<E\nx\xC3\xA4\ny\nE\n}\n";
    SmallWorld world;
    FileId file = world.add("a.zcl", text);
    world::SnapshotPtr snapshot = world.world.snapshot();
    auto size = static_cast<std::uint32_t>(text.size());
    const syntax::File& tree = *snapshot->file(file)->tree();
    for (ColumnUnit unit : {ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::Utf32}) {
        std::vector<SemanticToken> all = ide::semantic_tokens(*snapshot, file, {0, size}, unit, {});
        // Positions match the file, and tokens stay within their lines.
        for (const SemanticToken& token : all) {
            std::uint32_t start = tree.offset({token.line, token.column}, unit);
            std::uint32_t end = tree.offset({token.line, token.column + token.length}, unit);
            CHECK(tree.position(start, unit) == Position{token.line, token.column});
            CHECK(count_units(tree.text({start, end}), unit) == token.length);
        }
        for (std::uint32_t from = 0; from < size; from += 1013) {
            Span span{from, std::min(from + 777, size)};
            std::vector<SemanticToken> expected;
            for (const SemanticToken& token : all) {
                std::uint32_t start = tree.offset({token.line, token.column}, unit);
                std::uint32_t end = tree.offset({token.line, token.column + token.length}, unit);
                if (end > span.start && start < span.end) expected.push_back(token);
            }
            CHECK(ide::semantic_tokens(*snapshot, file, span, unit, {}) == expected);
        }
    }
}

TEST_CASE("semantic tokens: deltas equal full requests") {
    LspClient client;
    json legend = client.initialize_result()["capabilities"]["semanticTokensProvider"]["legend"];
    CHECK(legend["tokenTypes"].size() == 15);
    json document = {{"textDocument", {{"uri", LspClient::uri("/room/a.zcl")}}}};
    client.open("/room/a.zcl", "a = 1\nb = 2\nc = 3\n");
    json full = client.result("textDocument/semanticTokens/full", document);
    CHECK(full["data"] == json::parse("[0,0,1,4,1, 0,2,1,7,0, 0,2,1,6,0, 1,0,1,4,1, 0,2,1,7,0, 0,2,1,6,0,"
                                      " 1,0,1,4,1, 0,2,1,7,0, 0,2,1,6,0]"));
    std::vector<std::uint32_t> data = full["data"];
    std::string id = full["resultId"];
    const char* const texts[] = {"a = 1\nbb = 2\nc = 3\n", "a = 1\nbb = 2\nc = 3\n", "", "x {\n}\n",
                                 "# é\nx {\n}\n"};
    for (const char* text : texts) {
        client.change_all("/room/a.zcl", text);
        json params = document;
        params["previousResultId"] = id;
        json delta = client.result("textDocument/semanticTokens/full/delta", params);
        REQUIRE(delta.contains("edits"));
        for (const json& edit : delta["edits"]) {
            std::vector<std::uint32_t> added = edit["data"];
            auto start = data.begin() + edit["start"].get<std::ptrdiff_t>();
            start = data.erase(start, start + edit["deleteCount"].get<std::ptrdiff_t>());
            data.insert(start, added.begin(), added.end());
        }
        id = delta["resultId"];
        CHECK(json(data) == client.result("textDocument/semanticTokens/full", document)["data"]);
        params["previousResultId"] = "unknown";
        json again = client.result("textDocument/semanticTokens/full/delta", params);
        CHECK(again.contains("data"));
        id = again["resultId"];
    }
}

}  // namespace hcl::test
