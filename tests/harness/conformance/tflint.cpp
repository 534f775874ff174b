// Conventions of Terraform modules: the same rules at the same lines as TFLint, and the same files after its
// fixes.
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <tuple>

#include "tests/harness/conformance/mode.h"
#include "tests/harness/shell.h"

namespace hcl::test {

using nlohmann::json;

namespace {

// The configuration of a case that has none of its own.
constexpr std::string_view kAllRules = R"(plugin "terraform" {
  enabled = true
  preset  = "all"
}
rule "terraform_module_shallow_clone" {
  enabled = true
}
)";

using Issue = std::tuple<std::string, int, std::string>;  // file, line, rule

std::string in_folder(const std::string& name) {
    return "/w/" + name;
}

// A file that is missing cannot have findings: the message of ours names it, at the start of another file.
std::string missing_file_in(const std::string& message) {
    constexpr std::string_view kBefore = "By convention a module has a file \"";
    if (!message.starts_with(kBefore)) return {};
    return message.substr(kBefore.size(), message.find('"', kBefore.size()) - kBefore.size());
}

std::set<Issue> issues_of(const json& findings) {
    std::set<Issue> out;
    for (const json& found : findings) {
        std::string rule = found.value("rule", "");
        if (found["name"] == "UnusedSymbol") rule = "terraform_unused_declarations";
        const std::string file = found["file"];
        // TFLint looks at one module.
        if (!rule.starts_with("terraform_") || file.find('/') != std::string::npos) continue;
        const std::string missing = missing_file_in(found["message"]);
        out.emplace(missing.empty() ? file : missing, found["start"]["line"].get<int>(), rule);
    }
    return out;
}

std::string listed(const std::set<Issue>& issues) {
    std::string out;
    for (const auto& [file, line, rule] : issues)
        out += "\n    " + file + ":" + std::to_string(line) + " " + rule;
    return out.empty() ? "nothing" : out;
}

// The file as the formatter prints it; JSON by its content.
std::string normal_form(Shell& shell, const std::string& name) {
    shell.run({"fmt", name});
    const std::string text = shell.text(in_folder(name));
    return name.ends_with(".json") ? json::parse(text, nullptr, false).dump(2) : text;
}

}  // namespace

CaseOutcome run_tflint(const json& c) {
    std::map<std::string, std::string> texts;
    for (const auto& [name, text] : c["files"].items()) texts[in_folder(name)] = text;
    texts[in_folder(".tflint.hcl")] =
        c["config"].is_null() ? std::string(kAllRules) : c["config"].get<std::string>();
    Shell shell(texts);
    shell.run({"check", "--format=json", "."});
    const json printed = json::parse(shell.out, nullptr, false);
    if (!printed.is_object()) return {false, "findings", "no output"};
    std::set<Issue> recorded;
    for (const json& issue : c["issues"])
        recorded.emplace(issue["file"].get<std::string>(), issue["line"].get<int>(),
                         issue["rule"].get<std::string>());
    const std::set<Issue> found = issues_of(printed["findings"]);
    CaseOutcome outcome{found == recorded, listed(recorded), listed(found)};
    if (!c.contains("fixed") || c.value("fix_fails", false)) return outcome;
    shell.run({"check", "--fix", "."});
    for (const auto& [name, text] : c["fixed"].items()) texts[in_folder(name)] = text;
    Shell wanted(texts);
    for (const auto& [name, text] : c["files"].items()) {
        const std::string expected = normal_form(wanted, name);
        const std::string actual = normal_form(shell, name);
        if (expected == actual) continue;
        outcome.passed = false;
        outcome.expected += "\n--- " + name + "\n" + expected;
        outcome.actual += "\n--- " + name + "\n" + actual;
    }
    return outcome;
}

}  // namespace hcl::test
