// Recordings of --record replay with the same bytes and files; and the commands around them.
#include "server/app/recording.h"

#include <doctest/doctest.h>

#include "server/app/server.h"
#include "server/host/memory_file_system.h"
#include "tests/harness/shell.h"

using namespace std::string_literals;

namespace hcl::server {

namespace {

test::Shell home() {
    test::Shell shell;
    shell.console.folder = "/home";
    return shell;
}

std::string framed(const std::string& body) {
    return "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

}  // namespace

TEST_CASE("a recording contains any bytes and the answers of the disk") {
    std::string text;
    auto clock = std::make_shared<ManualClock>();
    Recorder recorder(clock, [&](std::string_view line) { text += line; });
    std::string bytes = "plain";
    std::string wild = "\xFF\x00\x80 \xC3\xBC"s + '\n';
    recorder.message(true, bytes);
    recorder.message(false, wild);
    auto files = recorder.wrap(std::make_shared<MemoryFileSystem>(
        std::map<std::string, std::string>{{"/a/b.tf", "x = 1\n"}, {"/a/c.tf", "\xFF"}}));
    CHECK(files->read("/a/b.tf").value() == "x = 1\n");
    CHECK(files->read("/a/c.tf").value() == "\xFF");
    CHECK_FALSE(files->read("/a/none"));
    CHECK(files->list("/a").value().size() == 2);
    CHECK(files->stat("/a").value().is_folder);
    CHECK_FALSE(files->stat("/none"));
    auto recording = read_recording(text);
    REQUIRE(recording);
    REQUIRE(recording->messages.size() == 2);
    CHECK(recording->messages[0].bytes == bytes);
    CHECK(recording->messages[0].from_client);
    CHECK(recording->messages[1].bytes == wild);
    CHECK(recording->files->read("/a/b.tf").value() == "x = 1\n");
    CHECK(recording->files->read("/a/c.tf").value() == "\xFF");
    CHECK_FALSE(recording->files->read("/a/none"));
    CHECK(recording->files->list("/a").value()[1].name == "c.tf");
    CHECK(recording->files->stat("/a").value().is_folder);
    CHECK_FALSE(recording->files->stat("/none"));
    CHECK_FALSE(read_recording("nonsense\n"));
    CHECK_FALSE(read_recording("{}\n"));
    // A last line that a crash cut short is left out.
    CHECK(read_recording(text + "{\"ms\":1,\"in")->messages.size() == 2);
}

TEST_CASE("a recorded session gives the same answers when run again") {
    std::string text;
    auto clock = std::make_shared<ManualClock>();
    Recorder recorder(clock, [&](std::string_view line) { text += line; });
    Host host;
    host.clock = clock;
    host.files = recorder.wrap(std::make_shared<MemoryFileSystem>(
        std::map<std::string, std::string>{{"/room/a.tf", "a = \n"}, {"/room/b.tf", "b = 2\n"}}));
    host.write = [](std::string_view) {};
    host.record = [&](bool from_client, std::string_view bytes) { recorder.message(from_client, bytes); };
    ServerOptions options;
    options.threads = 0;
    Server server(options, host);
    auto send = [&](const std::string& body) {
        server.receive(framed(body));
        server.pump();
    };
    send(
        R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"rootUri":"file:///room"}})");
    send(R"({"jsonrpc":"2.0","method":"initialized","params":{}})");
    clock->advance(std::chrono::seconds(1));
    server.pump();
    send(
        R"({"jsonrpc":"2.0","id":"two","method":"textDocument/documentSymbol","params":{"textDocument":{"uri":"file:///room/b.tf"}}})");
    send(R"({"jsonrpc":"2.0","id":3,"method":"no/such"})");
    send(R"({"jsonrpc":"2.0","id":4,"method":"shutdown"})");
    send(R"({"jsonrpc":"2.0","method":"exit"})");

    test::Shell shell = home();
    shell.files->write("/home/session.jsonl", text);
    CHECK(shell.run({"replay", "session.jsonl"}) == 0);
    CHECK(shell.out.find("4 answers, 0 differ") != std::string::npos);
    CHECK(shell.run({"replay", "--print", "session.jsonl"}) == 0);
    CHECK(shell.out.find("publishDiagnostics") != std::string::npos);
    // A difference is shown.
    std::size_t at = text.find("\\\"name\\\":\\\"b\\\"");
    REQUIRE(at != std::string::npos);
    shell.files->write("/home/changed.jsonl", text.replace(at, 14, "\\\"name\\\":\\\"q\\\""));
    CHECK(shell.run({"replay", "changed.jsonl"}) == 1);
    CHECK(shell.run({"replay", "none.jsonl"}) == 2);
    CHECK(shell.run({"replay"}) == 2);
}

TEST_CASE("the command line helps") {
    test::Shell shell = home();
    CHECK(shell.run({"--version"}) == 0);
    CHECK(shell.out.starts_with("hcl-ls 0."));
    CHECK(shell.run({"--help"}) == 0);
    const std::string overview = shell.out;
    for (const Command& command : all_commands()) {
        CAPTURE(command.name);
        CHECK(overview.find("\n  " + std::string(command.name) + " ") != std::string::npos);
        CHECK(shell.run({"help", command.name}) == 0);
        CHECK(shell.run({command.name, "--help"}) == 0);
        CHECK(shell.out.size() > 80);
    }
    CHECK(shell.run({"no-such-command"}) == 2);
    CHECK(shell.run({"help", "no-such-command"}) == 2);
    CHECK(shell.run({"--no-such-option"}) == 2);
    CHECK(shell.run({"--socket=abc"}) == 2);
    CHECK(shell.run({"--threads=-1"}) == 2);
    CHECK_FALSE(shell.err.empty());
}

TEST_CASE("doctor prints the state of the workspace") {
    test::Shell shell = home();
    shell.files->write("/home/a.tf", "a = \n");
    shell.files->write("/home/sub/b.nomad", "b = 1\n");
    shell.files->write("/home/.hcl-ls.hcl",
                       "language \"app\" {\n  spec  = \"app.hcldec\"\n  files = [\"*.app.hcl\"]\n}\n"
                       "rules = { UnusedSymbol = \"off\" }\n");
    shell.files->write("/home/app.hcldec", "object {\n  attr \"a\" {\n    type = nonsense\n  }\n}\n");
    CHECK(shell.run({"doctor"}) == 0);
    for (const char* part : {"version", "root /home", "*.nomad", "hcl.diagnostics.enable", "memory: trees",
                             "memory: bound tables", "/home/.hcl-ls.hcl", "language app",
                             "*.app.hcl; 1 problem in", "rule UnusedSymbol"}) {
        CAPTURE(part);
        CHECK(shell.out.find(part) != std::string::npos);
    }
    CHECK(shell.out.find("4 (") != std::string::npos);
    CHECK(shell.out.find("1 in 1 file\n") != std::string::npos);
    CHECK(shell.run({"doctor", "/none"}) == 0);
    CHECK(shell.out.find("no such folder") != std::string::npos);
    CHECK(shell.run({"doctor", "--what"}) == 2);
}

TEST_CASE("paths of the command line") {
    test::Shell shell = home();
    CHECK(shell.console.absolute("a.tf") == "/home/a.tf");
    CHECK(shell.console.absolute("./x/../a.tf") == "/home/a.tf");
    CHECK(shell.console.absolute("/x//y/.") == "/x/y");
    CHECK(shell.console.absolute("../../..") == "/");
    CHECK(shell.console.absolute(".") == "/home");
}

}  // namespace hcl::server
