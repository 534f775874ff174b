// Times the server itself. `server-bench [--program="hcl-ls --stdio"]... [LINES]...`
//
// For each program: from its start to its answer to `initialize`, and the memory that it holds then (a peer's
// command line may be given, too). For the first: from the last byte of an edit to the last byte of its
// diagnostics, as a client sees it; and of a Terraform module of 39,000 lines, from its opening to its first
// diagnostics, and edits that change values; and how long a request in another file waits while documents of
// 24 and 50 MB are opened, edited and closed. Then, in this process with everything inline: an edit plus a
// trivial request on documents of growing size, and the processor time of edits of the module; p50, p99 and
// the longest.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/json_string.h"
#include "engine/ide/annotation/diagnostics.h"
#include "engine/world/world.h"
#include "server/app/extensions.h"
#include "server/app/server.h"
#include "server/host/memory_file_system.h"
#include "tests/bench/terraform_text.h"

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

std::string opening(const std::string& uri, const std::string& language, const std::string& text) {
    return R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":")" + uri +
           R"(","languageId":")" + language + R"(","version":1,"text":)" + json_string(text) + "}}}";
}

// Replaces a part of a line.
std::string change(const std::string& uri, int version, std::size_t line, std::size_t from, std::size_t to,
                   const std::string& text) {
    const std::string row = R"({"line":)" + std::to_string(line) + R"(,"character":)";
    return R"({"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":")" + uri +
           R"(","version":)" + std::to_string(version) + R"(},"contentChanges":[{"range":{"start":)" + row +
           std::to_string(from) + R"(},"end":)" + row + std::to_string(to) + R"(}},"text":)" +
           json_string(text) + "}]}}";
}

// Percentiles of many times, in microseconds.
void print_times(const std::string& what, std::vector<double>& times) {
    std::ranges::sort(times);
    std::printf("%-52s p50 %8.1f us  p99 %8.1f us  max %8.1f us\n", what.c_str(), times[times.size() / 2],
                times[times.size() * 99 / 100], times.back());
}

// A server in this process, which works only when it is pumped.
class InlineServer {
  public:
    InlineServer() {
        send(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{}}})");
        send(R"({"jsonrpc":"2.0","method":"initialized","params":{}})");
    }
    void send(const std::string& body) { server_.receive(framed(body)); }
    void pump() { server_.pump(); }
    // Also what waits for time to pass.
    void settle() {
        server_.pump();
        clock_->advance(std::chrono::seconds(1));
        server_.pump();
    }

  private:
    static server::ServerOptions options() {
        server::ServerOptions options;
        options.threads = 0;
        return options;
    }
    server::Host host() const {
        server::Host host;
        host.files = std::make_shared<server::MemoryFileSystem>();
        host.clock = clock_;
        host.write = [](std::string_view) {};
        return host;
    }
    std::shared_ptr<server::ManualClock> clock_ = std::make_shared<server::ManualClock>();
    server::Server server_{options(), host()};
};

void measure(int lines, int rounds) {
    InlineServer server;
    server.send(opening("file:///a.tf", "terraform", document_of(lines)));
    server.settle();

    std::vector<double> edits;
    std::vector<double> diagnostics;
    for (int i = 0; i < rounds; ++i) {
        // One character typed into a value, each time at another position.
        int block = static_cast<int>((std::uint64_t{static_cast<unsigned>(i)} * 2654435761u) %
                                     static_cast<unsigned>(lines / 8));
        const std::string edit = change("file:///a.tf", i + 2, static_cast<std::size_t>(block) * 8 + 2, 10,
                                        11, std::to_string(i % 10));
        std::string request =
            R"({"jsonrpc":"2.0","id":)" + std::to_string(i + 1) +
            R"(,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///none.tf"},)"
            R"("position":{"line":1,"character":1}}})";
        auto start = Clock::now();
        server.send(edit);
        server.send(request);
        server.pump();
        auto answered = Clock::now();
        server.settle();
        auto published = Clock::now();
        edits.push_back(std::chrono::duration<double, std::micro>(answered - start).count());
        diagnostics.push_back(std::chrono::duration<double, std::micro>(published - answered).count());
    }
    const std::string size = std::to_string(lines) + " lines, ";
    print_times(size + "edit and trivial request", edits);
    print_times(size + "published syntax diagnostics", diagnostics);
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
        arguments.reserve(words.size() + 1);
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
    pid_t id() const { return pid_; }
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

void begin(Process& process) {
    process.send(R"({"jsonrpc":"2.0","id":"first","method":"initialize","params":{"processId":null,)"
                 R"("rootUri":null,"capabilities":{"textDocument":{"publishDiagnostics":)"
                 R"({"versionSupport":true}}}}})");
    process.wait_for(R"("first")");
    process.send(R"({"jsonrpc":"2.0","method":"initialized","params":{}})");
}

// Edits of one character on an idle server, each followed by the diagnostics of its version. The times of a
// request that needs no work, in the same rhythm, are what this machine takes to wake two processes.
void measure_publishing(const std::string& command, int lines, int rounds) {
    Process process(command);
    const std::string kUri = "untitled:a.hcl";
    begin(process);
    process.send(opening(kUri, "hcl", document_of(lines)));
    if (!process.wait_for(R"("version":1)")) return;
    std::vector<double> times;
    std::vector<double> idle_times;
    auto since = [](Clock::time_point start) {
        return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
    };
    // Lets the server become idle, as between two keystrokes.
    auto rest = [&] {
        usleep(5000);
        process.forget();
    };
    for (int i = 0; i < rounds; ++i) {
        rest();
        const std::string id = "\"none" + std::to_string(i) + '"';
        process.send(R"({"jsonrpc":"2.0","method":"hcl-ls/none","id":)" + id + "}");
        const auto asked = Clock::now();
        if (!process.wait_for(id)) return;
        idle_times.push_back(since(asked));
        rest();
        const std::string version = std::to_string(i + 2);
        // Every other edit introduces an error, and the next one removes it.
        const auto line = static_cast<std::size_t>(i / 2 * 2 * 7919 % (lines / 8)) * 8 + 2;
        process.send(i % 2 == 0 ? change(kUri, i + 2, line, 10, 10, "+ ")
                                : change(kUri, i + 2, line, 10, 12, ""));
        auto sent = Clock::now();
        if (!process.wait_for("\"version\":" + version)) return;
        times.push_back(since(sent));
    }
    print_times(std::to_string(lines) + " lines, an edit to its diagnostics", times);
    print_times("  a request that needs no work, in the same rhythm", idle_times);
}

// ---- A Terraform module in one file

constexpr std::size_t kModuleLines = 39'000;
const char* const kModuleUri = "file:///hcl-ls-bench/main.tf";

// Edits that change values, in another group of blocks each time: the default of an input that five blocks
// read, a number in a local that four read, a string that none reads.
class ValueEdits {
  public:
    explicit ValueEdits(const std::string& text) {
        for (std::size_t line = 0, from = 0; from < text.size(); ++line) {
            const std::size_t end = text.find('\n', from);
            const std::string row = text.substr(from, end - from);
            for (std::size_t kind = 0; kind < kKinds; ++kind)
                if (std::size_t at = row.find(kMarks[kind]); at != std::string::npos)
                    places_[kind].push_back({line, at + kMarks[kind].size()});
            from = end + 1;
        }
    }
    // A change that inserts a digit: places and digits alternate by version.
    std::string next(int version) {
        const auto i = static_cast<std::size_t>(version);
        const std::vector<Place>& places = places_[i % kKinds];
        const Place& place = places[i * 7919 % places.size()];
        return change(kModuleUri, version, place.line, place.column, place.column, std::to_string(1 + i % 9));
    }

  private:
    struct Place {
        std::size_t line;
        std::size_t column;
    };
    static constexpr std::size_t kKinds = 3;
    const std::string kMarks[kKinds] = {"optional(number, ", ".size, ", "\"value "};
    std::vector<Place> places_[kKinds];
};

// As a client sees it.
void measure_module(const std::string& command, std::size_t lines, int rounds) {
    const std::string right = bench::terraform_text(lines);
    // A mistake of one block, and one that is known once everything is evaluated.
    const std::string wrong = right + "output \"last\" {\n  value = local.absent\n  nosuch = 1\n}\n";
    constexpr int kOpenings = 9;
    std::vector<double> sound;
    std::vector<double> first;
    std::vector<double> all;
    auto milliseconds = [](Clock::duration time) {
        return std::chrono::duration<double, std::milli>(time).count();
    };
    for (int i = 0; i < kOpenings; ++i)
        for (bool is_right : {true, false}) {
            Process process(command);
            begin(process);
            process.forget();
            const std::string message = opening(kModuleUri, "terraform", is_right ? right : wrong);
            const auto start = Clock::now();
            process.send(message);
            if (!process.wait_for(R"("version":1,"diagnostics":)")) return;
            (is_right ? sound : first).push_back(milliseconds(Clock::now() - start));
            if (!is_right && process.wait_for("local.absent"))
                all.push_back(milliseconds(Clock::now() - start));
        }
    auto middle = [](std::vector<double>& times) {
        std::ranges::sort(times);
        return times[times.size() / 2];
    };
    const std::string size = std::to_string(lines) + " lines of Terraform";
    std::printf(
        "%s, opened: first diagnostics after %.1f ms without a mistake, %.1f ms with one, all after "
        "%.1f ms\n",
        size.c_str(), middle(sound), middle(first), middle(all));
    Process process(command);
    begin(process);
    process.send(opening(kModuleUri, "terraform", wrong));
    if (!process.wait_for("local.absent")) return;
    ValueEdits edits(wrong);
    std::vector<double> times;
    for (int i = 2; i < rounds + 2; ++i) {
        usleep(20'000);
        process.forget();
        process.send(edits.next(i));
        const auto sent = Clock::now();
        if (!process.wait_for("\"version\":" + std::to_string(i))) return;
        times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - sent).count());
    }
    print_times(size + ", an edit to its diagnostics", times);
}

// ---- Large documents

// The processor time of the process's main thread, in milliseconds.
double main_milliseconds(pid_t pid) {
    const std::string id = std::to_string(pid);
    std::ifstream file("/proc/" + id + "/task/" + id + "/schedstat");
    double nanoseconds = 0;
    file >> nanoseconds;
    return nanoseconds / 1e6;
}

// The longest time that a request in another file takes that is sent behind each message about a large one.
void measure_large(const std::string& command, std::size_t megabytes) {
    const std::pair<const char*, const char*> kShapes[] = {
        {"blocks", "resource \"a\" \"b\" {\n  x = 1\n}\n"},
        {"one line", "+1"},
        {"deep", "a {\n b {\n  c {\n   d = [{x = 1}]\n"},
        {"lines of text", "some text\n"},
    };
    for (const auto& [shape, piece] : kShapes) {
        std::string text = shape == std::string("one line")        ? "a = 1"
                           : shape == std::string("lines of text") ? "a = <<A\n"
                                                                   : "";
        while (text.size() < megabytes * 1'000'000) text += piece;
        Process process(command);
        begin(process);
        const std::string kUri = "file:///hcl-ls-bench/large.tf";
        const std::string kOther = "file:///hcl-ls-bench-other/small.tf";
        process.send(opening(kOther, "terraform", "locals {\n  a = 1\n}\n"));
        if (!process.wait_for(kOther)) return;
        const std::string whole = R"({"jsonrpc":"2.0","method":"textDocument/didChange","params":{)"
                                  R"("textDocument":{"uri":")" +
                                  kUri + R"(","version":3},"contentChanges":[{"text":)" + json_string(text) +
                                  "}]}}";
        const std::string close = R"({"jsonrpc":"2.0","method":"textDocument/didClose","params":{)"
                                  R"("textDocument":{"uri":")" +
                                  kUri + "\"}}}";
        const double before = main_milliseconds(process.id());
        double longest[4] = {};
        std::size_t step = 0;
        for (const std::string& message :
             {opening(kUri, "terraform", text), change(kUri, 2, 0, 0, 0, "\""), whole, close}) {
            process.send(message);
            // Also what happens behind it.
            for (int i = 0; i < 100; ++i) {
                const std::string id = "\"ask " + std::to_string(step) + " " + std::to_string(i) + "\"";
                process.forget();
                process.send(R"({"jsonrpc":"2.0","id":)" + id +
                             R"(,"method":"textDocument/hover","params":{"textDocument":{"uri":")" + kOther +
                             R"("},"position":{"line":1,"character":2}}})");
                const auto sent = Clock::now();
                if (!process.wait_for(id)) return;
                longest[step] = std::max(
                    longest[step], std::chrono::duration<double, std::milli>(Clock::now() - sent).count());
                usleep(10'000);
            }
            ++step;
        }
        std::printf(
            "%zu MB, %s: a request in another file waits at most %.0f ms behind its opening, %.0f an edit, "
            "%.0f its whole text, %.0f its closing; %.0f ms of the main thread in all\n",
            megabytes, shape, longest[0], longest[1], longest[2], longest[3],
            main_milliseconds(process.id()) - before);
    }
}

// The processor time of this thread: the load of the machine does not count.
double processor_time() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

void measure_module_inline(std::size_t lines, int rounds) {
    const std::string text = bench::terraform_text(lines);
    const std::string size = std::to_string(lines) + " lines of Terraform";
    world::World world;
    world.set_extensions(server::language_extensions());
    world.set_file({FileId(0), "/hcl-ls-bench/main.tf", "", {}, true, 0},
                   std::make_shared<const std::string>(text));
    const double start = processor_time();
    double first = 0;
    const std::size_t found = ide::diagnostics_for(*world.snapshot(), FileId(0), {}, [&](const Diagnostics&) {
                                  first = processor_time() - start;
                              }).size();
    std::printf("%s, %zu findings: the first known after %.1f ms of one processor, all after %.1f ms\n",
                size.c_str(), found, first * 1e3, (processor_time() - start) * 1e3);
    InlineServer server;
    server.send(opening(kModuleUri, "terraform", text));
    server.settle();
    ValueEdits edits(text);
    std::vector<double> times;
    for (int i = 2; i < rounds + 2; ++i) {
        const std::string edit = edits.next(i);
        const double before = processor_time();
        server.send(edit);
        server.settle();
        times.push_back((processor_time() - before) * 1e6);
    }
    print_times(size + ", processor time of an edit", times);
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
    if (!program.empty()) measure_module(program, kModuleLines, 300);
    for (std::size_t megabytes : {24, 50})
        if (!program.empty()) measure_large(program, megabytes);
    measure_module_inline(kModuleLines, 1000);
    if (sizes.empty()) sizes = {1'000, 40'000, 400'000};
    for (int lines : sizes) measure(lines, 2000);
    std::printf(
        "budgets: start p50 under 8 ms, 12 MB; edit and request on 40,000 lines under 200 us p99, "
        "an edit to its diagnostics under 1,000 us p99; the Terraform module opened to first diagnostics "
        "under "
        "60 ms, an edit to its diagnostics under 5,000 us p99; a request beside a large document under 100 "
        "ms\n");
}
