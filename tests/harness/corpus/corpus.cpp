// For every file of a corpus: the parser finds errors exactly where the reference does, parsing is lossless,
// formatting equals the reference's and is idempotent, and random edits end in the same state as a fresh
// parse.
#include "tests/harness/corpus/corpus.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/format/format.h"
#include "engine/syntax/file/file_builder.h"
#include "engine/world/file_syntax.h"
#include "server/host/for_each_index.h"
#include "tests/harness/fixture/same_file.h"
#include "tests/harness/paths.h"
#include "tests/harness/random_edits.h"
#include "tests/harness/syntax_check.h"

namespace hcl::test {

namespace fs = std::filesystem;

namespace {

// A line of the table: path, bytes, lines, errors, first error, HCL 1 verdict, formatter verdict, longest
// line.
struct Row {
    std::string path;
    int errors = 0;
    std::string first_error;  // "LINE: summary"
    std::string hcl1;         // ok, err, -
    std::string format;       // same, diff, -
};

struct Options {
    fs::path folder;
    fs::path table;
    std::size_t edits = 6;
    std::size_t most_files = ~std::size_t{0};
    std::string hclfmt;
};

std::vector<Row> read_table(const fs::path& path) {
    std::vector<Row> rows;
    std::ifstream in(path);
    std::string line;
    std::getline(in, line);  // the column titles
    while (std::getline(in, line)) {
        std::vector<std::string> cells;
        for (std::size_t at = 0; at <= line.size();) {
            std::size_t end = std::min(line.find('\t', at), line.size());
            cells.push_back(line.substr(at, end - at));
            at = end + 1;
        }
        if (cells.size() >= 7)
            rows.push_back({cells[0], std::atoi(cells[3].c_str()), cells[4], cells[5], cells[6]});
    }
    return rows;
}

std::string place_and_title(const Diagnostic& d, const syntax::File& file) {
    return std::to_string(file.position(d.span.start, ColumnUnit::Utf8).line + 1) + ": " + d.title;
}

// Runs a program with the file as standard input and returns its output.
std::string output_of(const std::string& program, const fs::path& file) {
    std::string quoted;
    for (char c : file.string()) c == '\'' ? quoted += "'\\''" : quoted += c;
    std::string out;
    FILE* pipe = popen((program + " '" + quoted + "' 2>/dev/null").c_str(), "r");
    if (!pipe) return out;
    char buffer[1 << 14];
    for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) out.append(buffer, n);
    pclose(pipe);
    return out;
}

class FileCheck {
  public:
    FileCheck(const Options& options, const Row& row) : options_(options), row_(row) {}

    std::vector<std::string> run() {
        path_ = options_.folder / row_.path;
        if (!fs::exists(path_)) return {"is not there"};
        text_ = read_whole_file(path_);
        syntax::ParseOptions parse = world::parse_options(row_.path, "");
        parse.hcl1 = false;
        auto file = syntax::File::parse(text_, parse);
        check_verdict(*file);
        if (std::string wrong = broken_invariant(*file, text_); !wrong.empty()) fail(wrong);
        if (parse.syntax == syntax::Syntax::Native) {
            check_parts(*file, parse);
            check_hcl1();
            check_format(*file, parse);
        }
        check_edits(parse);
        return std::move(failures_);
    }

  private:
    void fail(std::string what) { failures_.push_back(std::move(what)); }

    void check_verdict(const syntax::File& file) {
        Diagnostics found = file.diagnostics();
        if (has_errors(found) != (row_.errors > 0)) {
            fail(row_.errors > 0 ? "has errors (" + row_.first_error + ") that were not found"
                                 : "has no errors, but found was " + place_and_title(found[0], file));
        }
    }

    void check_hcl1() {
        if (row_.hcl1 != "ok" || row_.path.starts_with("broken"))
            return;  // the HCL 1 parser accepts much that has no meaning
        syntax::ParseOptions parse;
        parse.hcl1 = true;
        auto file = syntax::File::parse(text_, parse);
        Diagnostics found = file->diagnostics();
        if (has_errors(found)) fail("is HCL 1, but found was " + place_and_title(found[0], *file));
        if (std::string wrong = broken_invariant(*file, text_); !wrong.empty()) fail("as HCL 1: " + wrong);
    }

    void check_format(const syntax::File& file, const syntax::ParseOptions& parse) {
        std::string once = format::formatted_text(file);
        std::string twice = format::formatted_text(*syntax::File::parse(once, parse));
        if (once != twice) fail("formatted again it differs");
        if (row_.format != "-" && row_.errors == 0) {
            if ((once == text_) != (row_.format == "same"))
                fail("formatting " + std::string(once == text_ ? "changes nothing" : "changes it") +
                     ", unlike the reference's");
            if (!options_.hclfmt.empty() && output_of(options_.hclfmt, path_) != once)
                fail("formatted it is not what the reference prints");
        }
    }

    void check_parts(const syntax::File& file, const syntax::ParseOptions& parse) {
        auto run = [](std::size_t parts, const std::function<void(std::size_t)>& work) {
            for (std::size_t i = 0; i < parts; ++i) work(i);
        };
        auto joined = syntax::FileBuilder::parse_in_parts(text_, parse, 4, run);
        if (std::string wrong = difference(*joined, file); !wrong.empty()) fail("read in parts " + wrong);
    }

    void check_edits(const syntax::ParseOptions& parse) {
        std::minstd_rand random(static_cast<unsigned>(std::hash<std::string>{}(row_.path) | 1));
        std::string text = text_;
        auto tree = syntax::File::parse(text, parse);
        std::string history;
        for (std::size_t n = 0; n < options_.edits; ++n) {
            Edit edit = random_edit(random, text);
            history += " [" + std::to_string(edit.range.start) + ".." + std::to_string(edit.range.end) +
                       ")->\"" + edit.replacement + "\"";
            text.replace(edit.range.start, edit.range.length(), edit.replacement);
            tree = tree->edited({&edit, 1});
            std::string wrong = broken_invariant(*tree, text);
            if (wrong.empty()) wrong = difference(*tree, *syntax::File::parse(text, parse));
            if (wrong.empty()) continue;
            std::ranges::replace(history, '\n', '~');
            fail("after edits " + wrong + ":" + history);
            return;
        }
    }

    const Options& options_;
    const Row& row_;
    fs::path path_;
    std::string text_;
    std::vector<std::string> failures_;
};

}  // namespace

int run_corpus(int argc, const char* const* argv) {
    Options options;
    for (int i = 0; i < argc; ++i) {
        std::string_view argument = argv[i];
        if (argument.starts_with("--edits="))
            options.edits = std::strtoul(argv[i] + 8, nullptr, 10);
        else if (argument.starts_with("--files="))
            options.most_files = std::strtoul(argv[i] + 8, nullptr, 10);
        else if (argument.starts_with("--hclfmt="))
            options.hclfmt = argument.substr(9);
        else if (options.folder.empty())
            options.folder = argument;
        else
            options.table = argument;
    }
    if (options.folder.empty()) {
        const char* corpus = std::getenv("HCL_CORPUS");
        if (!corpus || !*corpus) {
            std::printf(
                "corpus: SKIPPED, since neither an argument nor HCL_CORPUS names a folder of real files "
                "(optional)\n");
            return 0;
        }
        options.folder = corpus;
    }
    if (options.table.empty()) options.table = options.folder / "parse-oracle.tsv";
    std::vector<Row> rows = read_table(options.table);
    if (rows.empty()) {
        std::printf("corpus: %s lists no files\n", options.table.c_str());
        return 1;
    }
    if (rows.size() > options.most_files) rows.resize(options.most_files);
    if (options.hclfmt.empty())
        std::printf(
            "corpus: the reference's output of formatting is NOT COMPARED, since no --hclfmt=PROGRAM was "
            "given\n");
    std::vector<std::vector<std::string>> failures(rows.size());
    server::for_each_index(rows.size(), std::max(1u, std::thread::hardware_concurrency()),
                           [&](std::size_t i) { failures[i] = FileCheck(options, rows[i]).run(); });
    int passed = 0, failed = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (const std::string& failure : failures[i])
            std::printf("%s: %s\n", rows[i].path.c_str(), failure.c_str());
        ++(failures[i].empty() ? passed : failed);
    }
    std::printf("corpus: %d passed, %d failed\n", passed, failed);
    return failed;
}

}  // namespace hcl::test
