// What the server itself costs: an edit plus a trivial request on documents of growing size, in this process,
// with everything inline. Prints p50, p99 and the longest in microseconds; `server-bench [LINES]...`.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "server/app/server.h"
#include "server/host/memory_file_system.h"

namespace {

using namespace hcl;
using Clock = std::chrono::steady_clock;

std::string document_of(int lines) {
    std::string text;
    for (int i = 0; i < lines; i += 8)
        text += "resource \"null_thing\" \"item_" + std::to_string(i) +
                "\" {\n  name  = \"item-${var.prefix}-" + std::to_string(i) +
                "\"\n  count = 3\n  tags = {\n    a = \"b\"\n    c = [1, 2, 3]\n  }\n}\n";
    return text;
}

std::string framed(const std::string& body) {
    return "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

void measure(int lines, int rounds) {
    std::size_t answers = 0;
    server::Host host;
    host.files = std::make_shared<server::MemoryFileSystem>();
    auto clock = std::make_shared<server::ManualClock>();
    host.clock = clock;
    host.write = [&](std::string_view) { ++answers; };
    server::ServerOptions options;
    options.threads = 0;
    server::Server server(options, host);
    auto send = [&](const std::string& body) { server.receive(framed(body)); };
    send(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{}}})");
    send(R"({"jsonrpc":"2.0","method":"initialized","params":{}})");
    std::string quoted = server::json_quote(document_of(lines));
    send(R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.tf",)"
         R"("languageId":"terraform","version":1,"text":)" +
         quoted + "}}}");
    server.pump();
    clock->advance(std::chrono::seconds(1));
    server.pump();

    std::vector<double> edits;
    std::vector<double> diagnostics;
    std::string before = "0";
    for (int i = 0; i < rounds; ++i) {
        // One character typed into a value, somewhere else each time.
        int block = static_cast<int>((std::uint64_t{static_cast<unsigned>(i)} * 2654435761u) %
                                     static_cast<unsigned>(lines / 8));
        std::string line = std::to_string(block * 8 + 2);
        std::string edit = framed(
            R"({"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.tf",)"
            R"("version":)" +
            std::to_string(i + 2) + R"(},"contentChanges":[{"range":{"start":{"line":)" + line +
            R"(,"character":10},"end":{"line":)" + line + R"(,"character":11}},"text":")" +
            std::to_string(i % 10) + R"("}]}})");
        std::string request =
            framed(R"({"jsonrpc":"2.0","id":)" + std::to_string(i + 1) +
                   R"(,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///none.tf"},)"
                   R"("position":{"line":1,"character":1}}})");
        auto start = Clock::now();
        server.receive(edit);
        server.receive(request);
        server.pump();
        auto answered = Clock::now();
        clock->advance(std::chrono::seconds(1));
        server.pump();
        auto published = Clock::now();
        edits.push_back(std::chrono::duration<double, std::micro>(answered - start).count());
        diagnostics.push_back(std::chrono::duration<double, std::micro>(published - answered).count());
    }
    auto print = [&](const char* what, std::vector<double>& times) {
        std::ranges::sort(times);
        std::printf("%9d lines  %-34s p50 %8.1f us  p99 %8.1f us  max %8.1f us\n", lines, what,
                    times[times.size() / 2], times[times.size() * 99 / 100], times.back());
    };
    print("edit and trivial request", edits);
    print("published syntax diagnostics", diagnostics);
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<int> sizes;
    for (int i = 1; i < argc; ++i) sizes.push_back(std::max(8, std::atoi(argv[i])));
    if (sizes.empty()) sizes = {1'000, 40'000, 400'000};
    for (int lines : sizes) measure(lines, 2000);
    std::printf("budget: edit and trivial request on 40,000 lines under 200 us p99\n");
}
