// Modes schema and json: bodies of both syntaxes against schemata.
#include <nlohmann/json.hpp>

#include "engine/decode/evaluate.h"
#include "tests/harness/conformance/decode_files.h"
#include "tests/harness/conformance/encoding.h"
#include "tests/harness/conformance/eval_support.h"
#include "tests/harness/conformance/json_places.h"
#include "tests/harness/conformance/source_text.h"

namespace hcl::test {

using nlohmann::json;

namespace {

struct Schema {
    decode::BodySchema body;
    std::map<std::string, Schema> nested;  // by block type
};

Schema read_schema(const json& encoded) {
    Schema out;
    // The reference takes schemas that ask for a name twice.
    out.body.may_repeat = true;
    if (encoded.is_null()) return out;
    for (const json& a : encoded.value("attributes", json::array()))
        out.body.attributes.push_back({.name = a["name"], .required = a.value("required", false)});
    for (const json& b : encoded.value("blocks", json::array())) {
        out.body.blocks.push_back(
            {.type = b["type"],
             .label_names = b.value("labels", json::array()).get<std::vector<std::string>>()});
        out.nested[b["type"]] = b.contains("body") ? read_schema(b["body"]) : Schema{};
    }
    return out;
}

// Compares the recorded contents with those of a body and collects the differences.
struct SchemaChecker {
    bool is_json;
    Comparison comparison{};

    void diagnostics(const std::string& part, const json& recorded, const Diagnostics& ours, bool unordered) {
        json expected = recorded_diagnostics(recorded);
        json actual = diagnostics_json(ours);
        if (unordered) {
            std::sort(expected.begin(), expected.end());
            std::sort(actual.begin(), actual.end());
        }
        comparison.check(part, expected, actual);
    }

    void evaluation(const std::string& part, const json& recorded, const decode::Attribute& attr,
                    const eval::Scope* scope) {
        eval::EvalResult result =
            decode::evaluate_attribute(attr, scope, eval::eval_options(Rules::reference()));
        if (!same_value(recorded["value"], result.value))
            comparison.check(part + ".value", recorded["value"], encode_value(result.value));
        // An error inside of a JSON string's template is a syntax error: only the first is compared.
        diagnostics(part + ".diags", recorded["diags"], result.diagnostics,
                    recorded.contains("unordered_diags"));
    }

    void attributes(const std::string& part, const json& recorded,
                    const std::vector<decode::Attribute>& ours) {
        json names = json::array();
        json expected_names = json::array();
        for (const auto& [name, ignored] : recorded.items()) expected_names.push_back(name);
        std::vector<std::string> sorted;
        for (const decode::Attribute& attr : ours) sorted.push_back(attr.name);
        std::sort(sorted.begin(), sorted.end());
        names = sorted;
        comparison.check(part + " names", expected_names, names);
        for (const decode::Attribute& attr : ours) {
            if (!recorded.contains(attr.name)) continue;
            const json& r = recorded[attr.name];
            std::string where = part + "." + attr.name;
            comparison.check(
                where,
                {{"range", r["range"]}, {"name_range", r["name_range"]}, {"expr_range", r["expr_range"]}},
                {{"range", pair_of(attr.span.span)},
                 {"name_range", pair_of(attr.name_span.span)},
                 {"expr_range", pair_of(attr.expr.span())}});
            if (r.contains("full")) evaluation(where + ".full", r["full"], attr, &context_scope());
            if (r.contains("literal")) evaluation(where + ".literal", r["literal"], attr, nullptr);
        }
    }

    void content(const std::string& part, const json& recorded, const decode::BodyContent& ours,
                 const Schema& schema) {
        attributes(part + ".attributes", recorded["attributes"], ours.attributes);
        comparison.check(part + ".missing_item_range", recorded["missing_item_range"],
                         pair_of(ours.missing_item.span));
        const json& blocks = recorded["blocks"];
        comparison.check(part + " number of blocks", blocks.size(), ours.blocks.size());
        for (std::size_t i = 0; i < std::min(blocks.size(), ours.blocks.size()); ++i) {
            const json& r = blocks[i];
            const decode::Block& block = ours.blocks[i];
            std::string where = part + "[" + std::to_string(i) + "]";
            json labels = json::array();
            for (const Location& label : block.label_spans) labels.push_back(pair_of(label.span));
            comparison.check(where,
                             {{"type", r["type"]},
                              {"labels", r["labels"]},
                              {"def_range", r["def_range"]},
                              {"type_range", r["type_range"]},
                              {"label_ranges", r["label_ranges"]}},
                             {{"type", block.type},
                              {"labels", block.labels},
                              {"def_range", pair_of(block.header_span.span)},
                              {"type_range", pair_of(block.type_span.span)},
                              {"label_ranges", labels}});
            auto nested = schema.nested.find(block.type);
            if (!r.contains("body") || nested == schema.nested.end()) continue;
            decode::ContentResult result = block.body.content(nested->second.body);
            content_result(where, r["body"], result.content, result.diagnostics, nested->second);
        }
    }

    void content_result(const std::string& part, const json& recorded, const decode::BodyContent& ours,
                        const Diagnostics& found, const Schema& schema) {
        if (recorded.contains("content")) content(part, recorded["content"], ours, schema);
        if (recorded.contains("diags"))
            diagnostics(part + ".diags", recorded["diags"], found, recorded.value("unordered_diags", false));
    }

    void just_attributes(const std::string& part, const json& recorded, const decode::Body& body) {
        decode::AttributesResult result = body.just_attributes();
        if (recorded.contains("attributes")) attributes(part, recorded["attributes"], result.attributes);
        diagnostics(part + ".diags", recorded["diags"], result.diagnostics,
                    recorded.value("unordered_diags", false));
    }
};

CaseOutcome run(const json& c, bool is_json) {
    const json& input = c["input"];
    const json& output = c["output"];
    CaseFiles files;
    const std::string text = source_text(input);
    auto parsed = files.parse(is_json ? "test.json" : "test.hcl", text, is_json);
    const RecordedPlaces places(is_json ? text : "", JsonStrings::Templates);
    SchemaChecker checker{.is_json = is_json};
    if (!same_parse_errors(output["parse_diags"], parsed.diagnostics, *parsed.file))
        checker.comparison.check("parse_diags", output["parse_diags"], diagnostics_json(parsed.diagnostics));
    // After a syntax error, recovery differs between parsers.
    if (has_errors(parsed.diagnostics)) return checker.comparison.outcome();

    Schema schema = read_schema(input["schema"]);
    decode::Body body = parsed.body();
    std::string method = input["method"];
    if (method == "content") {
        decode::ContentResult result = body.content(schema.body);
        checker.content_result("content", output["result"], result.content, result.diagnostics, schema);
    } else if (method == "partial") {
        decode::PartialResult result = body.partial_content(schema.body);
        const json& recorded = output["result"];
        checker.content_result("partial", recorded, result.content, result.diagnostics, schema);
        if (recorded.contains("remain_just_attributes"))
            checker.just_attributes("remain", recorded["remain_just_attributes"], result.remain);
    } else if (method == "just_attributes") {
        checker.just_attributes("attributes", output["result"], body);
    } else if (method == "two_step") {
        decode::PartialResult first = body.partial_content(schema.body);
        checker.content_result("step1", output["step1"], first.content, first.diagnostics, schema);
        Schema second = read_schema(input["schema2"]);
        decode::ContentResult rest = first.remain.content(second.body);
        checker.content_result("step2", output["step2"], rest.content, rest.diagnostics, second);
    } else {
        checker.comparison.check("method", method, "unknown");
    }
    return checker.comparison.outcome();
}

}  // namespace

CaseOutcome run_schema(const json& c) {
    return run(c, false);
}
CaseOutcome run_json(const json& c) {
    return run(c, true);
}

}  // namespace hcl::test
