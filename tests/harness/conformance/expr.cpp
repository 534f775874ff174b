// Modes expr, template and variables.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/eval/analysis/variables.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/prepared.h"
#include "engine/syntax/file/file.h"
#include "tests/harness/conformance/encoding.h"
#include "tests/harness/conformance/eval_support.h"
#include "tests/harness/conformance/json_places.h"
#include "tests/harness/conformance/mode.h"
#include "tests/harness/conformance/source_text.h"

namespace hcl::test {

using nlohmann::json;

namespace {

void compare_evaluation(const json& test_case, const json& recorded, const ParsedCase& parsed,
                        CaseOutcome& outcome) {
    eval::EvalOptions options;
    options.rules = &rules_of(test_case);
    options.source = parsed.file;
    eval::EvalResult result = eval::evaluate(parsed.root, &context_scope(), options);
    json ours = diagnostics_json(result.diagnostics);
    // A prepared expression gives the same result.
    eval::EvalResult again =
        eval::evaluate(eval::Prepared(parsed.root, *options.rules), &context_scope(), options);
    const bool is_same = again.value.identical(result.value) && diagnostics_json(again.diagnostics) == ours;
    if (recorded.contains("exact_or_error")) {
        json wanted = {{"type", "number"}, {"value", recorded["exact_or_error"]}};
        outcome.passed = has_errors(result.diagnostics) || same_value(wanted, result.value);
        outcome.expected = wanted.dump();
    } else {
        json theirs = recorded_diagnostics(recorded["eval_diags"]);
        if (test_case.value("unordered_diags", false)) {
            std::sort(theirs.begin(), theirs.end());
            std::sort(ours.begin(), ours.end());
        }
        outcome.passed = same_value(recorded["value"], result.value) && theirs == ours;
        outcome.expected = recorded["value"].dump() + " " + theirs.dump();
    }
    outcome.actual = encode_value(result.value).dump() + " " + ours.dump();
    if (!is_same) {
        outcome.passed = false;
        outcome.actual += "\n  prepared: " + encode_value(again.value).dump() + " " +
                          diagnostics_json(again.diagnostics).dump();
    }
    for (const Diagnostic& d : result.diagnostics) outcome.actual += "\n            " + d.message;
}

CaseOutcome run(const json& test_case, std::string_view as) {
    CaseOutcome outcome;
    const json& recorded = test_case["output"];
    ParsedCase parsed = parse_case(source_text(test_case["input"]), as);
    if (recorded.contains("exact_or_error") && !recorded.contains("parse_diags")) {
        outcome.passed = has_errors(parsed.diagnostics);
        if (!outcome.passed) compare_evaluation(test_case, recorded, parsed, outcome);
        return outcome;
    }
    if (compare_parse(recorded, parsed, outcome)) compare_evaluation(test_case, recorded, parsed, outcome);
    return outcome;
}

}  // namespace

CaseOutcome run_expr(const json& test_case) {
    return run(test_case, "native");
}
CaseOutcome run_template(const json& test_case) {
    return run(test_case, "template");
}

CaseOutcome run_variables(const json& test_case) {
    CaseOutcome outcome;
    const json& recorded = test_case["output"];
    const std::string text = source_text(test_case["input"]);
    const std::string syntax = test_case["input"].value("syntax", "native");
    ParsedCase parsed = parse_case(text, syntax);
    const RecordedPlaces places(syntax == "json" ? text : "", JsonStrings::Templates);
    if (!compare_parse(recorded, parsed, outcome)) return outcome;
    json ours = json::array();
    for (const eval::Traversal& t : eval::variables(parsed.root)) ours.push_back(traversal_json(t));
    outcome.passed = ours == recorded["variables"];
    outcome.expected = recorded["variables"].dump();
    outcome.actual = ours.dump();
    return outcome;
}

}  // namespace hcl::test
