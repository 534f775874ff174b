// How fast files are read and edited, and what they weigh: syntax-bench [FILE...] [--only=NAME] [--lines=N]
//                                                                           [--text=PART]
//
//   parse   text to a full lossless tree with all diagnostics
//   format  what a formatter does that gets bytes and gives bytes
//   edit    a character typed: new tree, lines and diagnostics; by size of the file
//   memory  bytes held for each byte of source, by part
//   odd     texts that invite quadratic work
// Files default to HCL_CORPUS_FILE and a generated one. Times are the best of several rounds of one thread;
// of edits and odd texts, which are measured beside no other program, the processor time.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engine/format/format.h"
#include "engine/syntax/file/file.h"
#include "engine/syntax/file/file_builder.h"

namespace {

using hcl::ColumnUnit;
using hcl::Edit;
using hcl::Position;
using hcl::syntax::File;
using hcl::syntax::FilePtr;
using hcl::syntax::ParseOptions;
using hcl::syntax::Syntax;

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// CPU time of this thread: other programs do not affect it.
double thread_time() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Seconds of the fastest round; at least `rounds`, and for a second or so.
double best_of(int rounds, const std::function<void()>& work, double (*clock)() = now) {
    double best = 1e9;
    double begin = now();
    for (int i = 0; i < rounds || (now() - begin < 1 && i < 200); ++i) {
        double start = clock();
        work();
        best = std::min(best, clock() - start);
    }
    return best;
}

// A typical file of about `lines` lines: blocks, nested blocks, templates, lists, heredocs,
// comments.
std::string generated(std::size_t lines) {
    std::string text;
    std::size_t at = 0;
    for (std::size_t i = 0; at < lines; ++i) {
        std::string n = std::to_string(i);
        text += "# Service " + n + "\nresource \"service\" \"s" + n + "\" {\n";
        text +=
            "  name     = \"svc-${var.region}-" + n + "\"\n  port     = " + std::to_string(8000 + i % 1000);
        text += "\n  enabled  = var.enabled && " + n + " > 3\n  replicas = [for z in var.zones : \"${z}-" +
                n + "\"]\n";
        text += "  tags = {\n    team  = \"core\"\n    owner = upper(\"ops\")\n  }\n\n  check \"http\" {\n";
        text +=
            "    path    = \"/health\"\n    timeout = " + n + " * 1000\n    codes   = [200, 204, 301]\n  }\n";
        text += "  text = <<-EOT\n    hello ${var.name}\n    and more\n  EOT\n}\n\n";
        at += 22;
    }
    return text;
}

// One block of about `lines` lines.
std::string one_block(std::size_t lines) {
    std::string text = "resource \"a\" \"b\" {\n";
    for (std::size_t i = 0; i < lines; i += 5) {
        std::string n = std::to_string(i);
        text +=
            "  name_" + n + " = \"value ${var.x}\"\n  rule {\n    from = " + n + "\n    to   = [1, 2]\n  }\n";
    }
    return text + "}\n";
}

// One argument of about `lines` lines.
std::string one_object(std::size_t lines) {
    std::string text = "x = {\n";
    for (std::size_t i = 0; i < lines; i += 4) {
        std::string n = std::to_string(i);
        text += "  name_" + n + " = {\n    \"a\" = \"value\"\n    b = [1, 2]\n  }\n";
    }
    return text + "}\n";
}

std::string one_list(std::size_t lines) {
    std::string text = "locals {\n  x = [\n";
    for (std::size_t i = 0; i < lines; ++i) text += "    \"10.0." + std::to_string(i) + ".0/24\",\n";
    return text + "  ]\n}\n";
}

std::string arguments(std::size_t lines) {
    std::string text;
    for (std::size_t i = 0; i < lines; ++i) text += "name_" + std::to_string(i) + " = [1, 2]\n";
    return text;
}

std::string json_file(std::size_t bytes) {
    std::string text = "{\n  \"resource\": {\n";
    for (std::size_t i = 0; text.size() < bytes; ++i) {
        std::string n = std::to_string(i);
        text += "    \"r" + n + "\": {\"name\": \"n" + n + "-${var.x}\", \"size\": " + n +
                ", \"list\": [1, true, null]},\n";
    }
    return text + "    \"last\": {}\n  }\n}\n";
}

// Only texts whose name contains this are used.
std::string_view wanted_text;

bool is_wanted(const char* name) {
    return std::string_view(name).find(wanted_text) != std::string_view::npos;
}

void parse_line(const char* name, const std::string& text, ParseOptions options = {}) {
    double seconds = best_of(15, [&] {
        FilePtr file = File::parse(text, options);
        if (file->diagnostics().size() > text.size()) std::abort();
    });
    std::printf("parse %.1f MB/s   %s (%.2f MB)\n", static_cast<double>(text.size()) / 1e6 / seconds, name,
                static_cast<double>(text.size()) / 1e6);
}

void format_line(const char* name, const std::string& text) {
    double seconds = best_of(15, [&] {
        if (hcl::format::format_text(text).empty() && !text.empty()) std::abort();
    });
    double with_tree = best_of(5, [&] {
        FilePtr file = File::parse(text);
        if (hcl::format::apply_edits(text, hcl::format::format(*file)).empty() && !text.empty()) std::abort();
    });
    std::printf("format %.1f MB/s   with tree, leaving broken parts alone: %.1f MB/s   %s\n",
                static_cast<double>(text.size()) / 1e6 / seconds,
                static_cast<double>(text.size()) / 1e6 / with_tree, name);
}

// Types a letter inside a line and deletes it again, with the requests of a server after each edit.
void edit_line(const char* name, const std::string& text, ParseOptions options = {}, int count = 2000) {
    if (!is_wanted(name)) return;
    FilePtr file = File::parse(text, options);
    std::mt19937 random(1);
    std::vector<double> times;
    double begin = now();
    for (int i = 0; i < count && now() - begin < 3; ++i) {
        auto at = static_cast<std::uint32_t>(random() % text.size());
        for (Edit edit : {Edit{{at, at}, "x"}, Edit{{at, at + 1}, ""}}) {
            double start = thread_time();
            FilePtr edited = file->edited({&edit, 1});
            auto found = edited->diagnostics();
            Position position = edited->position(at, ColumnUnit::Utf16);
            if (edited->offset(position, ColumnUnit::Utf16) > edited->size() || found.size() > text.size())
                std::abort();
            times.push_back(thread_time() - start);
            file = edited;
        }
    }
    std::ranges::sort(times);
    auto lines = std::ranges::count(text, '\n');
    std::printf("edit  p50 %8.1f us   p99 %8.1f us   %7td lines   %s\n", times[times.size() / 2] * 1e6,
                times[times.size() * 99 / 100] * 1e6, lines, name);
}

void memory_line(const char* name, const std::string& text) {
    FilePtr file = File::parse(text);
    hcl::syntax::FileMemory memory = hcl::syntax::FileBuilder::memory(*file);
    auto per_byte = [&](std::size_t bytes) {
        return static_cast<double>(bytes) / static_cast<double>(text.size());
    };
    std::printf(
        "memory %.2f bytes per byte: text %.2f, tokens %.2f, nodes %.2f, chunks %.2f, tree and lines %.2f, "
        "diagnostics %.2f   %s\n",
        per_byte(memory.total()), per_byte(memory.text), per_byte(memory.tokens), per_byte(memory.nodes),
        per_byte(memory.chunks), per_byte(memory.sequence), per_byte(memory.diagnostics), name);
}

std::string repeated(std::string_view piece, std::size_t bytes) {
    std::string text;
    text.reserve(bytes + piece.size());
    while (text.size() < bytes) text += piece;
    return text;
}

void odd_line(const char* name, const std::string& text) {
    if (!is_wanted(name)) return;
    double seconds = best_of(2, [&] { File::parse(text)->diagnostics(); }, thread_time);
    FilePtr file = File::parse(text);
    auto middle = static_cast<std::uint32_t>(text.size() / 2);
    Edit edit{{middle, middle}, "x"};
    double edited = best_of(2, [&] { file->edited({&edit, 1})->diagnostics(); }, thread_time);
    std::printf("odd   parse %7.1f ms   edit %7.1f ms   %s\n", seconds * 1e3, edited * 1e3, name);
}

std::string read(const char* path) {
    std::ifstream in(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::pair<std::string, std::string>> files;
    std::string only;
    std::size_t most = 1'000'000;
    for (int i = 1; i < argc; ++i) {
        std::string_view argument = argv[i];
        if (argument.starts_with("--only=")) {
            only = argument.substr(7);
        } else if (argument.starts_with("--text=")) {
            wanted_text = argument.substr(7);
        } else if (argument.starts_with("--lines=")) {
            most = std::strtoull(argv[i] + 8, nullptr, 10);
        } else {
            std::string text = read(argv[i]);
            if (text.empty()) {
                std::printf("%s: cannot be read, or is empty\n", argv[i]);
                return 2;
            }
            files.emplace_back(argument.substr(argument.rfind('/') + 1), std::move(text));
        }
    }
    if (const char* path = std::getenv("HCL_CORPUS_FILE"); path && files.empty())
        files.emplace_back(path, read(path));
    files.emplace_back("generated", generated(39'000));
    auto wants = [&](std::string_view name) { return only.empty() || only == name; };

    if (wants("parse")) {
        for (const auto& [name, text] : files) parse_line(name.c_str(), text);
        ParseOptions json;
        json.syntax = Syntax::Json;
        parse_line("generated JSON", json_file(1'000'000), json);
    }
    if (wants("format"))
        for (const auto& [name, text] : files) format_line(name.c_str(), text);
    if (wants("edit")) {
        for (std::size_t lines : {1'000, 10'000, 39'000, 100'000, 1'000'000})
            if (lines <= most) edit_line("generated", generated(lines));
        for (std::size_t i = 0; i + 1 < files.size(); ++i) edit_line(files[i].first.c_str(), files[i].second);
        edit_line("one block", one_block(10'000));
        edit_line("one block", one_block(100'000));
        for (std::size_t lines : {10'000, 40'000}) {
            edit_line("one object", one_object(lines));
            edit_line("one list, in a block", one_list(lines));
        }
        edit_line("with many mistakes", repeated("a {\n  b = = 1\n}\n", 200'000));
        edit_line("arguments only", arguments(30'000));
        edit_line("the same argument", repeated("abc = [1, 2]\n", 400'000));
        edit_line("before a heredoc without end", generated(10'000) + "x = <<END\n" + generated(1'000));
        ParseOptions json;
        json.syntax = Syntax::Json;
        edit_line("JSON, 1 MB", json_file(1'000'000), json, 100);
    }
    if (wants("memory"))
        for (const auto& [name, text] : files) memory_line(name.c_str(), text);
    if (wants("odd")) {
        constexpr std::size_t kMega = 1'000'000;
        for (const char* piece :
             {"[",  "x = [", "{",        "(",    "${",          "%{",      "<<A",    "<<A\n",  "x = <<A\n",
              "\"", "\"${",  "x = \"${", "\n",   "a {\n",       "a.",      "a[",     "!",      "a?",
              "a ", "/*",    "}",        "\xFF", "x = <<A\n${", "a = 1\n", "a {}\n", "x = {\n"})
            odd_line(("1 MB of " + std::string(piece)).c_str(), repeated(piece, kMega));
        odd_line("1 MB of operators", "x = 1" + repeated(" + 1", kMega));
        odd_line("10 MB line of names", repeated("abc ", 10 * kMega));
        odd_line("10 MB line of numbers", "x = [" + repeated("12345, ", 10 * kMega) + "]\n");
        odd_line("10 MB line of text", "x = \"" + std::string(10 * kMega, 'a') + "\"\n");
        odd_line("10 MB line of comment", "# " + std::string(10 * kMega, 'a') + "\n");
    }
    return 0;
}
