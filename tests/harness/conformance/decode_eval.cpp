// Modes tryfunc and typeexpr: functions with unevaluated arguments, and type expressions.
#include <nlohmann/json.hpp>

#include "engine/eval/analysis/type_expr.h"
#include "engine/eval/decoder.h"
#include "engine/eval/evaluate.h"
#include "engine/value/convert.h"
#include "tests/harness/conformance/decode_support.h"
#include "tests/harness/conformance/encoding.h"
#include "tests/harness/conformance/eval_support.h"
#include "tests/harness/conformance/json_places.h"
#include "tests/harness/conformance/mode.h"

namespace hcl::test {

using nlohmann::json;

namespace {

ParsedCase parse(const json& test_case) {
    return parse_case(test_case["expr"].get<std::string>(), test_case.value("syntax", "native"));
}

// True when the case has a syntax error.
bool ends_at_syntax(const json& test_case, const ParsedCase& parsed, CaseOutcome& outcome) {
    json none = json::array();
    const json& recorded = test_case.contains("parse_diagnostics") ? test_case["parse_diagnostics"] : none;
    if (recorded.empty() && !has_errors(parsed.diagnostics)) return false;
    outcome.expected = recorded.dump();
    outcome.actual = diagnostics_json(parsed.diagnostics).dump();
    outcome.passed = same_parse_errors(recorded, parsed.diagnostics, *parsed.file);
    return true;
}

CaseOutcome evaluate_case(const json& test_case) {
    CaseOutcome outcome;
    ParsedCase parsed = parse(test_case);
    if (ends_at_syntax(test_case, parsed, outcome)) return outcome;
    auto scope = recorded::scope_of(test_case);
    eval::EvalOptions options;
    options.rules = &rules_of(test_case);
    options.source = parsed.file;
    eval::EvalResult result = eval::evaluate(parsed.root, scope.get(), options);
    json ours = recorded::diagnostics_json(result.diagnostics);
    json theirs = recorded::recorded_diagnostics(test_case["diagnostics"]);
    outcome.passed = ours == theirs && same_value(test_case["result"], result.value);
    outcome.expected = test_case["result"].dump() + " " + theirs.dump();
    outcome.actual = encode_value(result.value).dump() + " " + ours.dump();
    for (const Diagnostic& d : result.diagnostics) outcome.actual += "\n            " + d.message;
    return outcome;
}

bool same_defaults(const json& recorded, const eval::Defaults* ours) {
    if (recorded.is_null() || !ours) return recorded.is_null() && !ours;
    if (!same_type(recorded["type"], ours->type)) return false;
    json values = recorded.value("default_values", json::object());
    if (values.size() != ours->values.size()) return false;
    for (const auto& [name, value] : ours->values)
        if (!values.contains(name) || !same_value(values[name], value)) return false;
    json children = recorded.value("children", json::object());
    if (children.size() != ours->children.size()) return false;
    for (const auto& [name, child] : ours->children)
        if (!children.contains(name) || !same_defaults(children[name], child.get())) return false;
    return true;
}

bool same_names(const json& test_case, const Type& type, CaseOutcome& outcome) {
    std::string source = type.without_optional().to_source();
    outcome.expected = test_case.value("type_string", "") + " " + test_case.value("friendly_name", "") + " " +
                       test_case.value("friendly_name_for_constraint", "");
    outcome.actual = source + " " + type.friendly_name() + " " + type.friendly_constraint_name();
    bool same = same_type(test_case["type"], type) && source == test_case.value("type_string", "") &&
                type.friendly_name() == test_case.value("friendly_name", "");
    return same && test_case.value("friendly_name_for_constraint", type.friendly_constraint_name()) ==
                       type.friendly_constraint_name();
}

CaseOutcome apply_defaults(const json& test_case, const eval::TypeExpression& parsed) {
    CaseOutcome outcome;
    const Rules& rules = rules_of(test_case);
    auto value = decode_value(test_case["value"]);
    if (!value) return outcome;
    Value applied = parsed.defaults ? parsed.defaults->apply(*value, rules) : *value;
    ValueResult converted = convert_value(applied, parsed.type, rules);
    outcome.passed = same_type(test_case["type"], parsed.type) && same_value(test_case["applied"], applied) &&
                     converted.has_value() == test_case.contains("converted") &&
                     (!converted || same_value(test_case["converted"], *converted));
    outcome.expected = test_case["applied"].dump() + " " + test_case.value("converted", json()).dump();
    outcome.actual = encode_value(applied).dump() + " " +
                     (converted ? encode_value(*converted).dump() : converted.error().message());
    return outcome;
}

}  // namespace

CaseOutcome run_tryfunc(const json& test_case) {
    return evaluate_case(test_case);
}

CaseOutcome run_typeexpr(const json& test_case) {
    std::string op = test_case["op"];
    if (op == "eval") return evaluate_case(test_case);
    CaseOutcome outcome;
    if (op == "typestring") {
        auto type = decode_type(test_case["type"]);
        outcome.passed = type && same_names(test_case, *type, outcome);
        return outcome;
    }
    ParsedCase parsed = parse(test_case);
    if (ends_at_syntax(test_case, parsed, outcome)) return outcome;
    const bool is_json = test_case.value("syntax", "") == "json";
    const RecordedPlaces places(is_json ? test_case["expr"].get<std::string>() : "",
                                JsonStrings::Expressions);
    eval::TypeExpressionKind kind = op == "type"         ? eval::TypeExpressionKind::Exact
                                    : op == "constraint" ? eval::TypeExpressionKind::Constraint
                                                         : eval::TypeExpressionKind::Defaults;
    eval::TypeExpression type =
        eval::parse_type(eval::Expression(parsed.root, parsed.file), kind, rules_of(test_case));
    if (op == "apply") return apply_defaults(test_case, type);
    bool same = same_names(test_case, type.type, outcome);
    json ours = recorded::diagnostics_json(type.diagnostics);
    json theirs = recorded::recorded_diagnostics(test_case["diagnostics"]);
    outcome.expected += " " + theirs.dump();
    outcome.actual += " " + ours.dump();
    outcome.passed = same && ours == theirs;
    if (op == "defaults" && !same_defaults(test_case["defaults"], type.defaults.get())) {
        outcome.passed = false;
        outcome.expected += " " + test_case["defaults"].dump();
        outcome.actual += " (other defaults)";
    }
    return outcome;
}

}  // namespace hcl::test
