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
    int open = 0;
    std::map<std::string, int> bonuses;
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

// The cases of a folder that do not pass yet: OPEN.txt, one id per line; comments begin with "#".
class OpenCases {
  public:
    explicit OpenCases(const fs::path& folder) : path_(folder / "OPEN.txt") {
        std::ifstream in(path_);
        for (std::string line; std::getline(in, line);) {
            lines_.push_back(line);
            if (std::string id = id_of(line); !id.empty()) unseen_.insert(id);
        }
    }
    bool has(const std::string& id) {
        if (unseen_.erase(id) > 0) seen_.insert(id);
        return seen_.contains(id);
    }
    void take_out(const std::string& id) {
        std::erase_if(lines_, [&](const std::string& line) { return id_of(line) == id; });
        is_changed_ = true;
    }
    void write() const {
        if (!is_changed_) return;
        std::ofstream out(path_);
        for (const std::string& line : lines_) out << line << "\n";
    }
    // Listed, but no case with that name was run.
    const std::set<std::string>& unseen() const { return unseen_; }

  private:
    static std::string id_of(const std::string& line) { return line.substr(0, line.find_first_of(" #")); }

    fs::path path_;
    std::vector<std::string> lines_;
    std::set<std::string> seen_;
    std::set<std::string> unseen_;
    bool is_changed_ = false;
};

// Further failures are counted but not printed.
constexpr int kMostPrintedFailures = 20;

std::vector<fs::path> case_files(const std::vector<std::string>& paths) {
    std::vector<fs::path> files;
    for (std::size_t i = 0; i < paths.size(); ++i) {
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

// A case without a mode has that of its file name, prefixed with the name of the
// folder if such a mode exists.
std::string mode_of(const fs::path& path) {
    const std::string name = path.stem().string();
    const std::string longer = path.parent_path().filename().string() + "_" + name;
    return find_mode(longer) ? longer : name;
}

class Run {
  public:
    Run(bool shrinks, bool prints_open) : shrinks_(shrinks), prints_open_(prints_open) {}

    void file(const fs::path& path) {
        OpenCases& open = open_cases_.try_emplace(path.parent_path(), path.parent_path()).first->second;
        std::ifstream in(path, std::ios::binary);
        if (!in) {
            std::printf("%s: cannot be read\n", path.c_str());
            ++tallies_["(unreadable file)"].failed;
            return;
        }
        for (std::string line; std::getline(in, line);) {
            if (line.empty()) continue;
            auto test_case = nlohmann::json::parse(line, nullptr, false);
            if (test_case.is_discarded() || !test_case.is_object()) {
                std::printf("%s: not a case: %.80s\n", path.c_str(), line.c_str());
                ++tallies_["(not a case)"].failed;
                continue;
            }
            one_case(test_case, test_case.value("mode", mode_of(path)), open);
        }
    }

    // Writes the lists of open cases. Where a whole folder was run, each listed case must be in it.
    void close_lists(const std::vector<std::string>& paths) {
        for (auto& [folder, open] : open_cases_) {
            open.write();
            if (std::ranges::none_of(paths,
                                     [&](const std::string& p) { return folder.string().starts_with(p); }))
                continue;
            for (const std::string& id : open.unseen()) {
                std::printf("%s: OPEN.txt lists %s, which is no case\n", folder.c_str(), id.c_str());
                ++tallies_["(listed alone)"].failed;
            }
        }
    }

    // Prints the figures; returns how many cases failed.
    int report() const {
        Tally sum;
        for (const auto& [name, tally] : tallies_) {
            std::printf("%-16s %d passed, %d failed", name.c_str(), tally.passed, tally.failed);
            if (tally.deviating > 0)
                std::printf(", %d deviating (tests/conformance/DEVIATIONS.md)", tally.deviating);
            if (tally.open > 0) std::printf(", %d open (OPEN.txt)", tally.open);
            for (const auto& [bonus, count] : tally.bonuses) std::printf("; %d %s", count, bonus.c_str());
            std::printf("\n");
            sum.passed += tally.passed;
            sum.failed += tally.failed;
            sum.open += tally.open;
        }
        std::printf("conformance: %d passed, %d failed", sum.passed, sum.failed);
        if (sum.open > 0) std::printf(", %d open", sum.open);
        std::printf("\n");
        return sum.failed;
    }

  private:
    void one_case(const nlohmann::json& test_case, const std::string& mode, OpenCases& open) {
        Tally& tally = tallies_[mode];
        ModeRunner run = find_mode(mode);
        CaseOutcome outcome;
        if (run)
            outcome = run(test_case);
        else
            outcome.actual = "no runner for this mode";
        const std::string id = test_case.value("id", "?");
        const bool is_deviating = deviating_.contains(id);
        const bool is_open = open.has(id);
        if (outcome.passed && !outcome.bonus.empty()) ++tally.bonuses[outcome.bonus];
        const char* list = nullptr;  // that the case must leave
        if (outcome.passed && is_deviating)
            list = "DEVIATIONS.md";
        else if (outcome.passed && is_open && shrinks_)
            open.take_out(id);
        else if (outcome.passed && is_open)
            list = "OPEN.txt (--shrink does)";
        if (list) outcome.actual = std::string("passes now: take it out of ") + list;
        if (outcome.passed && !list) {
            ++tally.passed;
            return;
        }
        if (!list && is_deviating) {
            ++tally.deviating;
            return;
        }
        const bool counts = list || !is_open;
        counts ? ++tally.failed : ++tally.open;
        if (counts ? tally.failed > kMostPrintedFailures : !prints_open_) return;
        std::string input;
        for (const char* key : {"input", "in"})
            if (test_case.contains(key)) input = test_case[key].dump().substr(0, 2000);
        std::printf("%s %s (%s)\n  input:    %s\n  expected: %s\n  actual:   %s\n", counts ? "FAIL" : "OPEN",
                    id.c_str(), mode.c_str(), input.c_str(), outcome.expected.c_str(),
                    outcome.actual.c_str());
    }

    bool shrinks_;
    bool prints_open_;
    std::map<std::string, Tally> tallies_;
    std::set<std::string> deviating_ = deviating_cases();
    std::map<fs::path, OpenCases> open_cases_;
};

}  // namespace

int run_conformance(int argument_count, const char* const* arguments) {
    bool shrinks = false;
    bool prints_open = false;
    std::vector<std::string> paths;
    for (int i = 0; i < argument_count; ++i) {
        std::string_view argument = arguments[i];
        if (argument == "--shrink")
            shrinks = true;
        else if (argument == "--open")
            prints_open = true;
        else
            paths.emplace_back(argument);
    }
    Run run(shrinks, prints_open);
    for (const fs::path& file : case_files(paths)) run.file(file);
    run.close_lists(paths);
    return run.report();
}

}  // namespace hcl::test
