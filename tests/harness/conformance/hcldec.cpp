// Mode hcldec: runs the command in a temporary folder.
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/harness/conformance/decode_files.h"
#include "tests/harness/conformance/temporary_folder.h"
#include "tests/harness/shell.h"

namespace hcl::test {

using nlohmann::json;

namespace {

// Parses printed diagnostics into the recorded form.
json reduced(const std::string& text) {
    if (text.empty()) return json::array();
    json printed = json::parse(text, nullptr, false);
    if (printed.is_discarded()) return text;
    json list = json::array();
    for (const json& d : printed["diagnostics"]) {
        json item = {{"severity", d["severity"]}, {"summary", d["summary"]}};
        if (d.contains("subject")) {
            auto position = [](const json& p) { return json{p["line"], p["column"], p["byte"]}; };
            item["file"] = d["subject"]["filename"];
            item["start"] = position(d["subject"]["start"]);
            item["end"] = position(d["subject"]["end"]);
        }
        list.push_back(std::move(item));
    }
    return recorded_findings(list);
}

// Our wording may differ; the findings and their positions must agree.
bool same_findings(const std::string& recorded, const std::string& ours, bool first_only) {
    std::istringstream lines(recorded);
    std::string line;
    bool seen_any = false;
    bool has_places = recorded.find("\n  on ") != std::string::npos;
    while (std::getline(lines, line)) {
        if (has_places && line.starts_with("Error: ")) {
            if (first_only && seen_any) return true;
            seen_any = true;
            if (ours.find(line.substr(7)) == std::string::npos) return false;
        }
        if (!line.starts_with("  on ")) continue;
        std::size_t at = line.find(" line ");
        std::string number = line.substr(at + 6, line.find_first_of(":,", at + 6) - at - 6);
        std::string place = line.substr(5, at - 5) + ":" + number + ":";
        if (ours.find(place) == std::string::npos) return false;
    }
    return !ours.empty();
}

bool has_syntax_error(const json& c) {
    CaseFiles files;
    for (const auto& [name, text] : c["files"].items())
        if (has_errors(files.parse(name, text.get<std::string>(), name.ends_with(".json")).diagnostics))
            return true;
    return c["stdin"].is_string() &&
           has_errors(files.parse("<stdin>", c["stdin"].get<std::string>(), false).diagnostics);
}

// Whether the first printed finding is a recorded one, by title, file and line.
bool finds_one_of(const json& recorded, const std::string& printed) {
    json all = json::parse(printed, nullptr, false);
    if (!all.is_object() || all["diagnostics"].empty()) return false;
    const json& first = all["diagnostics"][0];
    for (const json& r : recorded)
        if (r["summary"] == first["summary"] && first.contains("subject") &&
            r["file"] == first["subject"]["filename"] && r["start"][0] == first["subject"]["start"]["line"])
            return true;
    return false;
}

json sorted_references(json list) {
    std::stable_sort(list.begin(), list.end(), [](const json& a, const json& b) {
        auto key = [](const json& r) {
            return std::tuple(r["range"]["filename"].get<std::string>(),
                              r["range"]["start"]["byte"].get<int>(), r["range"]["end"]["byte"].get<int>());
        };
        return key(a) < key(b);
    });
    return list;
}

}  // namespace

CaseOutcome run_hcldec(const json& c) {
    TemporaryFolder folder;
    folder.write(c["files"]);
    Shell shell = Shell::on_disk(folder.path);
    if (c.contains("stdin") && c["stdin"].is_string()) shell.input = c["stdin"].get<std::string>();
    server::Console console = shell.attached();

    std::vector<std::string> words = c["args"].get<std::vector<std::string>>();
    std::vector<std::string_view> arguments(words.begin(), words.end());
    int exit_code = server::run_hcldec(console, arguments);

    Comparison comparison;
    // Where the reference crashes, any regular answer is right.
    if (c.contains("crash")) {
        comparison.check("exit code is that of a run", true, exit_code >= 0 && exit_code <= 2);
        return comparison.outcome();
    }
    comparison.check("exit code", c["exit_code"], exit_code);
    if (c.contains("stdout")) comparison.check("stdout", c["stdout"], shell.out);
    if (c.contains("diagnostics")) {
        json recorded = recorded_findings(c["diagnostics"]);
        json ours = reduced(shell.err);
        if (has_syntax_error(c)) {
            // Error recovery differs between parsers: only the first finding and its line are compared.
            comparison.check("a finding of " + recorded.dump(), true, finds_one_of(recorded, shell.err));
        } else {
            comparison.check("diagnostics", recorded, ours);
        }
    }
    if (c.contains("stderr")) {
        std::string recorded = c["stderr"];
        if (recorded.empty())
            comparison.check("stderr", "", shell.err);
        else
            comparison.check("stderr " + recorded + " | " + shell.err, true,
                             same_findings(recorded, shell.err, has_syntax_error(c)));
    }
    if (c.contains("var_refs")) {
        json ours = json::parse(shell.out, nullptr, false);
        comparison.check("references", sorted_references(c["var_refs"]),
                         ours.is_array() ? sorted_references(ours) : json(shell.out));
    }
    if (c.contains("output_files"))
        for (const auto& [name, text] : c["output_files"].items()) {
            std::ifstream in(folder.path / name, std::ios::binary);
            comparison.check(name, text, std::string(std::istreambuf_iterator<char>(in), {}));
        }
    return comparison.outcome();
}

}  // namespace hcl::test
