// Differential testing: sends mutated real files to the reference implementation, a program that reads one
// case per line and writes the answer, both in the format of tests/conformance. Its answer is then run as a
// recorded case.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engine/source/position.h"
#include "engine/syntax/file/file.h"
#include "engine/world/file_syntax.h"
#include "tests/harness/conformance/diagnostics.h"
#include "tests/harness/conformance/mode.h"
#include "tests/harness/conformance/source_text.h"
#include "tests/harness/corpus/corpus.h"
#include "tests/harness/paths.h"
#include "tests/harness/random_edits.h"

namespace hcl::test {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

struct DifferOptions {
    std::vector<fs::path> folders;
    std::string reference;
    std::size_t count = 4000;
    unsigned seed = 1;
    std::size_t largest = 6000;
};

std::string base64(std::string_view text) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t at = 0; at < text.size(); at += 3) {
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; ++i)
            bits = bits << 8 | (at + i < text.size() ? static_cast<std::uint8_t>(text[at + i]) : 0u);
        for (std::size_t i = 0; i < 4; ++i)
            out += at + i > text.size() ? '=' : kDigits[bits >> (18 - 6 * i) & 63];
    }
    return out;
}

std::vector<fs::path> small_files(const DifferOptions& options) {
    std::vector<fs::path> files;
    for (const fs::path& folder : options.folders)
        for (const auto& entry : fs::recursive_directory_iterator(folder))
            if (entry.is_regular_file() && entry.file_size() <= options.largest &&
                world::is_hcl_path(entry.path().string()) && entry.path().extension() != ".json")
                files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

// The category of a difference, to sort them by priority.
std::string kind_of(const json& answer) {
    std::string mode = answer["mode"];
    if (mode != "parse") return mode;
    auto file = syntax::File::parse(source_text(answer["input"]));
    Diagnostics ours = file->diagnostics();
    bool theirs = !answer["output"]["diags"].empty();
    if (has_errors(ours) != theirs) return theirs ? "parse: error not found" : "parse: false error";
    return theirs ? "parse: another first error" : "parse: another tree";
}

DifferOptions parse_options(int argc, const char* const* argv) {
    DifferOptions options;
    for (int i = 0; i < argc; ++i) {
        std::string_view argument = argv[i];
        if (argument.starts_with("--reference="))
            options.reference = argument.substr(12);
        else if (argument.starts_with("--count="))
            options.count = std::strtoul(argv[i] + 8, nullptr, 10);
        else if (argument.starts_with("--seed="))
            options.seed = static_cast<unsigned>(std::strtoul(argv[i] + 7, nullptr, 10));
        else if (argument.starts_with("--largest="))
            options.largest = std::strtoul(argv[i] + 10, nullptr, 10);
        else
            options.folders.emplace_back(argument);
    }
    if (!options.folders.empty()) return options;
    if (const char* corpus = std::getenv("HCL_CORPUS"); corpus && *corpus)
        options.folders.emplace_back(corpus);
    options.folders.push_back(source_root() / "tests" / "fixtures");
    return options;
}

// Writes random mutations of the files as cases without answers.
void write_questions(const DifferOptions& options, const std::vector<fs::path>& files, const fs::path& path) {
    static constexpr std::string_view kModes[] = {"parse", "parse", "parse", "format", "lex"};
    std::ofstream questions(path, std::ios::binary);
    std::minstd_rand random(options.seed);
    for (std::size_t n = 0; n < options.count; ++n) {
        std::string text = read_whole_file(files[random() % files.size()]);
        for (unsigned edits = random() % 3 + 1; edits > 0; --edits) {
            Edit edit = random_edit(random, text);
            text.replace(edit.range.start, edit.range.length(), edit.replacement);
        }
        json input = {{"src_b64", base64(text)}};
        questions << json{{"id", "differ-" + std::to_string(n)},
                          {"mode", kModes[random() % std::size(kModes)]},
                          {"input", input}}
                         .dump()
                  << "\n";
    }
}

// Returns the number of answers that differ from ours, and writes them to a file.
int compare_answers(const fs::path& answers_path, const fs::path& differences_path) {
    std::ifstream answers(answers_path, std::ios::binary);
    std::ofstream differences(differences_path, std::ios::binary);
    std::map<std::string, int> kinds;
    int passed = 0, failed = 0;
    for (std::string line; std::getline(answers, line);) {
        json answer = json::parse(line, nullptr, false);
        if (answer.is_discarded() || !answer.contains("output")) continue;
        std::string mode = answer["mode"];
        CaseOutcome outcome = mode == "parse"    ? run_parse(answer)
                              : mode == "format" ? run_format(answer)
                                                 : run_lex(answer);
        if (outcome.passed) {
            ++passed;
            continue;
        }
        ++failed;
        answer["kind"] = kind_of(answer);
        ++kinds[answer["kind"]];
        answer["ours"] = outcome.actual;
        answer["text"] = source_text(answer["input"]);
        differences << answer.dump(-1, ' ', false, json::error_handler_t::replace) << "\n";
    }
    for (const auto& [kind, count] : kinds) std::printf("%6d  %s\n", count, kind.c_str());
    if (failed > 0) std::printf("in %s\n", differences_path.c_str());
    std::printf("differ: %d passed, %d failed\n", passed, failed);
    return failed;
}

}  // namespace

int run_differ(int argc, const char* const* argv) {
    const DifferOptions options = parse_options(argc, argv);
    if (options.reference.empty()) {
        std::printf("differ: SKIPPED, no --reference=PROGRAM (optional; it needs the Go client)\n");
        return 0;
    }
    const std::vector<fs::path> files = small_files(options);
    if (files.empty()) {
        std::printf("differ: no HCL files found\n");
        return 1;
    }
    const fs::path folder = fs::temp_directory_path() / ("hcl-differ-" + std::to_string(options.seed));
    fs::create_directories(folder);
    write_questions(options, files, folder / "questions.jsonl");
    const std::string command = options.reference + " <" + (folder / "questions.jsonl").string() + " >" +
                                (folder / "answers.jsonl").string();
    if (std::system(command.c_str()) != 0) {
        std::printf("differ: %s failed\n", options.reference.c_str());
        return 1;
    }
    return compare_answers(folder / "answers.jsonl", folder / "differences.jsonl");
}

}  // namespace hcl::test
