// Highlights, definitions, references, workspace symbols.
#include "engine/ide/navigation/navigation.h"

#include <doctest/doctest.h>

#include "engine/ide/completion/fuzzy.h"
#include "engine/ide/outline/workspace_symbols.h"
#include "tests/harness/lsp_client.h"
#include "tests/unit/ide/support.h"

namespace hcl::test {

namespace {

// Every use as file:start, with "!" after definitions.
std::string uses(std::string_view marked, std::string_view other = "") {
    Marked at(marked);
    SmallWorld world;
    FileId file = world.add("dir/a.zcl", at.text);
    if (!other.empty()) world.add("dir/b.zcl", other);
    world.add("elsewhere/c.zcl", "x = var.region\n");
    std::string out;
    for (const ide::NameUse& use :
         ide::uses_at(*world.world.snapshot(), file, at.offset, ide::UseScope::Workspace, {}))
        out += std::to_string(use.where.file.value) + ":" + std::to_string(use.where.span.start) +
               (use.is_definition ? "! " : " ");
    return out;
}

std::string definition(std::string_view marked, std::string_view other = "") {
    Marked at(marked);
    SmallWorld world;
    FileId file = world.add("dir/a.zcl", at.text);
    if (!other.empty()) world.add("dir/b.zcl", other);
    auto found = ide::definition_at(*world.world.snapshot(), file, at.offset, {});
    if (!found) return "";
    std::string out = world.text(file, found->origin) + " ->";
    for (const ide::DefinitionPlace& place : found->places)
        out += " " + std::to_string(place.file.value) + " " + world.text(place.file, place.name);
    return out;
}

std::string brackets(std::string_view marked) {
    Marked at(marked);
    SmallWorld world;
    FileId file = world.add("a.zcl", at.text);
    std::string out;
    for (Span span : ide::bracket_pair_at(*world.world.snapshot(), file, at.offset, {}))
        out += std::to_string(span.start) + "-" + std::to_string(span.end) + " ";
    return out;
}

}  // namespace

TEST_CASE("uses: the names of for expressions have scopes") {
    CHECK(uses("a = [for v in v : v + [for v in v : v][0] if |v]\nb = v\n") == "0:9! 0:18 0:32 0:45 ");
    CHECK(uses("a = [for |k, v in m : { k = k }]\n") == "0:9! 0:27 ");
    CHECK(uses("a = [for v in |v : v]\nb = v\n") == "0:14 0:25 ");
    CHECK(uses("a = \"%{ for x in y }${|x}%{ endfor }\"\n") == "0:12! 0:22 ");
}

TEST_CASE("uses: references and their declarations") {
    std::string_view block = "variable \"region\" {}\n";
    CHECK(uses("x = var.re|gion\ny = \"${var.region}\" + var.other\n", block) == "0:8 0:26 1:10! ");
    CHECK(uses("x = v|ar.region\ny = var.other\n", block) == "0:8 1:10! ");
    CHECK(uses("locals {\n  |a = 1\n}\nb = local.a\n") == "0:11! 0:29 ");
    CHECK(uses("resource \"t\" \"|n\" {}\na = t.n.id + data.t.n\n") == "0:14! 0:26 ");
    CHECK(uses("a = upp|er(upper(x))\n", "b = upper(1)\n") == "0:4 0:10 1:4 ");
    CHECK(uses("a = x.y.|z\nb = x.y.z[0].w + x.y\n") == "0:8 0:18 ");
    CHECK(uses("a = { |k = 1 }\n") == "0:6! ");
    CHECK(uses("a = |1\n") == "");
}

TEST_CASE("definitions by syntax alone") {
    CHECK(definition("x = var.|a\n", "variable \"a\" {}\n") == "var.a -> 1 a");
    CHECK(definition("x = |var.a.b\n", "variable \"a\" {}\n") == "var.a -> 1 a");
    CHECK(definition("x = var.a.|b\n", "variable \"a\" {}\n") == "");
    CHECK(definition("x = t.n.|id\nresource \"t\" \"n\" {}\n") == "");
    CHECK(definition("x = t.|n[0].id\nresource \"t\" \"n\" {}\n") == "t.n -> 0 n");
    CHECK(definition("x = data.t.|n\nresource t n {}\ndata t n {}\n") == "data.t.n -> 0 n");
    CHECK(definition("x = [for v in l : |v]\n") == "v -> 0 v");
    CHECK(definition("x = |y\ny = 1\n") == "y -> 0 y");
    CHECK(definition("x = |nothing\n") == "");
}

TEST_CASE("brackets that belong together") {
    CHECK(brackets("a = f|(1, [2])\n") == "5-6 12-13 ");
    CHECK(brackets("a = f(1, [2])|\n") == "5-6 12-13 ");
    CHECK(brackets("a |{\n  b = 1\n}\n") == "2-3 12-13 ");
    CHECK(brackets("a = \"|${b}\"\n") == "5-7 8-9 ");
    CHECK(brackets("a = |b\n") == "");
}

std::optional<int> score(std::string_view pattern, std::string_view text) {
    return ide::FuzzyPattern(pattern).score(text);
}

TEST_CASE("names by a few letters") {
    CHECK(score("avm", "aws_vpc main").has_value());
    CHECK(!score("mva", "aws_vpc main"));
    CHECK(score("MAIN", "main") > score("main", "main2"));
    CHECK(score("main", "x main") > score("main", "xmain"));
    CHECK(score("main", "xmain") > score("main", "m_a_i_n"));
    CHECK(score("", "a").has_value());

    SmallWorld world;
    for (int i = 0; i < 400; ++i)
        world.add("f" + std::to_string(i) + ".zcl",
                  "thing \"n" + std::to_string(i) + "\" {\n  a = 1\n  b {\n    c = 1\n  }\n}\n");
    world::SnapshotPtr snapshot = world.world.snapshot();
    auto found = ide::workspace_symbols(*snapshot, "n399", 10, {});
    REQUIRE(!found.empty());
    CHECK(found[0].name == "thing n399");
    CHECK(found[0].where.file.value == 399);
    CHECK(ide::workspace_symbols(*snapshot, "", 256, {}).size() == 256);
    auto inner = ide::workspace_symbols(*snapshot, "b", 1000, {});
    REQUIRE(inner.size() == 400);
    CHECK(inner[0].container == "thing n0");
    CHECK(ide::workspace_symbols(*snapshot, "nothing like it", 10, {}).empty());
    // Arguments are listed only on request, and after blocks.
    auto all = ide::workspace_symbols(*snapshot, "", 10'000, {});
    CHECK(all.size() == 800);
    for (const ide::WorkspaceSymbol& symbol : all) CHECK(symbol.kind == ide::SymbolKind::Block);
    world.add("last.zcl", "nested \"argument\" {\n  argument = 1\n}\n");
    auto asked = ide::workspace_symbols(*world.world.snapshot(), "argument", 10, {});
    REQUIRE(asked.size() == 2);
    CHECK(asked[0].name == "nested argument");
    CHECK(asked[1].name == "argument");
}

TEST_CASE("navigation through the protocol") {
    LspClient client;
    client.open("/room/a.zcl", "x = var.a\n", "zcl");
    client.open("/room/b.zcl", "variable \"a\" {}\n", "zcl");
    json found = client.result("textDocument/definition", client.position_params("/room/a.zcl", 0, 8));
    REQUIRE(found.size() == 1);
    CHECK(found[0]["uri"] == LspClient::uri("/room/b.zcl"));
    CHECK(found[0]["range"]["start"]["character"] == 10);
    json params = client.position_params("/room/b.zcl", 0, 10);
    params["context"] = {{"includeDeclaration", false}};
    CHECK(client.result("textDocument/references", params).size() == 1);
    params["context"] = {{"includeDeclaration", true}};
    CHECK(client.result("textDocument/references", params).size() == 2);
    json lights =
        client.result("textDocument/documentHighlight", client.position_params("/room/b.zcl", 0, 10));
    REQUIRE(lights.size() == 1);
    CHECK(lights[0]["kind"] == 3);
    lights = client.result("textDocument/documentHighlight", client.position_params("/room/b.zcl", 0, 13));
    CHECK(lights.size() == 2);
    CHECK(lights[0]["kind"] == 1);
    json symbols = client.result("workspace/symbol", {{"query", "vara"}});
    REQUIRE(!symbols.empty());
    CHECK(symbols[0]["name"] == "variable a");
    CHECK(symbols[0]["location"]["uri"] == LspClient::uri("/room/b.zcl"));
}

}  // namespace hcl::test
