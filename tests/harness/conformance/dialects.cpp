// Modes of the dialects: the files of a case are checked by the command line as a folder of their language. A
// case agrees when there are errors exactly where the tool gave any, and one is on the line of its first.
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/source/diagnostic.h"
#include "tests/harness/conformance/mode.h"
#include "tests/harness/conformance/temporary_folder.h"
#include "tests/harness/shell.h"

namespace hcl::test {

using nlohmann::json;

namespace {

// A finding of ours or of the tool. `line` is 0 where there is no place.
struct Finding {
    std::string file;
    int line = 0;
    bool is_error = false;
    std::string summary;
    std::string text{};  // what is printed
    bool is_of_plan = false;
};

// `configuration`: the settings of the workspace; empty for none.
std::vector<Finding> check_folder(const json& files, std::string_view configuration) {
    TemporaryFolder folder;
    folder.write(files);
    if (!configuration.empty()) folder.write({{".hcl-ls.hcl", configuration}});
    Shell shell = Shell::on_disk(folder.path);
    shell.run({"check", "--format=json", "."});
    std::vector<Finding> found;
    const json printed = json::parse(shell.out, nullptr, false);
    if (!printed.is_object()) return {{.file = {}, .is_error = true, .summary = {}, .text = "no output"}};
    for (const json& f : printed["findings"]) {
        Finding finding{f["file"], f["start"]["line"], f["severity"] == "error", f["title"]};
        finding.text = finding.file + ":" + std::to_string(finding.line) + " " +
                       f["severity"].get<std::string>() + "[" + f["code"].get<std::string>() + "] " +
                       finding.summary + ": " + f["message"].get<std::string>();
        finding.is_of_plan = f["code"] == diag_id(DiagCode::FailsInPlan);
        found.push_back(std::move(finding));
    }
    return found;
}

bool same_place(const Finding& a, const Finding& b) {
    return a.line == b.line && a.file == b.file;
}

// The last line of the block whose header is this line; the line itself if it is not a header.
int end_of_block(std::string_view text, int line) {
    std::istringstream in{std::string(text)};
    std::string header;
    int at = 0;
    for (std::string row; std::getline(in, row);) {
        ++at;
        if (at == line) header = row;
        if (at == line && !row.ends_with('{')) return line;
        if (at > line && row.find_first_not_of(" \t") == header.find_first_not_of(" \t") &&
            row.find('}') == row.find_first_not_of(" \t"))
            return at;
    }
    return line;
}

// Whether one of `found` is at the place of `recorded`, which may have none. Where the tool names a block
// alone, the argument in it that is wrong is as good a place, and better for people.
const Finding* at_place_of(const Finding& recorded, const std::vector<Finding>& found, const json& files) {
    int last = recorded.line;
    if (files.contains(recorded.file))
        last = end_of_block(files[recorded.file].get_ref<const std::string&>(), recorded.line);
    for (const Finding& f : found) {
        if (recorded.is_error && !f.is_error) continue;
        if (recorded.line == 0) return &f;
        if (f.file == recorded.file && f.line >= recorded.line && f.line <= last) return &f;
    }
    return nullptr;
}

std::string listed(const std::vector<Finding>& findings) {
    std::string text;
    for (const Finding& f : findings) text += "\n    " + f.text;
    return text.empty() ? "nothing" : text;
}

// The recorded answer. Any of `first` may be the first error.
struct Answer {
    bool has_errors = false;
    std::vector<Finding> first;
    std::vector<Finding> warnings;
};

CaseOutcome compare(const json& c, const Answer& answer, std::string_view configuration = {}) {
    std::vector<Finding> found = check_folder(c["files"], configuration);
    // Findings that only a plan reports are not part of the answer.
    const bool is_beyond = std::erase_if(found, [](const Finding& f) { return f.is_of_plan; }) > 0;
    CaseOutcome outcome;
    bool has_errors = false;
    for (const Finding& f : found) has_errors = has_errors || f.is_error;
    outcome.passed = has_errors == answer.has_errors;
    if (outcome.passed && has_errors) {
        const Finding* place = nullptr;
        for (const Finding& recorded : answer.first) {
            place = at_place_of(recorded, found, c["files"]);
            if (place) break;
        }
        outcome.passed = place != nullptr || answer.first.empty();
        if (place) {
            bool same = false;
            for (const Finding& recorded : answer.first)
                for (const Finding& f : found)
                    same = same || (f.is_error && f.summary == recorded.summary &&
                                    (recorded.line == 0 || same_place(f, recorded)));
            if (same) outcome.bonus = "with the recorded summary";
        }
    }
    if (is_beyond && outcome.bonus.empty()) outcome.bonus = "with what only a plan refuses";
    for (const Finding& warning : answer.warnings)
        outcome.passed = outcome.passed && at_place_of(warning, found, c["files"]) != nullptr;
    outcome.expected = !answer.has_errors ? "no error" : listed(answer.first);
    if (!answer.warnings.empty()) outcome.expected += "\n    and" + listed(answer.warnings);
    outcome.actual = listed(found);
    for (const auto& [name, text] : c["files"].items())
        outcome.expected = "--- " + name + "\n" + text.get<std::string>() + "---\n" + outcome.expected;
    return outcome;
}

Finding recorded_finding(const json& d) {
    Finding finding;
    finding.is_error = d["severity"] == "error";
    finding.summary = d.value("summary", "");
    const json& place = d.contains("range") ? d["range"] : d;
    const json& start = d.contains("range") ? place["start"] : place;
    finding.file = place.value(d.contains("range") ? "filename" : "file", "");
    finding.line = finding.file.empty() ? 0 : start.value("line", 0);
    finding.text = finding.file + ":" + std::to_string(finding.line) + " " + finding.summary +
                   (d.contains("detail") ? ": " + d.value("detail", "") : "");
    return finding;
}

CaseOutcome run_dialect(const json& c) {
    // The answer depends on what is installed on the tool's machine: either one is accepted.
    if (c.contains("depends")) return {.passed = true, .expected = {}, .actual = {}};
    Answer answer;
    answer.has_errors = !c["ok"].get<bool>();
    const bool is_unstable = c.value("unstable", false);
    for (const json& d : c["diagnostics"]) {
        Finding finding = recorded_finding(d);
        if (!finding.is_error || (!answer.first.empty() && !is_unstable)) continue;
        answer.first.push_back(finding);
        // Packer names the block of a component; the position from the component itself is better.
        for (const json& inner : d.value("inner", json::array()))
            answer.first.push_back(recorded_finding(inner));
        for (const json& line : d.value("lines", json::array())) {
            answer.first.push_back(finding);
            answer.first.back().line = line;
        }
        if (c.contains("lines"))
            for (const json& line : c["lines"]) {
                answer.first.push_back(finding);
                answer.first.back().line = line;
            }
    }
    return compare(c, answer);
}

}  // namespace

CaseOutcome run_tfvalidate(const json& c) {
    Answer answer;
    answer.has_errors = c["exit_code"] != 0;
    const bool varies = c.value("order_varies", false);
    for (const json& d : c["output"]["diagnostics"]) {
        Finding finding = recorded_finding(d);
        if (!finding.is_error)
            answer.warnings.push_back(finding);
        else if (answer.first.empty() || varies)
            answer.first.push_back(finding);
    }
    // The version that gave the answers: later features are errors to it.
    constexpr std::string_view kVersion = R"(
language "terraform" { version = "1.11.4" }
language "terraform-test" { version = "1.11.4" }
)";
    return compare(c, answer, kVersion);
}

CaseOutcome run_packervalidate(const json& c) {
    return run_dialect(c);
}

CaseOutcome run_terragruntvalidate(const json& c) {
    return run_dialect(c);
}

CaseOutcome run_nomadjob(const json& c) {
    return run_dialect(c);
}

CaseOutcome run_bake(const json& c) {
    return run_dialect(c);
}

}  // namespace hcl::test
