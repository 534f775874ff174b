// Modes dynblock, userfunc and transform.
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/schema/dynamic_block.h"
#include "engine/schema/evaluate.h"
#include "engine/schema/spec_file.h"
#include "engine/schema/transform.h"
#include "engine/schema/user_function.h"
#include "tests/harness/conformance/decode_files.h"
#include "tests/harness/conformance/encoding.h"

namespace hcl::test {

using nlohmann::json;

namespace {

// The reference's rules, with the one spec that its command lacks and its library has.
const Rules& library_rules() {
    static const Rules rules = [] {
        Rules r = Rules::reference();
        r.no_block_attrs_spec = false;
        return r;
    }();
    return rules;
}

struct Case {
    CaseFiles files;
    CaseFiles::Parsed spec_source;
    schema::SpecFile spec;
    CaseFiles::Parsed input;
    std::shared_ptr<eval::MapScope> scope;

    explicit Case(const json& c)
        : spec_source(files.parse("spec.hcldec", c["spec"].get<std::string>(), false)),
          spec(schema::load_spec_file(spec_source.file, spec_source.id, library_rules())),
          input(files.parse(c.value("syntax", "") == "json" ? "input.hcl.json" : "input.hcl",
                            c["src"].get<std::string>(), c.value("syntax", "") == "json")),
          scope(case_scope(c.value("vars", json::object()), c.value("funcs", json::array()))) {}
};

json type_json(const Type& type) {
    return encode_type(type);
}

// A case whose input does not parse records only that: the first mistake's title and line count.
std::optional<CaseOutcome> syntax_outcome(const json& c, const CaseFiles& files,
                                          const CaseFiles::Parsed& input) {
    if (!c.contains("parse_diagnostics") && !has_errors(input.diagnostics)) return std::nullopt;
    Comparison comparison;
    json recorded = recorded_findings(c.value("parse_diagnostics", json::array()));
    json ours = files.diagnostics(input.diagnostics);
    bool same = !recorded.empty() && !ours.empty() && recorded[0]["summary"] == ours[0]["summary"] &&
                recorded[0]["start"][0] == ours[0]["start"][0];
    if (!same) comparison.check("syntax errors", recorded, ours);
    return comparison.outcome();
}

}  // namespace

CaseOutcome run_dynblock(const json& c) {
    Case run(c);
    if (auto outcome = syntax_outcome(c, run.files, run.input)) return *outcome;
    eval::EvalOptions options = schema::eval_options(library_rules());
    schema::Body body = schema::expand_dynamic(run.input.body(), run.scope.get(), options);
    schema::DecodeResult result = schema::decode(body, *run.spec.root, run.scope.get(), options);
    Comparison comparison;
    if (c.contains("result")) comparison.check_value("result", c["result"], result.value);
    comparison.check("diagnostics", recorded_findings(c.value("diagnostics", json::array())),
                     run.files.diagnostics(result.diagnostics));
    if (c.contains("implied_type"))
        comparison.check("implied type", c["implied_type"],
                         type_json(schema::implied_type(*run.spec.root, library_rules())));
    auto references = [&](const char* field, const std::vector<schema::Reference>& ours) {
        if (c.contains(field)) comparison.check(field, c[field], run.files.references(ours));
    };
    const schema::Spec& spec = *run.spec.root;
    references("variables", schema::dynamic_references(run.input.body(), spec, true, library_rules()));
    references("expand_variables",
               schema::dynamic_references(run.input.body(), spec, false, library_rules()));
    references("hcldec_variables", schema::references(run.input.body(), spec, library_rules()));
    return comparison.outcome();
}

namespace {

// "hide_attr:N" and their kind, as body transforms.
schema::Transform transform_named(const std::string& text, const std::shared_ptr<eval::MapScope>& scope) {
    std::size_t colon = text.find(':');
    std::string kind = text.substr(0, colon);
    std::string name = colon == std::string::npos ? "" : text.substr(colon + 1);
    auto attached = [](schema::Body body, std::string title, Severity severity, bool keep) {
        Diagnostic diagnostic;
        diagnostic.severity = severity;
        diagnostic.title = std::move(title);
        Location place = body.missing_item();
        diagnostic.file = place.file;
        diagnostic.span = place.span;
        return keep ? schema::with_diagnostics(std::move(body), {diagnostic})
                    : schema::error_body({diagnostic});
    };
    return [=](schema::Body body) -> schema::Body {
        if (kind == "dynamic")
            return schema::expand_dynamic(body, scope.get(), schema::eval_options(library_rules()));
        if (kind == "hide_attr" || kind == "need_attr") {
            auto taken = body.partial_content(
                {.attributes = {{.name = name, .required = kind == "need_attr"}}, .blocks = {}});
            return schema::with_diagnostics(taken.remain, std::move(taken.diagnostics));
        }
        if (kind == "hide_block") {
            auto taken =
                body.partial_content({.attributes = {}, .blocks = {{.type = name, .label_names = {}}}});
            return schema::with_diagnostics(taken.remain, std::move(taken.diagnostics));
        }
        if (kind == "warn") return attached(body, name, Severity::Warning, true);
        if (kind == "fail") return attached(body, name, Severity::Error, false);
        if (kind == "fail_keep") return attached(body, name, Severity::Error, true);
        return body;
    };
}

}  // namespace

CaseOutcome run_transform(const json& c) {
    Case run(c);
    run.files.nameless = "<empty>";
    std::vector<schema::Transform> transforms;
    for (const json& text : c["transforms"]) transforms.push_back(transform_named(text, run.scope));
    schema::Transform all = schema::chain(std::move(transforms));
    schema::Body body = run.input.body();
    body = c.value("deep", false) ? schema::transform_deep(body, all) : schema::transform_shallow(body, all);
    schema::DecodeResult result =
        schema::decode(body, *run.spec.root, run.scope.get(), schema::eval_options(library_rules()));
    Comparison comparison;
    if (c.contains("result")) comparison.check_value("result", c["result"], result.value);
    comparison.check("diagnostics", recorded_findings(c.value("diagnostics", json::array())),
                     run.files.diagnostics(result.diagnostics));
    return comparison.outcome();
}

CaseOutcome run_userfunc(const json& c) {
    CaseFiles files;
    bool is_json = c.value("syntax", "") == "json";
    auto input = files.parse(is_json ? "input.hcl.json" : "input.hcl", c["src"].get<std::string>(), is_json);
    if (auto outcome = syntax_outcome(c, files, input)) return *outcome;
    const Rules& rules = library_rules();
    auto scope = case_scope(c.value("vars", json::object()), c.value("funcs", json::array()));
    schema::UserFunctions functions =
        schema::decode_user_functions(input.body(), c.value("block_type", "function"), scope, rules);
    Comparison comparison;
    comparison.check("diagnostics", recorded_findings(c.value("diagnostics", json::array())),
                     files.diagnostics(functions.diagnostics));
    if (c.contains("functions")) {
        json ours = json::object();
        for (const auto& [name, function] : functions.table.all()) {
            json params = json::array();
            for (const eval::Parameter& p : function->parameters) params.push_back(p.name);
            ours[name] = {{"params", params},
                          {"variadic_param", function->variadic ? json(function->variadic->name) : json()}};
        }
        comparison.check("functions", c["functions"], ours);
    }
    schema::AttributesResult remain = functions.remain.just_attributes();
    if (c.contains("remain_attributes")) {
        std::vector<std::string> names;
        for (const schema::Attribute& attr : remain.attributes) names.push_back(attr.name);
        std::sort(names.begin(), names.end());
        comparison.check("remaining attributes", c["remain_attributes"], names);
    }
    if (c.contains("remain_diagnostics"))
        comparison.check("remaining diagnostics", recorded_findings(c["remain_diagnostics"]),
                         files.diagnostics(remain.diagnostics));
    eval::MapScope call_scope;
    call_scope.set("outer", Value::string("outside"));
    call_scope.set("unknown_s", Value::unknown(Type::string()));
    call_scope.set("dyn", Value::dynamic());
    if (functions.is_readable)
        call_scope.set_functions(std::make_shared<const eval::FunctionTable>(functions.table));
    for (const json& call : c.value("calls", json::array())) {
        CaseFiles call_files;
        auto expr = call_files.parse_expression("call.hcl", call["call"].get<std::string>());
        eval::EvalResult result = schema::evaluate_in_file(eval::Expression(expr.file->root(), expr.file),
                                                           expr.id, &call_scope, schema::eval_options(rules));
        comparison.check_value(call["call"].get<std::string>(), call.value("result", json()), result.value);
        comparison.check("diagnostics of " + call["call"].get<std::string>(),
                         recorded_findings(call.value("diagnostics", json::array())),
                         call_files.diagnostics(result.diagnostics));
    }
    return comparison.outcome();
}

}  // namespace hcl::test
