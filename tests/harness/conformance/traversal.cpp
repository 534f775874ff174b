// Mode traversal: references with and without splats, and their values.
#include "engine/eval/analysis/traversal.h"

#include <nlohmann/json.hpp>
#include <string>

#include "engine/syntax/parse/traversal.h"
#include "engine/value/number.h"
#include "tests/harness/conformance/diagnostics.h"
#include "tests/harness/conformance/encoding.h"
#include "tests/harness/conformance/eval_support.h"
#include "tests/harness/conformance/mode.h"
#include "tests/harness/conformance/source_text.h"

namespace hcl::test {

namespace {

using nlohmann::json;
using namespace syntax;

json step_json(const syntax::PathStep& step) {
    json out{{"range", {step.span.start, step.span.end}}};
    switch (step.kind) {
        case syntax::PathStep::Kind::Root:
            out["root"] = step.text;
            break;
        case syntax::PathStep::Kind::Attr:
            out["attr"] = step.text;
            break;
        case syntax::PathStep::Kind::Splat:
            out["splat"] = json::array();
            break;
        case syntax::PathStep::Kind::String:
            out["index"] = {{"type", "string"}, {"value", step.text}};
            break;
        case syntax::PathStep::Kind::Number: {
            ParsedNumber number = parse_number(step.text, NumberSyntax::Literal);
            bool is_broken =
                number.problem == NumberProblem::Syntax || number.problem == NumberProblem::Exponent;
            out["index"] = {
                {"type", "number"},
                {"value", is_broken ? json{{"unknown", true}} : json(number.number.to_text().value_or("?"))}};
            break;
        }
    }
    return out;
}

json parse_json_of(const PathParse& parse) {
    json steps = json::array();
    for (const syntax::PathStep& step : parse.steps) steps.push_back(step_json(step));
    return steps;
}

}  // namespace

CaseOutcome run_traversal(const json& test_case) {
    std::string text = source_text(test_case["input"]);
    CaseOutcome outcome;
    outcome.passed = true;
    FilePtr file = File::parse(text);
    for (bool is_partial : {false, true}) {
        const json& recorded = test_case["output"][is_partial ? "partial" : "abs"];
        PathParse ours = parse_path(text, is_partial ? PathSplats::Accept : PathSplats::Refuse);
        json steps = parse_json_of(ours);
        bool same = same_syntax_errors(recorded["diags"], ours.diagnostics, *file) &&
                    (!recorded["diags"].empty() || steps == recorded["traversal"]);
        if (same) continue;
        outcome.passed = false;
        outcome.expected += recorded.dump() + "\n";
        outcome.actual += steps.dump() + " " + describe(ours.diagnostics, *file) + "\n";
    }
    const json& output = test_case["output"];
    if (outcome.passed && output.contains("value")) {
        Diagnostics diagnostics;
        eval::Traversal traversal = eval::traversal_of(parse_path(text));
        Value value = eval::apply(traversal, &context_scope(), rules_of(test_case), diagnostics);
        json ours = diagnostics_json(diagnostics);
        outcome.passed =
            same_value(output["value"], value) && ours == recorded_diagnostics(output["eval_diags"]);
        outcome.expected = output["value"].dump() + " " + output["eval_diags"].dump();
        outcome.actual = encode_value(value).dump() + " " + ours.dump();
    }
    return outcome;
}

}  // namespace hcl::test
