#include "tests/harness/conformance/eval_support.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/base/check.h"
#include "engine/eval/analysis/json_string.h"
#include "engine/eval/functions/ext_functions.h"
#include "engine/eval/functions/functions.h"
#include "tests/harness/conformance/encoding.h"
#include "tests/harness/conformance/json_places.h"
#include "tests/harness/conformance/source_text.h"
#include "tests/harness/paths.h"

namespace hcl::test {

using nlohmann::json;

const std::shared_ptr<const eval::FunctionTable>& context_functions() {
    static const auto kTable = [] {
        auto table = std::make_shared<eval::FunctionTable>(eval::standard_functions());
        table->add("try", eval::try_function());
        table->add("can", eval::can_function());
        table->add("convert", eval::convert_function());
        return std::shared_ptr<const eval::FunctionTable>(table);
    }();
    return kTable;
}

const eval::MapScope& context_scope() {
    static const auto kScope = [] {
        auto scope = std::make_shared<eval::MapScope>();
        std::ifstream in(source_root() / "tests/conformance/hcl/context.json");
        json context = json::parse(in);
        for (const auto& [name, value] : context["variables"].items()) {
            auto decoded = decode_value(value);
            HCL_CHECK(decoded);
            scope->set(name, std::move(*decoded));
        }
        scope->set_functions(context_functions());
        return scope;
    }();
    return *kScope;
}

json diagnostics_json(const Diagnostics& diagnostics) {
    json list = json::array();
    for (const Diagnostic& d : diagnostics) {
        json one = {{"severity", d.severity == Severity::Error ? "error" : "warning"}, {"summary", d.title}};
        if (d.has_place) one["subject"] = pair_of(as_recorded(d.span));
        list.push_back(std::move(one));
    }
    return list;
}

json recorded_diagnostics(const json& recorded) {
    json list = json::array();
    for (const json& d : recorded) {
        json one = {{"severity", d["severity"]}, {"summary", d["summary"]}};
        if (d.contains("subject")) one["subject"] = d["subject"];
        list.push_back(std::move(one));
    }
    return list;
}

bool same_parse_errors(const json& recorded, const Diagnostics& ours, const syntax::File& file) {
    const json* first = nullptr;
    for (const json& d : recorded)
        if (!first && d["severity"] == "error") first = &d;
    const Diagnostic* own = nullptr;
    for (const Diagnostic& d : ours)
        if (!own && d.severity == Severity::Error) own = &d;
    if (!first || !own) return !first && !own;
    if ((*first).value("summary", own->title) != own->title) return false;
    if (!first->contains("start")) return true;
    return (*first)["start"][0] == file.position(own->span.start, ColumnUnit::Utf8).line + 1;
}

ParsedCase parse_case(const std::string& text, std::string_view as) {
    if (as == "json") {
        eval::JsonTemplate parsed = eval::parse_json_expression(text);
        return {parsed.file, parsed.root, std::move(parsed.diagnostics)};
    }
    syntax::ParseOptions options;
    options.syntax = syntax::Syntax::Template;
    syntax::FilePtr file =
        as == "native" ? syntax::parse_expression(text) : syntax::File::parse(text, options);
    return {file, file->root(), file->diagnostics()};
}

bool compare_parse(const json& recorded, const ParsedCase& parsed, CaseOutcome& outcome) {
    outcome.expected += "parse_diags: " + recorded["parse_diags"].dump();
    outcome.actual += "parse_diags: " + diagnostics_json(parsed.diagnostics).dump();
    outcome.passed = same_parse_errors(recorded["parse_diags"], parsed.diagnostics, *parsed.file);
    return outcome.passed && !has_errors(parsed.diagnostics);
}

json traversal_json(const eval::Traversal& traversal) {
    using Kind = eval::TraversalStep::Kind;
    json list = json::array();
    for (const eval::TraversalStep& step : traversal) {
        json one = {{"range", pair_of(as_recorded(step.span))}};
        switch (step.kind) {
            case Kind::Root:
                one["root"] = step.name;
                break;
            case Kind::Attr:
                one["attr"] = step.name;
                break;
            case Kind::Index:
                one["index"] = encode_value(step.key);
                break;
            case Kind::Splat:
                one["splat"] = traversal_json(step.each);
                break;
        }
        list.push_back(std::move(one));
    }
    return list;
}

}  // namespace hcl::test
