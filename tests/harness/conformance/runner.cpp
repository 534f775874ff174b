#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/harness/conformance/mode.h"
#include "tests/harness/paths.h"

namespace hcl::test {

namespace {

namespace fs = std::filesystem;

struct Mode {
    std::string_view name;
    ModeRunner run;
};

constexpr Mode kModes[] = {
    {"", nullptr},
#define HCL_MODE(mode) {#mode, &run_##mode},
#include "tests/harness/conformance/modes.def"
#undef HCL_MODE
};

struct Tally {
    int passed = 0;
    int failed = 0;
    int deviating = 0;
};

// tests/conformance/DEVIATIONS.md lists recorded answers that are held to be wrong, each in a row "| `id` |
// why |". They are run and counted separately; a case that passes must leave the list.
std::set<std::string> deviating_cases() {
    std::set<std::string> names;
    std::ifstream in(source_root() / "tests" / "conformance" / "DEVIATIONS.md");
    for (std::string line; std::getline(in, line);) {
        if (!line.starts_with("| `")) continue;
        names.insert(line.substr(3, line.find('`', 3) - 3));
    }
    return names;
}

// Further failures are counted but not printed.
constexpr int kMostPrintedFailures = 20;

std::vector<fs::path> case_files(int path_count, const char* const* paths) {
    std::vector<fs::path> files;
    for (int i = 0; i < path_count; ++i) {
        if (!fs::is_directory(paths[i])) {
            files.emplace_back(paths[i]);
            continue;
        }
        for (const auto& entry : fs::recursive_directory_iterator(paths[i]))
            if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

ModeRunner find_mode(std::string_view name) {
    for (const Mode& mode : kModes)
        if (mode.run && mode.name == name) return mode.run;
    return nullptr;
}

}  // namespace

int run_conformance(int path_count, const char* const* paths) {
    std::map<std::string, Tally> tallies;
    const std::set<std::string> deviating = deviating_cases();
    for (const fs::path& file : case_files(path_count, paths)) {
        std::ifstream in(file, std::ios::binary);
        if (!in) {
            std::printf("%s: cannot be read\n", file.c_str());
            ++tallies["(unreadable file)"].failed;
            continue;
        }
        std::string line;
        while (std::getline(in, line)) {
            if (line.empty()) continue;
            auto test_case = nlohmann::json::parse(line, nullptr, false);
            if (test_case.is_discarded() || !test_case.is_object()) {
                std::printf("%s: not a case: %.80s\n", file.c_str(), line.c_str());
                ++tallies["(not a case)"].failed;
                continue;
            }
            // Files without a mode are named after it.
            std::string name = test_case.value("mode", file.stem().string());
            Tally& tally = tallies[name];
            ModeRunner run = find_mode(name);
            CaseOutcome outcome;
            if (run) outcome = run(test_case);
            const bool is_deviating = deviating.contains(test_case.value("id", "?"));
            if (outcome.passed && is_deviating) {
                outcome.passed = false;
                outcome.actual = "passes now: take it out of DEVIATIONS.md";
            } else if (outcome.passed) {
                ++tally.passed;
                continue;
            }
            if (!run) outcome.actual = "no runner for this mode";
            bool passes_now = outcome.actual.starts_with("passes now");
            if (!passes_now && is_deviating) {
                ++tally.deviating;
                continue;
            }
            if (++tally.failed <= kMostPrintedFailures)
                std::printf(
                    "FAIL %s (%s)\n  input:    %s\n  expected: %s\n  actual:   %s\n",
                    test_case.value("id", "?").c_str(), name.c_str(),
                    test_case.contains("input") ? test_case["input"].dump().substr(0, 2000).c_str() : "",
                    outcome.expected.c_str(), outcome.actual.c_str());
        }
    }
    Tally sum;
    for (const auto& [name, tally] : tallies) {
        std::printf("%-16s %d passed, %d failed", name.c_str(), tally.passed, tally.failed);
        if (tally.deviating > 0)
            std::printf(", %d deviating (tests/conformance/DEVIATIONS.md)", tally.deviating);
        std::printf("\n");
        sum.passed += tally.passed;
        sum.failed += tally.failed;
    }
    std::printf("conformance: %d passed, %d failed\n", sum.passed, sum.failed);
    return sum.failed;
}

}  // namespace hcl::test
