// Mode customdecode: attributes and free attributes of custom-decoded types; expressions go the way of mode
// tryfunc.
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "engine/decode/decoders.h"
#include "engine/decode/evaluate.h"
#include "engine/decode/spec.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/analysis/type_expr.h"
#include "engine/eval/analysis/variables.h"
#include "tests/harness/conformance/decode_files.h"
#include "tests/harness/conformance/decode_support.h"
#include "tests/harness/conformance/encoding.h"
#include "tests/harness/conformance/json_places.h"

namespace hcl::test {

using nlohmann::json;

namespace {

struct Checker {
    CaseFiles files;
    FileId input;
    std::string json_input{};  // empty in native syntax

    json range(Span span) const {
        const auto* source = files.sources.find(input);
        return {{"file", source->name},
                {"start", files.position(input, span.start)},
                {"end", files.position(input, span.end)}};
    }

    json references(const eval::Expression& expr) const {
        std::vector<decode::Reference> found;
        if (expr.is_node())
            for (eval::Traversal& t : eval::variables(expr.node())) found.push_back({std::move(t), input});
        return files.references(found);
    }

    // The static analysis of an expression.
    json description(const eval::Expression& expr) const {
        json out = {{"range", range(expr.span())}, {"variables", references(expr)}};
        if (std::string word = eval::static_keyword(expr); !word.empty()) out["keyword"] = word;
        if (auto path = eval::static_traversal(expr)) out["abs_traversal"] = eval::to_string(*path);
        if (auto path = eval::static_relative_traversal(expr)) {
            std::string text = eval::to_string(*path);
            out["rel_traversal"] = text.starts_with('.') ? text : "." + text;
        }
        if (auto list = eval::static_list(expr)) out["static_list_length"] = list->size();
        if (auto map = eval::static_map(expr)) out["static_map_length"] = map->size();
        if (auto call = eval::static_call(expr)) {
            const RecordedPlaces places(json_input, JsonStrings::Expressions);
            out["static_call"] = {{"args", call->arguments.size()},
                                  {"args_range", range(as_recorded(call->arguments_span))},
                                  {"name", call->name},
                                  {"name_range", range(as_recorded(call->name_span))}};
        }
        return out;
    }

    // The recorded form of a capsule's content.
    json content(const Value& value) const {
        if (value.is_null()) return {{"null", true}};
        if (value.is_unknown()) return {{"unknown", true}};
        Type type = value.type();
        if (type == eval::keyword_type()) return {{"keyword", value.capsule_as<std::string>()}};
        if (type == eval::identifier_list_type())
            return {{"identifiers", value.capsule_as<std::vector<std::string>>()}};
        if (type == eval::type_constraint_type()) {
            const Type& constraint = value.capsule_as<eval::TypeConstraint>().type;
            return {{"type_constraint", encode_type(constraint)}, {"type_string", constraint.to_source()}};
        }
        if (type == eval::expression_type()) {
            const auto& expr = value.capsule_as<eval::Expression>();
            return {{"expression", description(expr)}};
        }
        if (type.is_map()) {
            json entries = json::object();
            for (const MapEntry& entry : value.entries())
                entries[std::string(entry.key.as_string())] = content(entry.value);
            return entries;
        }
        return json();
    }

    // Whether the value equals the recorded one. A closure is compared by its value in its own scope.
    bool same(const json& recorded, const Value& value) const {
        if (recorded.contains("closure")) {
            if (value.is_null() || value.is_unknown()) return false;
            const auto& closure = value.capsule_as<eval::Closure>();
            eval::EvalResult result = closure.evaluate(eval::eval_options(Rules::reference()));
            for (Diagnostic& d : result.diagnostics) d.file = input;
            return range(closure.expression.span()) == recorded["closure"]["range"] &&
                   same_value(recorded["closure"]["value"], result.value, {.unrefined = true}) &&
                   files.diagnostics(result.diagnostics) ==
                       recorded_findings(recorded["closure"]["diagnostics"]);
        }
        if (!value.is_null() && value.is_known() && value.type().is_map()) {
            if (!recorded.is_object() || recorded.size() != value.size()) return false;
            for (const MapEntry& entry : value.entries()) {
                std::string key(entry.key.as_string());
                if (!recorded.contains(key) || !same(recorded[key], entry.value)) return false;
            }
            return true;
        }
        return recorded == content(value);
    }
};

decode::SpecPtr spec_of(const json& c) {
    auto spec = std::make_shared<decode::Spec>();
    bool is_block = c["op"] == "blockattrs";
    spec->kind = is_block ? decode::Spec::Kind::BlockAttrs : decode::Spec::Kind::Attr;
    spec->name = is_block ? "b" : "a";
    spec->required = c.value("required", false);
    auto type = decode::decoder_type_by_name(c["attr_type"].get<std::string>());
    if (!type) throw std::runtime_error("no such decoder");
    spec->type.type = *type;
    return spec;
}

}  // namespace

CaseOutcome run_customdecode(const json& c) {
    if (c["op"] == "eval") return run_tryfunc(c);
    Checker checker;
    bool is_json = c.value("syntax", "") == "json";
    auto input =
        checker.files.parse(is_json ? "input.hcl.json" : "input.hcl", c["src"].get<std::string>(), is_json);
    checker.input = input.id;
    if (is_json) checker.json_input = c["src"].get<std::string>();
    Comparison comparison;
    if (has_errors(input.diagnostics)) {
        comparison.check("has syntax errors", c.contains("parse_diagnostics"), true);
        return comparison.outcome();
    }
    decode::SpecPtr spec = spec_of(c);
    auto scope = recorded::scope_of(c);
    decode::Body body = input.body();
    decode::DecodeResult result =
        decode::decode(body, *spec, scope.get(), eval::eval_options(Rules::reference()));
    comparison.check("diagnostics", recorded_findings(c.value("diagnostics", json::array())),
                     checker.files.diagnostics(result.diagnostics));
    if (c.contains("variables"))
        comparison.check("variables", c["variables"],
                         checker.files.references(decode::references(body, *spec, Rules::reference())));
    if (c.contains("result")) {
        comparison.check("type", c["result"]["type"], encode_type(result.value.type()));
        if (!checker.same(c["result"]["value"], result.value))
            comparison.check("value", c["result"]["value"], checker.content(result.value));
    }
    return comparison.outcome();
}

}  // namespace hcl::test
