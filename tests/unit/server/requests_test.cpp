// Requests against the clock: cancelled, overtaken by edits, failing.
#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

#include "engine/base/check.h"
#include "server/app/routes.h"
#include "tests/harness/lsp_client.h"

namespace hcl::test {

namespace {

using server::Context;
using server::Lane;
using server::OnEdit;
using server::Reply;
using server::Route;

// How often test/count began.
std::atomic<int> begun{0};

Reply count(const Context& context, lsp::JsonView) {
    ++begun;
    context.cancel.poll();
    return std::to_string(context.snapshot->revision());
}

// Polls until somebody stops it.
Reply wait_for_cancel(const Context& context, lsp::JsonView) {
    ++begun;
    for (;;) {
        context.cancel.poll();
        std::this_thread::yield();
    }
}

Reply fail_check(const Context&, lsp::JsonView) {
    HCL_CHECK(1 + 1 == 3);
    return "null";
}

Reply throw_exception(const Context&, lsp::JsonView) {
    throw std::runtime_error("deliberate");
}

Reply fail_mutation(server::Session&, lsp::JsonView) {
    HCL_CHECK(2 + 2 == 5);
    return "null";
}

LspClientOptions with_routes(int threads) {
    LspClientOptions options;
    options.threads = threads;
    options.more_routes = std::make_shared<const std::vector<Route>>(std::vector<Route>{
        {"test/retry", true, Lane::Latency, OnEdit::Retry, &count, nullptr},
        {"test/refuse", true, Lane::Latency, OnEdit::Refuse, &count, nullptr},
        {"test/finish", true, Lane::Background, OnEdit::Finish, &count, nullptr},
        {"test/waitRetry", true, Lane::Latency, OnEdit::Retry, &wait_for_cancel, nullptr},
        {"test/waitRefuse", true, Lane::Background, OnEdit::Refuse, &wait_for_cancel, nullptr},
        {"test/check", true, Lane::Latency, OnEdit::Retry, &fail_check, nullptr},
        {"test/throw", true, Lane::Typing, OnEdit::Retry, &throw_exception, nullptr},
        {"test/mutation", true, Lane::Mutate, OnEdit::Finish, nullptr, &fail_mutation},
    });
    return options;
}

}  // namespace

TEST_CASE("a cancelled request is answered at once and never computed") {
    LspClient client(with_routes(0));
    begun = 0;
    std::int64_t id = client.send("test/retry", json::object());
    client.send_notification("$/cancelRequest", {{"id", id}});
    json answer = client.wait(id);
    CHECK(answer["error"]["code"] == -32800);
    CHECK(begun == 0);
    // Cancelling what is over, or never was, is harmless.
    client.notify("$/cancelRequest", {{"id", id}});
    client.notify("$/cancelRequest", {{"id", "nobody"}});
    client.notify("$/cancelRequest", json::object());
    CHECK(client.stray_answers().empty());
}

TEST_CASE("an edit overtakes a waiting request if its route allows that") {
    LspClient client(with_routes(0));
    client.open("/room/a.tf", "a = 1\n");
    begun = 0;
    auto edit = [&] {
        client.send_notification("textDocument/didChange",
                                 {{"textDocument", {{"uri", LspClient::uri("/room/a.tf")}, {"version", 9}}},
                                  {"contentChanges", json::array({{{"text", "b = 1\n"}}})}});
    };
    std::int64_t retry = client.send("test/retry", json::object());
    edit();
    CHECK(client.wait(retry).contains("result"));
    CHECK(begun == 2);
    std::int64_t refuse = client.send("test/refuse", json::object());
    edit();
    CHECK(client.wait(refuse)["error"]["code"] == -32801);
    begun = 0;
    std::int64_t finish = client.send("test/finish", json::object());
    edit();
    CHECK(client.wait(finish).contains("result"));
    CHECK(begun == 1);
}

TEST_CASE("running requests are cancelled and overtaken on their threads") {
    LspClient client(with_routes(2));
    client.open("/room/a.tf", "a = 1\n");
    auto wait_until_begun = [&] {
        while (begun == 0) std::this_thread::yield();
    };
    begun = 0;
    std::int64_t id = client.send("test/waitRetry", json::object());
    wait_until_begun();
    auto start = std::chrono::steady_clock::now();
    client.send_notification("$/cancelRequest", {{"id", id}});
    CHECK(client.wait(id)["error"]["code"] == -32800);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
    begun = 0;
    id = client.send("test/waitRefuse", json::object());
    wait_until_begun();
    client.change("/room/a.tf", 0, 0, 0, 1, "b");
    CHECK(client.wait(id)["error"]["code"] == -32801);
    // The worker is free again, and a background job cannot keep a person waiting.
    begun = 0;
    id = client.send("test/waitRefuse", json::object());
    std::int64_t second = client.send("test/waitRefuse", json::object());
    wait_until_begun();
    CHECK(client.call("test/retry", json::object()).contains("result"));
    client.send_notification("$/cancelRequest", {{"id", id}});
    client.send_notification("$/cancelRequest", {{"id", second}});
    CHECK(client.wait(id)["error"]["code"] == -32800);
    CHECK(client.wait(second)["error"]["code"] == -32800);
    // Requests that nobody cancelled end with the session.
    begun = 0;
    client.send("test/waitRetry", json::object());
    wait_until_begun();
    CHECK(client.quit() == 0);
}

TEST_CASE("a bug in a handler fails its request alone, and the log tells how to see it again") {
    for (int threads : {0, 1}) {
        CAPTURE(threads);
        LspClient client(with_routes(threads));
        for (const char* method : {"test/check", "test/throw", "test/mutation"}) {
            CAPTURE(method);
            CHECK(client.error_code(method, {{"clue", 4711}}) == -32603);
        }
        CHECK(client.result("test/retry", json::object()).is_number());
        int clues = 0;
        for (const std::string& line : client.log()) clues += line.find("4711") != std::string::npos;
        CHECK(clues == 3);
        CHECK(client.quit() == 0);
    }
}

}  // namespace hcl::test
