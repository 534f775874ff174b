// Mode pcl_program: the files of a case as programs; the errors of the outer one, its nodes and their
// order.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/base/path.h"
#include "engine/pcl/program.h"
#include "tests/harness/conformance/eval_support.h"
#include "tests/harness/conformance/mode.h"
#include "tests/harness/conformance/pcl_support.h"
#include "tests/harness/conformance/source_text.h"
#include "tests/harness/package_schemas.h"

namespace hcl::test {

using nlohmann::json;

namespace {

struct Folders {
    std::map<std::string, std::vector<pcl::ProgramFile>> by_name;
    std::map<std::uint32_t, std::string> paths;  // of files
    pcl::ProgramOptions options;
    bool has_folders = false;

    pcl::ProgramInput input_of(const std::string& folder, std::vector<std::string> chain) {
        chain.push_back(folder);
        pcl::ProgramInput input;
        input.files = by_name[folder];
        input.packages = mock_packages(options.allows_missing_properties);
        input.options = options;
        input.component = [this, folder, chain](std::string_view written) -> pcl::ProgramInput::Component {
            using Found = pcl::ProgramInput::Component::Found;
            const std::string there = clean_path(path_from(folder, std::string(written) + "/")) + "/";
            if (!has_folders) return {};
            if (!by_name.contains(there)) return {Found::Nothing, nullptr};
            if (std::ranges::find(chain, there) != chain.end()) return {Found::Own, nullptr};
            return {Found::Program, pcl::Program::bind(input_of(there, chain), {})};
        };
        return input;
    }
};

// Our position may lie inside the recorded one, which often is a whole block, or be a related one.
bool is_at(const Diagnostic& ours, const json& recorded, std::uint32_t file_of_ours) {
    if (!recorded.contains("range") || !recorded["range"].is_array() ||
        recorded["range"] == json::array({0, 0}))
        return true;
    const Span place{recorded["range"][0], recorded["range"][1]};
    auto overlaps = [&](Span span) { return span.start <= place.end && place.start <= span.end; };
    if (ours.file.value == file_of_ours && (overlaps(ours.span) || (ours.context && overlaps(*ours.context))))
        return true;
    return std::ranges::any_of(ours.related, [&](const RelatedPlace& r) { return r.where.span == place; });
}

bool same_title(const json& recorded, const Diagnostic& ours) {
    const std::string summary = trimmed(plain_notation(recorded["summary"].get<std::string>()));
    if (summary.empty()) return ours.code == DiagCode::PclWrongInputType;
    // Some recorded messages continue with the message of another library.
    return summary.starts_with(trimmed(ours.title)) || ours.code == DiagCode::PclOptionElement ||
           (ours.code == DiagCode::PclInvalidComponent && ours.title == "Errors in the component");
}

bool same_findings(const json& recorded, Diagnostics ours,
                   const std::map<std::uint32_t, std::string>& paths) {
    if (recorded.size() != ours.size()) return false;
    for (const json& d : recorded) {
        auto same = std::ranges::find_if(ours, [&](const Diagnostic& one) {
            const std::string file = d.value("file", "");
            return d["severity"] == (one.severity == Severity::Error ? "error" : "warning") &&
                   same_title(d, one) && (file.empty() || paths.at(one.file.value) == file) &&
                   is_at(one, d, one.file.value);
        });
        if (same == ours.end()) return false;
        ours.erase(same);
    }
    return true;
}

bool same_nodes(const json& recorded, const json& nodes) {
    return std::ranges::equal(recorded, nodes, [](const json& theirs, const json& ours) {
        return theirs["kind"] == ours["kind"] && theirs["name"] == ours["name"] &&
               theirs.value("deps", json::array()) == ours.value("deps", json::array()) &&
               (!theirs.contains("type") ||
                plain_notation(theirs["type"].get<std::string>()) == ours["type"].get<std::string>());
    });
}

}  // namespace

CaseOutcome run_pcl_program(const json& c) {
    const json& in = c["in"];
    const json& recorded = c["out"];
    Folders folders;
    for (const json& option : in.value("options", json::array())) {
        const bool all = option == "nonStrict";
        folders.options.allows_missing_variables |= all || option == "allowMissingVariables";
        folders.options.allows_missing_properties |= all || option == "allowMissingProperties";
        folders.options.skips_resource_types |= all || option == "skipResourceTypechecking";
        folders.options.skips_invoke_types |= all || option == "skipInvokeTypechecking";
        folders.options.skips_range_types |= all || option == "skipRangeTypechecking";
    }
    folders.options.is_reference = true;
    folders.has_folders = in.contains("files");
    json files = in.value("files", json::object());
    if (in.contains("program")) files["main.pp"] = in["program"];
    Diagnostics findings;
    std::uint32_t next = 0;
    for (const auto& [path, text] : files.items()) {
        auto tree = syntax::File::parse(text.get<std::string>());
        const FileId id(++next);
        folders.paths[id.value] = path;
        folders.by_name[std::string(folder_of(path))].push_back({id, path, tree});
        if (!folder_of(path).empty()) continue;
        for (Diagnostic d : tree->diagnostics()) {
            d.file = id;
            findings.push_back(std::move(d));
        }
    }
    const bool is_broken = !findings.empty();
    const pcl::ProgramPtr program = pcl::Program::bind(folders.input_of("", {}), {});
    if (!is_broken) findings = program->findings();

    json nodes = json::array();
    for (const pcl::PlacedNode& node : program->nodes()) {
        json one = {
            {"kind", pcl::word_of(node->kind)}, {"name", node->name}, {"type", node->type.to_string()}};
        for (std::uint32_t on : node->dependencies) one["deps"].push_back(program->nodes()[on]->name);
        nodes.push_back(std::move(one));
    }
    json order = json::array();
    for (std::uint32_t node : program->order()) order.push_back(program->nodes()[node]->name);

    CaseOutcome outcome;
    outcome.expected = (in.contains("program") ? in["program"].get<std::string>() : in["files"].dump(1)) +
                       "\n    " + in_our_notation(recorded).dump();
    outcome.actual = json({{"nodes", nodes}, {"order", order}}).dump();
    for (const Diagnostic& d : findings)
        outcome.actual += "\n    " + std::string(d.severity == Severity::Error ? "error " : "warning ") +
                          d.title + " " + pair_of(d.span).dump() + " (" + d.message + ")";
    // The reference crashes: something is wrong and must be reported.
    if (recorded.contains("panic")) {
        outcome.passed = has_errors(findings);
        return outcome;
    }
    const json diags =
        recorded.contains("diags") && recorded["diags"].is_array() ? recorded["diags"] : json::array();
    const std::string aborted = recorded.value("error", "");
    // Packages without a schema are not checked.
    if (aborted.starts_with("no schema for package")) {
        outcome.passed = !has_errors(findings);
        return outcome;
    }
    if (is_broken) {
        outcome.passed = !diags.empty() && diags[0]["summary"] == findings[0].title;
        return outcome;
    }
    outcome.passed = same_findings(diags, findings, folders.paths);
    if (!outcome.passed && recorded.contains("variants"))
        for (const json& variant : recorded["variants"])
            outcome.passed = outcome.passed || same_findings(variant["diags"], findings, folders.paths);
    if (!aborted.empty()) return outcome;
    outcome.passed = outcome.passed && same_nodes(recorded.value("nodes", json::array()), nodes);
    if (recorded.contains("order") && recorded["order"].is_array())
        outcome.passed = outcome.passed && recorded["order"] == order;
    return outcome;
}

}  // namespace hcl::test
