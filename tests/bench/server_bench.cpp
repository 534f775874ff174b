// Times the server itself. `server-bench [--program="hcl-ls --stdio"]... [LINES]...`
//
// For each program: from its start to its answer to `initialize`, and the memory that it holds then (a peer's
// command line may be given, too). For the first: from the last byte of an edit to the last byte of its
// diagnostics, as a client sees it. Then, in this process with everything inline: an edit plus a trivial
// request on documents of growing size; p50, p99 and the longest.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
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
    // Without a finding in each block, which would be sent again with every edit.
    return text + "variable \"prefix\" {}\n";
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
        // One character typed into a value, each time at another position.
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

// A language server in a process of its own.
class Process {
  public:
    explicit Process(const std::string& command) {
        int input[2];
        int output[2];
        if (pipe(input) != 0 || pipe(output) != 0) std::abort();
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, input[0], 0);
        posix_spawn_file_actions_adddup2(&actions, output[1], 1);
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
        for (int end : {input[0], input[1], output[0], output[1]})
            posix_spawn_file_actions_addclose(&actions, end);
        std::vector<std::string> words;
        for (std::size_t from = 0; from < command.size();) {
            std::size_t to = std::min(command.find(' ', from), command.size());
            if (to > from) words.push_back(command.substr(from, to - from));
            from = to + 1;
        }
        std::vector<char*> arguments;
        for (std::string& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        if (posix_spawnp(&pid_, arguments[0], &actions, nullptr, arguments.data(), environ) != 0) pid_ = 0;
        posix_spawn_file_actions_destroy(&actions);
        close(input[0]);
        close(output[1]);
        in_ = input[1];
        out_ = output[0];
    }
    ~Process() {
        close(in_);
        close(out_);
        if (pid_ > 0) waitpid(pid_, nullptr, 0);
    }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    bool send(const std::string& body) const {
        const std::string bytes = framed(body);
        std::string_view rest = bytes;
        while (!rest.empty()) {
            const ssize_t count = write(in_, rest.data(), rest.size());
            if (count <= 0) return false;
            rest.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    }
    // Reads until the text occurs; false at the end of the stream.
    bool wait_for(std::string_view text) {
        char buffer[65536];
        while (seen_.find(text) == std::string::npos) {
            ssize_t count = read(out_, buffer, sizeof buffer);
            if (count <= 0) return false;
            seen_.append(buffer, static_cast<std::size_t>(count));
        }
        return true;
    }
    void forget() { seen_.clear(); }
    double resident_megabytes() const {
        std::ifstream file("/proc/" + std::to_string(pid_) + "/statm");
        double total = 0;
        double resident = 0;
        file >> total >> resident;
        return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
    }

  private:
    pid_t pid_ = 0;
    int in_ = -1;
    int out_ = -1;
    std::string seen_;
};

// Edits of one character on an idle server, each followed by the diagnostics of its version.
void measure_publishing(const std::string& command, int lines, int rounds) {
    Process process(command);
    process.send(R"({"jsonrpc":"2.0","id":"first","method":"initialize","params":{"processId":null,)"
                 R"("rootUri":null,"capabilities":{"textDocument":{"publishDiagnostics":)"
                 R"({"versionSupport":true}}}}})");
    process.wait_for(R"("first")");
    process.send(R"({"jsonrpc":"2.0","method":"initialized","params":{}})");
    process.send(R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{)"
                 R"("uri":"untitled:a.hcl","languageId":"hcl","version":1,"text":)" +
                 server::json_quote(document_of(lines)) + "}}}");
    if (!process.wait_for(R"("version":1)")) return;
    std::vector<double> times;
    for (int i = 0; i < rounds; ++i) {
        // Lets the server become idle, as between two keystrokes.
        usleep(5000);
        process.forget();
        const std::string version = std::to_string(i + 2);
        // Every other edit introduces an error, and the next one removes it.
        const std::string at = std::to_string(i / 2 * 2 * 7919 % (lines / 8) * 8 + 2);
        const std::string start = R"({"start":{"line":)" + at + R"(,"character":10},"end":{"line":)" + at;
        process.send(
            R"({"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{)"
            R"("uri":"untitled:a.hcl","version":)" +
            version + R"(},"contentChanges":[{"range":)" + start +
            (i % 2 == 0 ? R"(,"character":10}},"text":"+ "}]}})" : R"(,"character":12}},"text":""}]}})"));
        auto sent = Clock::now();
        if (!process.wait_for("\"version\":" + version)) return;
        times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - sent).count());
    }
    std::ranges::sort(times);
    std::printf("%9d lines  %-34s p50 %8.1f us  p99 %8.1f us  max %8.1f us\n", lines,
                "an edit to its diagnostics", times[times.size() / 2], times[times.size() * 99 / 100],
                times.back());
}

void measure_start(const std::string& command, int rounds) {
    std::vector<double> times;
    double megabytes = 0;
    for (int i = 0; i < rounds; ++i) {
        auto start = Clock::now();
        Process process(command);
        bool answered =
            process.send(R"({"jsonrpc":"2.0","id":"first","method":"initialize","params":{"processId":null,)"
                         R"("rootUri":null,"capabilities":{}}})") &&
            process.wait_for(R"("first")");
        times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
        if (!answered) {
            std::printf("%s: does not answer\n", command.c_str());
            return;
        }
        megabytes = std::max(megabytes, process.resident_megabytes());
        process.send(R"({"jsonrpc":"2.0","id":"last","method":"shutdown"})");
        process.wait_for(R"("last")");
        process.send(R"({"jsonrpc":"2.0","method":"exit"})");
    }
    std::ranges::sort(times);
    std::printf("start to initialize  p50 %7.2f ms  p99 %7.2f ms  resident then %6.1f MB  %s\n",
                times[times.size() / 2], times[times.size() * 99 / 100], megabytes, command.c_str());
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<int> sizes;
    std::string program;
    std::signal(SIGPIPE, SIG_IGN);
    for (int i = 1; i < argc; ++i) {
        std::string argument = argv[i];
        if (argument.starts_with("--program=")) {
            if (program.empty()) program = argument.substr(10);
            measure_start(argument.substr(10), 100);
        } else {
            sizes.push_back(std::max(8, std::atoi(argv[i])));
        }
    }
    if (!program.empty()) measure_publishing(program, 40'000, 1000);
    if (sizes.empty()) sizes = {1'000, 40'000, 400'000};
    for (int lines : sizes) measure(lines, 2000);
    std::printf(
        "budgets: start p50 under 8 ms, 12 MB; edit and request on 40,000 lines under 200 us p99, "
        "an edit to its diagnostics under 1,000 us p99\n");
}
