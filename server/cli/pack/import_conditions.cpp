#include "server/cli/pack/import_conditions.h"

#include <algorithm>
#include <set>
#include <vector>

#include "server/cli/pack/pack_import.h"

namespace hcl::server {

namespace {

using lsp::JsonIterator;
using lsp::JsonView;

bool has_only(JsonView schema, std::initializer_list<std::string_view> words) {
    constexpr std::string_view kNotes[] = {"title", "description", "$comment"};
    const JsonIterator end = schema.end();
    for (JsonIterator it = schema.begin(); it != end; ++it)
        if (std::ranges::find(words, it.key()) == words.end() &&
            std::ranges::find(kNotes, it.key()) == std::ranges::end(kNotes))
            return false;
    return schema.is_object();
}

bool is_single(JsonView value) {
    return value.is_string() || value.as_double() || value.as_bool();
}

// The values that a schema allows, if it says nothing else.
std::vector<JsonView> allowed_values(JsonView schema) {
    if (!has_only(schema, {"const", "enum", "type"})) return {};
    std::vector<JsonView> values;
    if (!schema["const"].is_missing()) values.push_back(schema["const"]);
    for (JsonView one : schema["enum"]) values.push_back(one);
    const bool has_both = !schema["const"].is_missing() && !schema["enum"].is_missing();
    if (has_both || !std::ranges::all_of(values, is_single)) return {};
    return values;
}

bool is_required(JsonView test, std::string_view property) {
    for (JsonView one : test["required"])
        if (one.as_string() == property) return true;
    return false;
}

}  // namespace

std::optional<std::string> condition_of(JsonView test, const IsReadable& is_readable) {
    if (!has_only(test, {"properties", "required", "type"})) return std::nullopt;
    std::string all;
    auto add = [&](const std::string& one) { all += (all.empty() ? "" : " && ") + one; };
    std::set<std::string, std::less<>> compared;
    const JsonView properties = test["properties"];
    const JsonIterator end = properties.end();
    for (JsonIterator it = properties.begin(); it != end; ++it) {
        const std::string name(it.key());
        const std::vector<JsonView> values = allowed_values(*it);
        if (values.empty() || !is_identifier(name) || !is_readable(name)) return std::nullopt;
        compared.insert(name);
        // A schema says nothing about a property that is not there.
        std::string any = is_required(test, name) ? "" : "self." + name + " == null";
        for (JsonView value : values) {
            if (!any.empty()) any += " || ";
            any += "self." + name;
            any += " == " + expression_of(value);
        }
        add(any.find("||") == std::string::npos ? any : "(" + any + ")");
    }
    for (JsonView one : test["required"]) {
        const std::string name(one.as_string());
        if (compared.contains(name)) continue;
        if (!is_identifier(name) || !is_readable(name)) return std::nullopt;
        add("self." + name + " != null");
    }
    if (all.empty()) return std::nullopt;
    return all;
}

std::optional<ComparedProperty> compared_property(JsonView test, const IsReadable& is_readable) {
    if (!has_only(test, {"properties", "required", "type"}) || test["properties"].size() != 1)
        return std::nullopt;
    const JsonIterator only = test["properties"].begin();
    ComparedProperty out{std::string(only.key()), {}};
    for (JsonView one : test["required"])
        if (one.as_string() != out.name) return std::nullopt;
    if (!is_identifier(out.name) || !is_readable(out.name)) return std::nullopt;
    for (JsonView value : allowed_values(*only)) {
        // Keys with these have another meaning in a pack.
        if (!value.is_string() || value.as_string().find_first_of("*/") != std::string_view::npos)
            return std::nullopt;
        out.values.emplace_back(value.as_string());
    }
    if (out.values.empty()) return std::nullopt;
    return out;
}

}  // namespace hcl::server
