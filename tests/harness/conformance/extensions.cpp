// Modes dynblock, userfunc and transform.
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/decode/dynamic_block.h"
#include "engine/decode/evaluate.h"
#include "engine/decode/spec_file.h"
#include "engine/decode/transform.h"
#include "engine/decode/user_function.h"
#include "tests/harness/conformance/decode_files.h"
#include "tests/harness/conformance/encoding.h"

namespace hcl::test {

using nlohmann::json;

namespace {

// The reference's rules plus the one spec kind that its library has and its command lacks.
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
    decode::SpecFile spec;
    CaseFiles::Parsed input;
    std::shared_ptr<eval::MapScope> scope;

    explicit Case(const json& c)
        : spec_source(files.parse("spec.hcldec", c["spec"].get<std::string>(), false)),
          spec(decode::load_spec_file(spec_source.file, spec_source.id, library_rules())),
          input(files.parse(c.value("syntax", "") == "json" ? "input.hcl.json" : "input.hcl",
                            c["src"].get<std::string>(), c.value("syntax", "") == "json")),
          scope(case_scope(c.value("vars", json::object()), c.value("funcs", json::array()))) {}
};

json type_json(const Type& type) {
    return encode_type(type);
}

// A case whose input has syntax errors records only the title and line of the first.
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
    eval::EvalOptions options = eval::eval_options(library_rules());
    decode::Body body = decode::expand_dynamic(run.input.body(), run.scope.get(), options);
    decode::DecodeResult result = decode::decode(body, *run.spec.root, run.scope.get(), options);
    Comparison comparison;
    if (c.contains("result")) comparison.check_value("result", c["result"], result.value);
    comparison.check("diagnostics", recorded_findings(c.value("diagnostics", json::array())),
                     run.files.diagnostics(result.diagnostics));
    if (c.contains("implied_type"))
        comparison.check("implied type", c["implied_type"],
                         type_json(decode::implied_type(*run.spec.root, library_rules())));
    auto references = [&](const char* field, const std::vector<decode::Reference>& ours) {
        if (c.contains(field)) comparison.check(field, c[field], run.files.references(ours));
    };
    const decode::Spec& spec = *run.spec.root;
    references("variables", decode::dynamic_references(run.input.body(), spec, true, library_rules()));
    references("expand_variables",
               decode::dynamic_references(run.input.body(), spec, false, library_rules()));
    references("hcldec_variables", decode::references(run.input.body(), spec, library_rules()));
    return comparison.outcome();
}

namespace {

// "hide_attr:N" and similar, as body transforms.
decode::Transform transform_named(const std::string& text, const std::shared_ptr<eval::MapScope>& scope) {
    std::size_t colon = text.find(':');
    std::string kind = text.substr(0, colon);
    std::string name = colon == std::string::npos ? "" : text.substr(colon + 1);
    auto attached = [](decode::Body body, std::string title, Severity severity, bool keep) {
        Diagnostic diagnostic;
        diagnostic.severity = severity;
        diagnostic.title = std::move(title);
        Location place = body.missing_item();
        diagnostic.file = place.file;
        diagnostic.span = place.span;
        return keep ? decode::with_diagnostics(std::move(body), {diagnostic})
                    : decode::error_body({diagnostic});
    };
    return [=](decode::Body body) -> decode::Body {
        if (kind == "dynamic")
            return decode::expand_dynamic(body, scope.get(), eval::eval_options(library_rules()));
        if (kind == "hide_attr" || kind == "need_attr") {
            auto taken = body.partial_content(
                {.attributes = {{.name = name, .required = kind == "need_attr"}}, .blocks = {}});
            return decode::with_diagnostics(taken.remain, std::move(taken.diagnostics));
        }
        if (kind == "hide_block") {
            auto taken =
                body.partial_content({.attributes = {}, .blocks = {{.type = name, .label_names = {}}}});
            return decode::with_diagnostics(taken.remain, std::move(taken.diagnostics));
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
    std::vector<decode::Transform> transforms;
    for (const json& text : c["transforms"]) transforms.push_back(transform_named(text, run.scope));
    decode::Transform all = decode::chain(std::move(transforms));
    decode::Body body = run.input.body();
    body = c.value("deep", false) ? decode::transform_deep(body, all) : decode::transform_shallow(body, all);
    decode::DecodeResult result =
        decode::decode(body, *run.spec.root, run.scope.get(), eval::eval_options(library_rules()));
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
    decode::UserFunctions functions =
        decode::decode_user_functions(input.body(), c.value("block_type", "function"), scope, rules);
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
    decode::AttributesResult remain = functions.remain.just_attributes();
    if (c.contains("remain_attributes")) {
        std::vector<std::string> names;
        for (const decode::Attribute& attr : remain.attributes) names.push_back(attr.name);
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
        eval::EvalResult result = decode::evaluate_in_file(eval::Expression(expr.file->root(), expr.file),
                                                           expr.id, &call_scope, eval::eval_options(rules));
        comparison.check_value(call["call"].get<std::string>(), call.value("result", json()), result.value);
        comparison.check("diagnostics of " + call["call"].get<std::string>(),
                         recorded_findings(call.value("diagnostics", json::array())),
                         call_files.diagnostics(result.diagnostics));
    }
    return comparison.outcome();
}

}  // namespace hcl::test
