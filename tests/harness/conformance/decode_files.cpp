#include "tests/harness/conformance/decode_files.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "engine/eval/functions/functions.h"
#include "tests/harness/conformance/encoding.h"

namespace hcl::test {

using nlohmann::json;

CaseFiles::Parsed CaseFiles::parse(std::string name, std::string_view text, bool is_json) {
    Parsed parsed;
    parsed.file = syntax::File::parse(
        text, {.syntax = is_json ? syntax::Syntax::Json : syntax::Syntax::Native, .hcl1 = false});
    parsed.id = sources.add(std::move(name), parsed.file);
    parsed.diagnostics = parsed.file->diagnostics();
    for (Diagnostic& d : parsed.diagnostics) d.file = parsed.id;
    return parsed;
}

CaseFiles::Parsed CaseFiles::parse_expression(std::string name, std::string_view text) {
    Parsed parsed;
    parsed.file = syntax::parse_expression(text);
    parsed.id = sources.add(std::move(name), parsed.file);
    parsed.diagnostics = parsed.file->diagnostics();
    for (Diagnostic& d : parsed.diagnostics) d.file = parsed.id;
    return parsed;
}

json CaseFiles::position(FileId file, std::uint32_t offset) const {
    const auto* source = sources.find(file);
    if (!source) return {0, 0, 0};
    Position p = source->file->position(offset, ColumnUnit::Grapheme);
    return {p.line + 1, p.column + 1, offset};
}

namespace {

// Sorts like the recorded lists: by start byte, end byte, summary; diagnostics without a position last.
void sort_recorded(json& list) {
    auto key = [](const json& d) {
        bool has_place = d.contains("start") && d["start"].is_array();
        return std::tuple(has_place ? 0 : 1, has_place ? d["start"][2].get<int>() : 0,
                          has_place ? d["end"][2].get<int>() : 0, d.value("summary", d.value("ref", "")));
    };
    std::stable_sort(list.begin(), list.end(), [&](const json& a, const json& b) { return key(a) < key(b); });
}

}  // namespace

json CaseFiles::diagnostics(const Diagnostics& diagnostics) const {
    json list = json::array();
    for (const Diagnostic& d : diagnostics) {
        json item = {{"severity", d.severity == Severity::Error ? "error" : "warning"}, {"summary", d.title}};
        item["file"] = item["start"] = item["end"] = nullptr;
        if (d.has_place) {
            const auto* source = sources.find(d.file);
            item["file"] = source ? source->name : nameless;
            item["start"] = position(d.file, d.span.start);
            item["end"] = position(d.file, d.span.end);
        }
        list.push_back(std::move(item));
    }
    sort_recorded(list);
    return list;
}

json recorded_findings(const json& recorded) {
    json list = json::array();
    for (const json& d : recorded) {
        json item = {{"severity", d["severity"]}, {"summary", d["summary"]}};
        for (const char* field : {"file", "start", "end"})
            item[field] = d.contains(field) ? d[field] : json();
        list.push_back(std::move(item));
    }
    sort_recorded(list);
    return list;
}

json CaseFiles::references(const std::vector<decode::Reference>& references) const {
    json list = json::array();
    for (const decode::Reference& r : references) {
        Span span = eval::span_of(r.traversal);
        const auto* source = sources.find(r.file);
        list.push_back({{"ref", eval::to_string(r.traversal)},
                        {"file", source ? json(source->name) : json()},
                        {"start", position(r.file, span.start)},
                        {"end", position(r.file, span.end)}});
    }
    sort_recorded(list);
    return list;
}

std::shared_ptr<eval::MapScope> case_scope(const json& vars, const json& funcs) {
    static const eval::FunctionTable kStandard = eval::standard_functions();
    auto scope = std::make_shared<eval::MapScope>();
    scope->allow_variables();
    for (const auto& [name, value] : vars.items())
        if (auto decoded = decode_value(value)) scope->set(name, *decoded);
    eval::FunctionTable table;
    for (const json& name : funcs)
        if (auto function = kStandard.find_shared(name.get<std::string>()))
            table.add(name.get<std::string>(), std::move(function));
    if (!funcs.empty()) scope->set_functions(std::make_shared<const eval::FunctionTable>(std::move(table)));
    return scope;
}

void Comparison::check(std::string_view part, const json& expected, const json& actual) {
    if (expected == actual) return;
    expected_ += std::string(part) + ": " + expected.dump() + "\n    ";
    actual_ += std::string(part) + ": " + actual.dump() + "\n    ";
}

void Comparison::check_value(std::string_view part, const json& expected, const Value& actual) {
    if (expected.is_null() || same_value(expected, actual, {.unrefined = true})) return;
    expected_ += std::string(part) + ": " + expected.dump() + "\n    ";
    actual_ += std::string(part) + ": " + encode_value(actual).dump() + "\n    ";
}

CaseOutcome Comparison::outcome() const {
    return {.passed = expected_.empty() && actual_.empty(), .expected = expected_, .actual = actual_};
}

}  // namespace hcl::test
