// Times editor requests: `ide-bench [--cpu] [--lines=N] [--workspace=N] [NAME...]`. With --cpu the time that
// this thread computes is counted, which is the time that passes on a machine with nothing else to do.
//
// Each feature is asked of the server in this process, everything inline: from the bytes of the request to
// the bytes of the answer. One document of 40,000 lines, whose language a pack of the bench describes; one of
// its symbols is used 10,000 times. Questions about a place are asked at places spread over the document.
// Prints p50, p99 and the longest beside what each should stay under. Names print only those features.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/json_string.h"
#include "server/app/server.h"
#include "server/host/memory_file_system.h"

namespace {

using namespace hcl;

bool counts_cpu = false;

double now_ms() {
    if (counts_cpu) {
        timespec at{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
        return static_cast<double>(at.tv_sec) * 1e3 + static_cast<double>(at.tv_nsec) / 1e6;
    }
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

constexpr std::string_view kPack = R"(object {
  attr "stage" {
    type   = string
    values = { test = "For tests.", live = "For people." }
  }
  block_map "input" {
    labels = ["name"]
    symbol {
      address = [input, label.name]
      value   = self.default
    }
    object {
      attr "default" {}
      attr "description" { type = string }
    }
  }
  block_map "service" {
    labels = ["name"]
    symbol {
      address = [service, label.name]
    }
    object {
      attr "image" {
        type     = string
        required = true
      }
      attr "port" { type = number }
      attr "after" {
        type      = list(string)
        refers_to = [service]
      }
      attr "tags" { type = map(string) }
      block_list "check" {
        labels = ["kind"]
        object {
          attr "path" { type = string }
          attr "every" { type = number }
        }
      }
    }
  }
}
)";

// Eight lines per item.
std::string document_of(int lines, int first = 0) {
    std::string text = "input \"region\" {\n  default = { name = \"eu\", zones = [\"a\", \"b\"] }\n}\n";
    int used = 0;
    for (int i = first; i < first + lines / 8; ++i) {
        std::string n = std::to_string(i);
        std::string region = used < 10'000 ? "input.region" : "input.in_" + n;
        if (i % 5 == 0) {
            text += "input \"in_" + n + "\" {\n  default     = " + n +
                    "\n  description = <<-EOT\n    About " + n + ".\n  EOT\n}\n\n\n";
            continue;
        }
        text += "service \"s_" + n + "\" {\n  image = \"img:${" + region + ".name}-${" + region +
                ".zones[0]}\"\n  port  = 8000 + " + n + "\n  after = [\"s_" +
                std::to_string(i > 0 ? i - 1 : 1) + "\"]\n  tags  = { a = upper(" + region +
                ".name), b = join(\"-\", [\"x\", \"" + n + "\"]) }\n  check \"http\" { path = \"/\" }\n}\n\n";
        used += 3;
    }
    return text;
}

struct Bench {
    std::string answer;         // the last one
    bool keeps_answer = false;  // otherwise nobody reads it and no copy is made
    server::Host host;
    std::shared_ptr<server::MemoryFileSystem> files = std::make_shared<server::MemoryFileSystem>();
    std::shared_ptr<server::ManualClock> clock = std::make_shared<server::ManualClock>();
    std::unique_ptr<server::Server> server;
    std::int64_t next = 1;
    std::vector<std::string> wanted;
    bool all_met = true;

    void start(const std::string& roots) {
        host.files = files;
        host.clock = clock;
        host.write = [this](std::string_view bytes) {
            if (keeps_answer) answer += bytes;
        };
        server::ServerOptions options;
        options.threads = 0;
        server = std::make_unique<server::Server>(options, host);
        request("initialize",
                R"({"processId":null,"workspaceFolders":)" + roots +
                    R"(,"capabilities":{"workspace":{"workspaceEdit":{"documentChanges":true}},)"
                    R"("textDocument":{"completion":{"completionItem":{"snippetSupport":true,)"
                    R"("resolveSupport":{"properties":["documentation"]}}},)"
                    R"("documentSymbol":{"hierarchicalDocumentSymbolSupport":true},)"
                    R"("semanticTokens":{"requests":{"full":{"delta":true}}},)"
                    R"("rename":{"prepareSupport":true},"hover":{"contentFormat":["markdown"]}}}})");
        notify("initialized", "{}");
        settle();
    }
    void settle() {
        for (int i = 0; i < 4; ++i) {
            server->pump();
            clock->advance(std::chrono::seconds(2));
        }
        server->pump();
    }
    void send(const std::string& body) {
        server->receive("Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    }
    void notify(const std::string& method, const std::string& params) {
        send(R"({"jsonrpc":"2.0","method":")" + method + R"(","params":)" + params + "}");
    }
    double request(const std::string& method, const std::string& params) {
        std::string body = R"({"jsonrpc":"2.0","id":)" + std::to_string(next++) + R"(,"method":")" + method +
                           R"(","params":)" + params + "}";
        answer.clear();
        const double before = now_ms();
        send(body);
        server->pump();
        return now_ms() - before;
    }
    bool wants(std::string_view name) const {
        return wanted.empty() || std::ranges::find(wanted, name) != wanted.end();
    }
    void report(const char* name, std::vector<double> times, double limit, const char* of) {
        std::ranges::sort(times);
        auto at = [&](double part) {
            return times[std::min(times.size() - 1,
                                  static_cast<std::size_t>(part * static_cast<double>(times.size())))];
        };
        double judged = times.size() > 50 ? at(0.99) : at(0.5);
        bool met = judged < limit;
        all_met = all_met && met;
        std::printf("  %-28s p50 %8.3f ms  p99 %8.3f ms  max %8.3f ms   %s %g ms%s\n", name, at(0.5),
                    at(0.99), times.back(), met ? "under" : "NOT UNDER", limit, of);
    }
};

std::string place(std::string_view uri, int line, int column, const std::string& more = "") {
    return R"({"textDocument":{"uri":")" + std::string(uri) + R"("},"position":{"line":)" +
           std::to_string(line) + R"(,"character":)" + std::to_string(column) + "}" + more + "}";
}

constexpr std::string_view kUri = "file:///room/app.hcl";

// Requests for one long document.
class DocumentBench {
  public:
    DocumentBench(Bench& bench, int lines) : bench_(bench) {
        const std::string text = document_of(lines);
        bench.files->write("/room/app.hcldec", std::string(kPack));
        bench.files->write("/room/app.hcl", text);
        bench.start(R"([{"uri":"file:///room","name":"room"}])");
        bench.notify("textDocument/didOpen", R"({"textDocument":{"uri":")" + std::string(kUri) +
                                                 R"(","languageId":"hcl","version":1,"text":)" +
                                                 json_string(text) + "}}");
        bench.settle();
        for (std::size_t at = 0; at < text.size();) {
            std::size_t end = text.find('\n', at);
            rows_.push_back(text.substr(at, end - at));
            at = end + 1;
        }
        std::printf("  a document of %zu lines; from the bytes of a request to those of its answer\n",
                    rows_.size());
    }

    void run() {
        at_places();
        of_document();
        hints();
        symbols_after_edit();
        tokens_after_edit();
        completion_after_edit();
    }

  private:
    // Positions of a word, spread over the document.
    std::vector<std::pair<int, int>> places(std::string_view word, int into) const {
        std::vector<std::pair<int, int>> found;
        for (std::size_t row = 0; row < rows_.size(); ++row)
            if (std::size_t at = rows_[row].find(word); at != std::string::npos)
                found.emplace_back(static_cast<int>(row), static_cast<int>(at) + into);
        std::vector<std::pair<int, int>> some;
        for (std::size_t i = 0; i < 400 && i < found.size(); ++i)
            some.push_back(found[i * found.size() / 400]);
        return some;
    }

    void ask_at(const char* name, const std::string& method, std::string_view word, int into, double limit) {
        if (!bench_.wants(name)) return;
        std::vector<double> times;
        for (auto [row, column] : places(word, into))
            times.push_back(bench_.request(method, place(kUri, row, column)));
        bench_.report(name, std::move(times), limit, " (p99)");
    }

    void repeat(const char* name, const std::string& method, const std::string& params, double limit) {
        if (!bench_.wants(name)) return;
        constexpr int kRounds = 30;
        std::vector<double> times;
        for (int i = 0; i < kRounds; ++i) times.push_back(bench_.request(method, params));
        bench_.report(name, std::move(times), limit, " (p50)");
    }

    void at_places() {
        ask_at("completion", "textDocument/completion", "input.", 6, 1);
        ask_at("completion", "textDocument/completion", "  port", 4, 1);
        ask_at("completion", "textDocument/completion", "upper(", 6, 1);
        ask_at("hover", "textDocument/hover", "input.", 8, 1);
        ask_at("hover", "textDocument/hover", "+ ", 0, 1);
        ask_at("definition", "textDocument/definition", "input.", 8, 1);
        ask_at("signature", "textDocument/signatureHelp", "join(", 6, 1);
        ask_at("signature", "textDocument/signatureHelp", "upper(", 6, 1);
    }

    void of_document() {
        repeat("references", "textDocument/references",
               place(kUri, 0, 9, R"(,"context":{"includeDeclaration":true})"), 10);
        repeat("rename", "textDocument/rename", place(kUri, 0, 9, R"(,"newName":"zone")"), 30);
        if (bench_.wants("symbols"))
            bench_.report("symbols", {bench_.request("textDocument/documentSymbol", document_ + "}")}, 5,
                          ": the first, some time after opening");
        if (bench_.wants("tokens"))
            bench_.report("tokens", {bench_.request("textDocument/semanticTokens/full", document_ + "}")}, 10,
                          ": the first, some time after opening");
        repeat("symbols", "textDocument/documentSymbol", document_ + "}", 5);
        repeat("tokens", "textDocument/semanticTokens/full", document_ + "}", 10);
    }

    void hints() {
        if (!bench_.wants("hints")) return;
        std::vector<double> times;
        for (int i = 0; i < 300; ++i) {
            int row = static_cast<int>(rows_.size()) / 300 * i;
            times.push_back(bench_.request(
                "textDocument/inlayHint", document_ + R"(,"range":{"start":{"line":)" + std::to_string(row) +
                                              R"(,"character":0},"end":{"line":)" + std::to_string(row + 60) +
                                              R"(,"character":0}}})"));
        }
        bench_.report("hints", std::move(times), 1, " (p99)");
    }

    // Types another digit into the number at one of the places.
    void edit_number(std::pair<int, int> at, std::size_t round) {
        const auto [row, column] = at;
        bench_.notify("textDocument/didChange",
                      R"({"textDocument":{"uri":")" + std::string(kUri) + R"(","version":)" +
                          std::to_string(version_++) + R"(},"contentChanges":[{"range":{"start":{"line":)" +
                          std::to_string(row) + R"(,"character":)" + std::to_string(column) +
                          R"(},"end":{"line":)" + std::to_string(row) + R"(,"character":)" +
                          std::to_string(column + 1) + R"(}},"text":")" + std::to_string(1 + round % 9) +
                          R"("}]})");
    }

    void symbols_after_edit() {
        if (!bench_.wants("symbols")) return;
        std::vector<double> times;
        const auto numbers = places("port  = 8", 8);
        for (std::size_t i = 0; i < 30; ++i) {
            edit_number(numbers[i * 3], i);
            times.push_back(bench_.request("textDocument/documentSymbol", document_ + "}"));
        }
        bench_.report("symbols", std::move(times), 5, ": right after an edit (p50)");
    }

    void tokens_after_edit() {
        if (!bench_.wants("delta")) return;
        std::vector<double> times;
        bench_.keeps_answer = true;
        bench_.request("textDocument/semanticTokens/full", document_ + "}");
        const auto numbers = places("port  = 8", 8);
        for (std::size_t i = 0; i < 100; ++i) {
            auto id_at = bench_.answer.find("\"resultId\":\"");
            std::string id =
                bench_.answer.substr(id_at + 12, bench_.answer.find('"', id_at + 12) - id_at - 12);
            edit_number(numbers[i], i);
            times.push_back(bench_.request("textDocument/semanticTokens/full/delta",
                                           document_ + R"(,"previousResultId":")" + id + "\"}"));
        }
        bench_.keeps_answer = false;
        bench_.report("delta", std::move(times), 1, " (p99)");
    }

    // The first request after an edit includes the cost of binding.
    void completion_after_edit() {
        if (!bench_.wants("typed")) return;
        std::vector<double> times;
        const auto numbers = places("port  = 8", 8);
        for (std::size_t i = 0; i < 200; ++i) {
            const auto at = numbers[i * 2];
            edit_number(at, i);
            times.push_back(bench_.request("textDocument/completion", place(kUri, at.first - 1, 3)));
        }
        bench_.report("typed", std::move(times), 5, ": completion right after an edit (p99)");
    }

    const std::string document_ = R"({"textDocument":{"uri":")" + std::string(kUri) + "\"}";
    Bench& bench_;
    std::vector<std::string> rows_;
    int version_ = 2;
};

// Searches the symbols of a large workspace; whether the limit was met.
bool search_workspace(int lines) {
    Bench bench;
    constexpr int kFileLines = 10'000;
    for (int i = 0; i < lines / kFileLines; ++i)
        bench.files->write("/large/f" + std::to_string(i) + "/main.hcl",
                           document_of(kFileLines, i * kFileLines));
    bench.start(R"([{"uri":"file:///large","name":"large"}])");
    for (int i = 0; i < 40; ++i) bench.settle();
    bench.request("workspace/symbol", R"({"query":"warm"})");
    std::vector<double> times;
    for (const char* query :
         {"s_77", "in_5", "region", "srv", "zz", "service s_1", "check", "img", "s", "in"})
        for (int i = 0; i < 3; ++i)
            times.push_back(bench.request("workspace/symbol", R"({"query":")" + std::string(query) + "\"}"));
    std::printf("  a workspace of %d lines\n", lines);
    bench.report("workspace", std::move(times), 20, " (p50)");
    return bench.all_met;
}

}  // namespace

int main(int argc, char** argv) {
    int lines = 40'000;
    int workspace = 1'000'000;
    Bench bench;
    for (int i = 1; i < argc; ++i) {
        std::string_view argument = argv[i];
        if (argument.starts_with("--lines="))
            lines = std::max(800, std::atoi(argv[i] + 8));
        else if (argument.starts_with("--workspace="))
            workspace = std::max(8'000, std::atoi(argv[i] + 12));
        else if (argument == "--cpu")
            counts_cpu = true;
        else
            bench.wanted.emplace_back(argument);
    }
    DocumentBench(bench, lines).run();
    bool all_met = bench.all_met;
    if (bench.wants("workspace")) all_met = search_workspace(workspace) && all_met;
    return all_met ? 0 : 1;
}
