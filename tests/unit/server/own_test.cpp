// Requests that the protocol does not have: the language of a file, the value of a selection, the graph of
// references.
#include <doctest/doctest.h>

#include "tests/harness/lsp_client.h"
#include "tests/harness/paths.h"

namespace hcl::test::own_test {

namespace {

constexpr std::string_view kText = R"(input "size" {
  default = 3
}
values {
  made = [ input.size * 2, { a = "x${input.size}" } ]
}
)";

LspClient with_pack() {
    LspClientOptions all;
    all.files = {{"/room/app.hcldec", shared_pack("app.hcldec")}};
    return LspClient(std::move(all));
}

json place(std::uint32_t line, std::uint32_t from, std::uint32_t to) {
    return {{"start", {{"line", line}, {"character", from}}}, {"end", {{"line", line}, {"character", to}}}};
}

json document(std::string_view path) {
    return {{"uri", LspClient::uri(std::string(path))}};
}

}  // namespace

TEST_CASE("a client can ask for the language of a file") {
    LspClient client = with_pack();
    client.open("/room/app.hcl", kText);
    client.open("/room/docker-bake.hcl", "");
    json own = client.result("hcl-ls/language", {{"textDocument", document("/room/app.hcl")}});
    CHECK(own.at("title") == "An application");
    CHECK(own.at("pack") == LspClient::uri("/room/app.hcldec"));
    json built_in = client.result("hcl-ls/language", {{"textDocument", document("/room/docker-bake.hcl")}});
    CHECK(built_in == json{{"id", "bake"}, {"title", "Docker Bake"}});
    CHECK(client.result("hcl-ls/language", {{"textDocument", document("/room/none.hcl")}}).is_null());
}

TEST_CASE("a client can ask for the value of a selection") {
    LspClient client = with_pack();
    client.open("/room/app.hcl", kText);
    auto ask = [&](json range) {
        return client.result("hcl-ls/evaluate",
                             {{"textDocument", document("/room/app.hcl")}, {"range", std::move(range)}});
    };
    // "input.size * 2", also with the space around it.
    CHECK(ask(place(4, 11, 25)) == json{{"range", place(4, 11, 25)}, {"type", "number"}, {"value", "6"}});
    CHECK(ask(place(4, 10, 25)).at("value") == "6");
    // A cursor alone takes the smallest expression with a value.
    CHECK(ask(place(4, 24, 24)).at("value") == "2");
    // A selection over two expressions takes the one around them.
    CHECK(ask(place(4, 11, 32)).at("value") == "[6, { a = \"x3\" }]");
    // A key is a name: the object around it is meant.
    CHECK(ask(place(4, 29, 30)).at("value") == "{ a = \"x3\" }");
    CHECK(ask(place(4, 33, 49)).at("type") == "string");
    CHECK(ask(place(4, 2, 6)).is_null());
}

TEST_CASE("a client can ask for the reference graph") {
    LspClient client = with_pack();
    client.open("/room/app.hcl",
                "input \"size\" {\n  default = 3\n}\nlimits = { cpu = input.size }\ninput \"alone\" {\n}\n");
    auto ask = [&](std::uint32_t line) {
        return client.result("hcl-ls/graph", {{"textDocument", document("/room/app.hcl")},
                                              {"position", {{"line", line}, {"character", 0}}}});
    };
    json size = ask(1);
    CHECK(size.at("around") == "input.size");
    REQUIRE(size.at("nodes").size() == 2);
    CHECK(size["nodes"][0].at("kind") == "file");
    CHECK(size["nodes"][1].at("name") == "input.size");
    CHECK(size["nodes"][1].at("kind") == "input");
    CHECK(size["nodes"][1].at("range") == place(0, 6, 12));
    REQUIRE(size.at("edges").size() == 1);
    CHECK(size["edges"][0].at("from") == 0);
    CHECK(size["edges"][0].at("to") == 1);
    CHECK(size["edges"][0].at("range") == place(3, 17, 27));
    CHECK(size.at("svg").get<std::string>().starts_with("<svg "));
    CHECK(ask(4).at("nodes").size() == 1);
    json all = ask(3);
    CHECK(!all.contains("around"));
    CHECK(all.at("nodes").size() == 3);
    // Without a position, the module; without a document, the workspace.
    CHECK(client.result("hcl-ls/graph", {{"textDocument", document("/room/app.hcl")}}) == all);
    client.open("/room/other.hcl", "input \"far\" {\n}\n");
    json whole = client.result("hcl-ls/graph", json::object());
    CHECK(!whole.contains("around"));
    CHECK(whole.at("nodes").size() > all.at("nodes").size());
    CHECK(whole.at("mermaid").get<std::string>().find("input.far") != std::string::npos);
    CHECK(client.result("hcl-ls/graph", {{"textDocument", document("/room/none.hcl")}}).is_null());
}

}  // namespace hcl::test::own_test
