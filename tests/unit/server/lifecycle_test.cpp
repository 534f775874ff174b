// From initialize to exit, and what may not be said when.
#include <doctest/doctest.h>

#include "server/app/server.h"
#include "tests/harness/lsp_client.h"

namespace hcl::test {

TEST_CASE("initialize returns the capabilities of the server") {
    LspClient client;
    const json& capabilities = client.initialize_result()["capabilities"];
    CHECK(capabilities["positionEncoding"] == "utf-16");
    CHECK(capabilities["textDocumentSync"]["change"] == 2);
    CHECK(capabilities["textDocumentSync"]["openClose"] == true);
    CHECK(client.initialize_result()["serverInfo"]["name"] == "hcl-ls");
    CHECK_FALSE(capabilities.contains("diagnosticProvider"));
}

TEST_CASE("position encodings are negotiated in the client's order") {
    LspClientOptions options;
    for (const char* encoding : {"utf-8", "utf-16", "utf-32"}) {
        options.encoding = encoding;
        CHECK(LspClient(options).initialize_result()["capabilities"]["positionEncoding"] == encoding);
    }
    options.encoding = "";
    CHECK(LspClient(options).initialize_result()["capabilities"]["positionEncoding"] == "utf-16");
    options.capabilities = {{"general", {{"positionEncodings", {"utf-7", "utf-32", "utf-16"}}}}};
    CHECK(LspClient(options).initialize_result()["capabilities"]["positionEncoding"] == "utf-32");
}

TEST_CASE("nothing is answered before initialize") {
    LspClientOptions options;
    options.initialize = false;
    LspClient client(options);
    CHECK(client.error_code("textDocument/hover", client.position_params("/room/a.tf", 0, 0)) == -32002);
    CHECK(client.error_code("no/such", nullptr) == -32002);
    CHECK(client.error_code("shutdown", nullptr) == -32002);
    CHECK(client.error_code("initialize", json::array()) == -32602);
    CHECK(client.error_code("initialize", {{"capabilities", json::object()}}) == 0);
    CHECK(client.error_code("initialize", {{"capabilities", json::object()}}) == -32600);
}

TEST_CASE("a session ends with the code that tells how") {
    SUBCASE("shutdown and exit") {
        LspClient client;
        client.result("shutdown", nullptr);
        CHECK(client.error_code("shutdown", nullptr) == -32600);
        CHECK(client.error_code("textDocument/hover", client.position_params("/room/a.tf", 0, 0)) == -32600);
        CHECK_FALSE(client.has_ended());
        client.notify("exit", nullptr);
        CHECK(client.has_ended());
        CHECK(client.exit_code() == 0);
    }
    SUBCASE("exit alone") {
        LspClient client;
        client.notify("exit", nullptr);
        CHECK(client.has_ended());
        CHECK(client.exit_code() == 1);
    }
    SUBCASE("exit before initialize") {
        LspClientOptions options;
        options.initialize = false;
        LspClient client(options);
        client.notify("exit", nullptr);
        CHECK(client.has_ended());
        CHECK(client.exit_code() == 1);
    }
    SUBCASE("the input ends") {
        LspClient client;
        client.server().end_of_input();
        client.pump();
        CHECK(client.has_ended());
    }
    SUBCASE("with threads") {
        LspClientOptions options;
        options.threads = 2;
        CHECK(LspClient(options).quit() == 0);
    }
}

TEST_CASE("invalid messages are answered as the protocol requires") {
    LspClient client;
    CHECK(client.error_code("no/such", json::object()) == -32601);
    CHECK(client.error_code("$/no/such", json::object()) == -32601);
    CHECK(client.error_code("textDocument/didOpen", json::object()) == -32601);
    CHECK(client.error_code("textDocument/hover", json::object()) == -32602);
    CHECK(client.error_code("textDocument/hover", nullptr) == -32602);
    client.forget_received();
    client.notify("$/no/such", json::object());
    client.notify("no/such", json::object());
    client.notify("textDocument/didOpen", {{"textDocument", 5}});
    client.notify("textDocument/didChange", json::array());
    CHECK(client.received().empty());
    CHECK(client.stray_answers().empty());
    client.send_body("{");
    client.send_body("[]");
    client.send_body("{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":5}");
    client.pump();
    auto stray = client.stray_answers();
    REQUIRE(stray.size() == 3);
    CHECK(stray[0]["error"]["code"] == -32700);
    CHECK(stray[1]["error"]["code"] == -32600);
    CHECK(stray[2]["error"]["code"] == -32600);
    CHECK(client.result("textDocument/hover", client.position_params("/room/none.tf", 0, 0)).is_null());
}

TEST_CASE("odd ids come back as they went") {
    LspClient client;
    for (const char* id : {"-7", "\"seven\"", "\"\"", "9007199254740993"}) {
        client.forget_received();
        client.send_body("{\"jsonrpc\":\"2.0\",\"id\":" + std::string(id) + ",\"method\":\"no/such\"}");
        client.pump();
        auto stray = client.stray_answers();
        REQUIRE(stray.size() == 1);
        CHECK(stray[0]["id"].dump() == id);
    }
    // The same id twice: both are answered.
    client.forget_received();
    std::string twice = R"({"jsonrpc":"2.0","id":"x","method":"textDocument/hover","params":)" +
                        client.position_params("/room/a.tf", 0, 0).dump() + "}";
    client.send_body(twice);
    client.send_body(twice);
    client.pump();
    CHECK(client.stray_answers().size() == 2);
}

TEST_CASE("messages come in any pieces") {
    LspClient client;
    std::string body = R"({"jsonrpc":"2.0","id":"p","method":"no/such"})";
    std::string message = "Content-Length: " + std::to_string(body.size()) +
                          "\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n" + body;
    for (char byte : message) client.send_raw(std::string_view(&byte, 1));
    client.send_raw(message + message);
    client.pump();
    CHECK(client.stray_answers().size() == 3);
}

TEST_CASE("messages are skipped beyond 256 MiB unless told otherwise") {
    CHECK(server::ServerOptions{}.max_message == std::uint64_t{256} * 1024 * 1024);
    LspClient client;
    client.forget_received();
    client.send_raw("Content-Length: 268435457\r\n\r\n");
    for (int i = 0; i < 257; ++i) client.send_raw(std::string(i < 256 ? 1u << 20 : 1u, 'x'));
    CHECK(client.error_code("no/such", nullptr) == -32601);
    CHECK(client.stray_answers().empty());
    bool is_told = false;
    for (const std::string& line : client.log()) is_told |= line.find("268435457") != std::string::npos;
    CHECK(is_told);
}

TEST_CASE("trace messages follow $/setTrace") {
    LspClient client;
    client.result("textDocument/hover", client.position_params("/room/a.tf", 0, 0));
    CHECK(client.received("$/logTrace").empty());
    client.notify("$/setTrace", {{"value", "verbose"}});
    client.result("textDocument/hover", client.position_params("/room/a.tf", 0, 0));
    client.pump();
    auto traces = client.received("$/logTrace");
    REQUIRE(traces.size() == 1);
    CHECK(traces[0].contains("verbose"));
    client.notify("$/setTrace", {{"value", "messages"}});
    client.result("textDocument/hover", client.position_params("/room/a.tf", 0, 0));
    client.pump();
    traces = client.received("$/logTrace");
    REQUIRE(traces.size() == 2);
    CHECK_FALSE(traces[1].contains("verbose"));
    client.notify("$/setTrace", {{"value", "off"}});
    client.result("textDocument/hover", client.position_params("/room/a.tf", 0, 0));
    client.pump();
    CHECK(client.received("$/logTrace").size() == 2);
}

}  // namespace hcl::test
