// Mode traversal: references on their own, with and without splats.
#include <nlohmann/json.hpp>
#include <string>

#include "engine/syntax/traversal.h"
#include "engine/value/number.h"
#include "tests/harness/conformance/diagnostics.h"
#include "tests/harness/conformance/mode.h"

namespace hcl::test {

namespace {

using nlohmann::json;
using namespace syntax;

json step_json(const PathStep& step) {
    json out{{"range", {step.span.start, step.span.end}}};
    switch (step.kind) {
        case PathStep::Kind::Root: out["root"] = step.text; break;
        case PathStep::Kind::Attr: out["attr"] = step.text; break;
        case PathStep::Kind::Splat: out["splat"] = json::array(); break;
        case PathStep::Kind::String: out["index"] = {{"type", "string"}, {"value", step.text}}; break;
        case PathStep::Kind::Number: {
            ParsedNumber number = parse_number(step.text, NumberSyntax::Literal);
            bool is_broken = number.problem == NumberProblem::Syntax || number.problem == NumberProblem::Exponent;
            out["index"] = {{"type", "number"},
                            {"value", is_broken ? json{{"unknown", true}} : json(number.number.to_text().value_or("?"))}};
            break;
        }
    }
    return out;
}

json parse_json_of(const PathParse& parse) {
    json steps = json::array();
    for (const PathStep& step : parse.steps) steps.push_back(step_json(step));
    return steps;
}

}  // namespace

CaseOutcome run_traversal(const json& test_case) {
    std::string text = case_source(test_case["input"]);
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
    return outcome;
}

}  // namespace hcl::test
