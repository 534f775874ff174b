// The type system of PCL: modes pcl_type, pcl_conversion and pcl_unify.
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/pcl/convert.h"
#include "engine/pcl/type.h"
#include "engine/pcl/unify.h"
#include "tests/harness/conformance/mode.h"
#include "tests/harness/conformance/pcl_support.h"

namespace hcl::test {

using nlohmann::json;

CaseOutcome run_pcl_type(const json& c) {
    const pcl::Type type = recorded_type(c["in"]["type"]);
    const json& wanted = c["out"];
    json actual = {
        {"type", type.to_string()},
        {"pretty", type.to_pretty()},
        {"inputType", pcl::input_type(type).to_string()},
        {"resolveOutputs", pcl::resolve_outputs(type).to_string()},
        {"containsOutputs", type.contains_outputs()},
        {"containsPromises", type.contains_promises()},
        {"isConst", pcl::is_constant(type)},
        {"isOptional", pcl::is_optional(type)},
    };
    json expected = json::object();
    for (const auto& [key, value] : wanted.items())
        expected[key] = value.is_string() ? json(plain_notation(value.get<std::string>())) : value;
    CaseOutcome outcome;
    outcome.expected = expected.dump();
    outcome.actual = actual.dump();
    outcome.passed = expected == actual;
    return outcome;
}

namespace {

// A case may have several correct answers: the order of the reference varies.
bool is_answer(const json& actual, const json& recorded) {
    if (!recorded.contains("variants")) return actual == recorded;
    for (const json& variant : recorded["variants"])
        if (actual == variant) return true;
    return false;
}

}  // namespace

CaseOutcome run_pcl_conversion(const json& c) {
    const pcl::Type from = recorded_type(c["in"]["from"]);
    const pcl::Type to = recorded_type(c["in"]["to"]);
    const pcl::Conversion kind = pcl::conversion(to, from);
    json actual = {{"kind", pcl::name_of(kind)}, {"assignable", pcl::is_assignable(to, from)}};
    if (const std::optional<pcl::Misfit> misfit = pcl::explain_misfit(to, from)) {
        // For unions, the reference drops the explanations of their members.
        actual["why"] = json::array();
        if (misfit->reason == pcl::Misfit::Reason::Type)
            actual["why"].push_back("cannot assign value of type " + misfit->from.to_pretty() + " to type " +
                                    misfit->to.to_pretty());
        else if (misfit->reason == pcl::Misfit::Reason::Length)
            actual["why"].push_back("tuples " + misfit->to.to_string() + " and " + misfit->from.to_string() +
                                    " have different lengths");
    }
    const json expected = in_our_notation(c["out"]);
    CaseOutcome outcome;
    outcome.expected = expected.dump();
    outcome.actual = actual.dump();
    outcome.passed = is_answer(actual, expected);
    return outcome;
}

CaseOutcome run_pcl_unify(const json& c) {
    std::vector<pcl::Type> types;
    for (const json& type : c["in"]["types"]) types.push_back(recorded_type(type));
    const pcl::CommonTypes common = pcl::common_types(types);
    json actual = {{"safe", common.safe.to_string()}, {"unsafe", common.unsafe.to_string()}};
    if (types.size() == 2) {
        const pcl::Unified pair = pcl::unify(types[0], types[1]);
        actual["type"] = pair.type.to_string();
        actual["conversionKind"] = pcl::name_of(pair.kind);
    }
    const json expected = in_our_notation(c["out"]);
    CaseOutcome outcome;
    outcome.expected = expected.dump();
    outcome.actual = actual.dump();
    outcome.passed = is_answer(actual, expected);
    return outcome;
}

}  // namespace hcl::test
