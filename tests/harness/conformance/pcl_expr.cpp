// Mode pcl_expr: the type of an expression in a scope of typed names, and its errors.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/pcl/package_functions.h"
#include "engine/pcl/typer.h"
#include "tests/harness/conformance/eval_support.h"
#include "tests/harness/conformance/mode.h"
#include "tests/harness/conformance/pcl_support.h"
#include "tests/harness/conformance/source_text.h"
#include "tests/harness/package_schemas.h"

namespace hcl::test {

using nlohmann::json;

namespace {

class RecordedScope final : public pcl::TypeScope {
  public:
    explicit RecordedScope(const json& scope) {
        for (const auto& [name, type] : scope.items()) types_.emplace(name, recorded_type(type));
    }
    std::optional<pcl::Definition> find(std::string_view name) const override {
        auto it = types_.find(name);
        if (it == types_.end()) return std::nullopt;
        return pcl::Definition{it->second};
    }

  private:
    std::map<std::string, pcl::Type, std::less<>> types_;
};

// `invoke` and `call` mean the package of the cases.
class RecordedFunctions final : public pcl::PackageFunctions {
  public:
    RecordedFunctions() : PackageFunctions({.is_reference = true}) {}

  protected:
    pcl::PackagePtr package(std::string_view name) const override { return mock_packages()->find(name); }
};

// A finding without a position matches any position.
bool same_finding(const json& recorded, const Diagnostic& ours) {
    const bool has_place = recorded.contains("range") && recorded["range"].is_array() &&
                           recorded["range"] != json::array({0, 0});
    return recorded["severity"] == (ours.severity == Severity::Error ? "error" : "warning") &&
           trimmed(plain_notation(recorded["summary"].get<std::string>())) == trimmed(ours.title) &&
           (!has_place || recorded["range"] == pair_of(ours.span));
}

}  // namespace

CaseOutcome run_pcl_expr(const json& c) {
    const json& recorded = c["out"];
    const ParsedCase parsed = parse_case(c["in"]["expr"].get<std::string>(), "native");
    const RecordedScope scope(c["in"].value("scope", json::object()));
    pcl::TyperOptions options = pcl::TyperOptions::reference();
    const json asked = c["in"].value("options", json::array());
    for (const json& option : asked) {
        if (option == "allowMissingVariables") options.missing_variables_are_warnings = true;
        if (option == "skipRangeTypechecking") options.skips_range_types = true;
    }
    Diagnostics findings = parsed.diagnostics;
    const bool is_broken = has_errors(findings);
    pcl::Type type;
    if (!is_broken) type = pcl::type_of(parsed.root, scope, RecordedFunctions(), options, findings);

    CaseOutcome outcome;
    outcome.actual = type.to_string() + "  " + type.to_pretty();
    for (const Diagnostic& d : findings)
        outcome.actual += "\n    " + d.title + " " + pair_of(d.span).dump() + " (" + d.message + ")";
    outcome.expected = in_our_notation(recorded).dump();
    // The reference crashes: something is wrong and must be reported.
    if (recorded.contains("panic")) {
        outcome.passed = has_errors(findings);
        return outcome;
    }
    const json& diags = recorded["diags"];
    if (is_broken) {
        outcome.passed = !diags.empty() && !findings.empty() && diags[0]["summary"] == findings[0].title;
        return outcome;
    }
    outcome.passed = std::equal(diags.begin(), diags.end(), findings.begin(), findings.end(), same_finding);
    if (!recorded["type"].is_null())
        outcome.passed = outcome.passed &&
                         plain_notation(recorded["type"].get<std::string>()) == type.to_string() &&
                         recorded["pretty"] == type.to_pretty();
    return outcome;
}

}  // namespace hcl::test
