// Mode static: the static analyses, on native syntax and JSON.
#include <nlohmann/json.hpp>

#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/decoder.h"
#include "engine/eval/evaluate.h"
#include "tests/harness/conformance/ast.h"
#include "tests/harness/conformance/encoding.h"
#include "tests/harness/conformance/eval_support.h"
#include "tests/harness/conformance/json_places.h"
#include "tests/harness/conformance/mode.h"
#include "tests/harness/conformance/source_text.h"

namespace hcl::test {

using nlohmann::json;

namespace {

json expression_json(const eval::Expression& expression, bool is_native) {
    json out = {{"range", pair_of(as_recorded(expression.span()))},
                {"start_range", pair_of(as_recorded(expression.start_span()))}};
    if (is_native) {
        out["ast"] = print_ast(expression.node());
    } else {
        eval::EvalOptions options;
        options.rules = &Rules::reference();
        eval::EvalResult literal = eval::evaluate(expression.node(), nullptr, options);
        out["literal"] = {{"value", encode_value(literal.value)},
                          {"diags", diagnostics_json(literal.diagnostics)}};
    }
    return out;
}

json failed(const Diagnostic& d) {
    return {{"diags", diagnostics_json({d})}};
}

json static_json(const eval::Expression& expression, bool is_native) {
    json out;
    json none = json::array();
    if (auto list = eval::static_list(expression)) {
        json items = json::array();
        for (const auto& item : *list) items.push_back(expression_json(item, is_native));
        out["list"] = {{"diags", none}, {"items", items}};
    } else {
        out["list"] = failed(list.error());
    }
    if (auto map = eval::static_map(expression)) {
        json items = json::array();
        for (const auto& [key, value] : *map) {
            json k = expression_json(key, is_native);
            // The notation marks keys as such.
            if (is_native) k["ast"] = print_ast_key(key.node());
            items.push_back({{"key", k},
                             {"value", expression_json(value, is_native)},
                             {"key_keyword", eval::static_keyword(key)}});
        }
        out["map"] = {{"diags", none}, {"items", items}};
    } else {
        out["map"] = failed(map.error());
    }
    if (auto call = eval::static_call(expression)) {
        json arguments = json::array();
        for (const auto& argument : call->arguments) arguments.push_back(expression_json(argument, true));
        out["call"] = {{"diags", none},
                       {"name", call->name},
                       {"name_range", pair_of(as_recorded(call->name_span))},
                       {"args_range", pair_of(as_recorded(call->arguments_span))},
                       {"args", arguments}};
    } else {
        out["call"] = failed(call.error());
    }
    auto traversal = [&](eval::StaticResult<eval::Traversal> result) -> json {
        if (!result) return {{"diags", diagnostics_json({result.error()})}, {"traversal", json::array()}};
        return {{"diags", none}, {"traversal", traversal_json(*result)}};
    };
    out["abs_traversal"] = traversal(eval::static_traversal(expression));
    out["rel_traversal"] = traversal(eval::static_relative_traversal(expression));
    out["keyword"] = eval::static_keyword(expression);
    return out;
}

// Strips recorded diagnostics, at any depth, to the compared fields.
void reduce(json& value) {
    if (value.is_array()) {
        for (json& element : value) reduce(element);
        return;
    }
    if (!value.is_object()) return;
    for (auto& [key, element] : value.items()) {
        if (key == "diags")
            element = recorded_diagnostics(element);
        else
            reduce(element);
    }
}

}  // namespace

CaseOutcome run_static(const json& test_case) {
    CaseOutcome outcome;
    json recorded = test_case["output"];
    std::string as = test_case["input"].value("syntax", "native");
    const std::string text = source_text(test_case["input"]);
    ParsedCase parsed = parse_case(text, as);
    const RecordedPlaces places(as == "json" ? text : "", JsonStrings::Expressions);
    if (!compare_parse(recorded, parsed, outcome)) return outcome;
    recorded.erase("parse_diags");
    reduce(recorded);
    json ours = static_json(eval::Expression(parsed.root, parsed.file), as == "native");
    outcome.passed = ours == recorded;
    outcome.expected = recorded.dump();
    outcome.actual = ours.dump();
    return outcome;
}

}  // namespace hcl::test
