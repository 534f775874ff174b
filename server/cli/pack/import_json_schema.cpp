// JSON Schema as a pack: properties become attributes, objects become blocks that may also be written as
// attributes, and definitions become named bodies.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "engine/language/value_format.h"
#include "server/cli/pack/pack_import.h"

namespace hcl::server {

namespace {

using lsp::JsonIterator;
using lsp::JsonView;

struct Importer {
    JsonView root;
    std::string id;
    PackWriter out{};
    std::map<std::string, std::string> names{};              // of bodies, by JSON pointer
    std::vector<std::pair<std::string, JsonView>> bodies{};  // still to be written
    std::set<std::string> taken{};
    int depth = 0;
    static constexpr int kMaxDepth = 40;

    static int digit(char c) {
        std::size_t at = std::string_view("0123456789abcdefABCDEF").find(c);
        return at == std::string_view::npos ? -1 : static_cast<int>(at < 16 ? at : at - 6);
    }

    // The target of a local reference.
    JsonView at(std::string_view reference) const {
        if (!reference.starts_with('#')) return {};
        JsonView found = root;
        reference.remove_prefix(1);
        while (!reference.empty() && reference.starts_with('/')) {
            reference.remove_prefix(1);
            std::size_t slash = reference.find('/');
            std::string part;
            std::string_view raw = reference.substr(0, slash);
            for (std::size_t i = 0; i < raw.size(); ++i) {
                if (raw[i] == '~' && i + 1 < raw.size()) {
                    part += raw[++i] == '1' ? '/' : '~';
                } else if (raw[i] == '%' && i + 2 < raw.size() && digit(raw[i + 1]) >= 0 &&
                           digit(raw[i + 2]) >= 0) {
                    part += static_cast<char>(digit(raw[i + 1]) * 16 + digit(raw[i + 2]));
                    i += 2;
                } else {
                    part += raw[i];
                }
            }
            found = found[part];
            reference = slash == std::string_view::npos ? std::string_view() : reference.substr(slash);
        }
        return found;
    }

    // Resolves references; sets `name` to that of the definition.
    JsonView resolved(JsonView schema, std::string* reference = nullptr) const {
        for (int i = 0; i < 20 && schema["$ref"].is_string(); ++i) {
            JsonView next = at(schema["$ref"].as_string());
            if (next.is_missing()) break;
            if (reference) *reference = schema["$ref"].as_string();
            schema = next;
        }
        return schema;
    }

    static bool has_type(JsonView schema, std::string_view type) {
        JsonView types = schema["type"];
        if (types.is_string()) return types.as_string() == type;
        for (JsonView one : types)
            if (one.as_string() == type) return true;
        return false;
    }
    static bool is_object(JsonView schema) {
        return schema["properties"].is_object() || has_type(schema, "object");
    }
    // True for objects with named properties; other objects are maps.
    static bool has_fields(JsonView schema) {
        return schema["properties"].is_object() || schema["allOf"].is_array();
    }

    std::string type_of(JsonView raw, int nesting = 0) const {
        JsonView schema = resolved(raw);
        if (nesting > 8) return "any";
        if (JsonView values = schema["enum"]; values.is_array() && !schema["type"].is_string()) {
            bool texts = values.size() > 0;
            for (JsonView one : values) texts = texts && one.is_string();
            return texts ? "string" : "any";
        }
        if (schema["const"].is_string()) return "string";
        std::vector<std::string> types;
        if (schema["type"].is_string()) types.emplace_back(schema["type"].as_string());
        for (JsonView one : schema["type"])
            if (one.as_string() != "null") types.emplace_back(one.as_string());
        if (types.size() != 1) return "any";
        if (types[0] == "string") return "string";
        if (types[0] == "number" || types[0] == "integer") return "number";
        if (types[0] == "boolean") return "bool";
        if (types[0] == "array") {
            if (!schema["items"].is_object()) return "any";
            std::string element = type_of(schema["items"], nesting + 1);
            return element == "any" ? "any" : "list(" + element + ")";
        }
        if (types[0] == "object" && !has_fields(schema) && schema["additionalProperties"].is_object()) {
            std::string element = type_of(schema["additionalProperties"], nesting + 1);
            return element == "any" ? "any" : "map(" + element + ")";
        }
        return "any";
    }

    // Several primitive types.
    std::vector<std::string> types_of(JsonView raw) const {
        JsonView schema = resolved(raw);
        std::vector<std::string> types;
        auto add = [&](const std::string& type) {
            if (std::ranges::find(types, type) == types.end()) types.push_back(type);
        };
        for (std::string_view word : {"anyOf", "oneOf"})
            for (JsonView one : schema[word]) {
                JsonView inner = resolved(one);
                if (inner["type"].as_string() == "null") continue;
                add(type_of(inner));
            }
        if (schema["type"].is_array())
            for (JsonView one : schema["type"]) {
                std::string_view type = one.as_string();
                if (type == "null") continue;
                add(type == "string"                        ? "string"
                    : type == "boolean"                     ? "bool"
                    : type == "number" || type == "integer" ? "number"
                                                            : "any");
            }
        if (types.size() < 2 || std::ranges::count(types, "any") > 0) return {};
        return types;
    }

    void notes(JsonView given, JsonView schema) {
        for (std::string_view word : {"description", "title"}) {
            JsonView text = given[word].is_string() ? given[word] : schema[word];
            if (!text.is_string()) continue;
            out.text("doc", text.as_string());
            break;
        }
        if (schema["deprecated"].as_bool().value_or(false) || given["deprecated"].as_bool().value_or(false))
            out.set("deprecated", "\"\"");
        JsonView examples = schema["examples"];
        if (examples.is_array())
            for (JsonView one : examples) {
                out.text("example", expression_of(one));
                break;
            }
    }

    void value_rules(JsonView schema) {
        JsonView values = schema["enum"];
        if (!schema["const"].is_missing()) out.set("values", "[" + expression_of(schema["const"]) + "]");
        if (values.is_array()) {
            std::string list;
            for (JsonView one : values)
                if (!one.is_null()) list += (list.empty() ? "" : ", ") + expression_of(one);
            out.set("values", "[" + list + "]");
        }
        if (schema["pattern"].is_string()) {
            // JSON Schema patterns match anywhere, those of packs match the whole string.
            std::string pattern(schema["pattern"].as_string());
            bool starts = pattern.starts_with('^');
            bool ends = pattern.ends_with('$') && !pattern.ends_with("\\$");
            std::string whole = pattern;
            if (starts && ends && pattern.find('|') == std::string::npos)
                whole = pattern.substr(1, pattern.size() - 2);
            else
                whole = "(?s).*(?:" + pattern + ").*";
            if (language::Pattern::compile(whole)) out.text("pattern", whole);
        }
        if (schema["format"].is_string()) {
            std::string_view format = schema["format"].as_string();
            if (format == "uri" || format == "url") out.set("format", "url");
            if (format == "ipv4" || format == "ipv6") out.set("format", "ip");
            if (format == "regex" || format == "color") out.set("format", format);
        }
        auto number = [&](std::string_view word, std::string_view as) {
            if (schema[word].as_double()) out.set(as, schema[word].to_text());
        };
        number("minimum", "min");
        number("maximum", "max");
        number(has_type(schema, "array") ? "minItems" : "minLength", "min_length");
        number(has_type(schema, "array") ? "maxItems" : "maxLength", "max_length");
        out.flag("unique", schema["uniqueItems"].as_bool().value_or(false));
    }

    std::string body_name(JsonView schema, const std::string& reference, std::string_view fallback) {
        std::string key = reference;
        if (key.empty()) key = "at " + schema.to_text();
        auto [it, is_new] = names.emplace(key, "");
        if (!is_new) return it->second;
        std::string name = identifier_of(
            reference.empty() ? fallback : std::string_view(reference).substr(reference.rfind('/') + 1));
        std::string base = name;
        for (int i = 2; !taken.insert(name).second; ++i) name = base + "_" + std::to_string(i);
        it->second = name;
        bodies.emplace_back(name, schema);
        return name;
    }

    // The only object schema among alternatives.
    std::optional<std::pair<JsonView, std::string>> object_in(JsonView raw) const {
        std::string reference;
        JsonView schema = resolved(raw, &reference);
        if (has_fields(schema)) return std::pair(schema, reference);
        std::optional<std::pair<JsonView, std::string>> found;
        for (std::string_view word : {"anyOf", "oneOf"})
            for (JsonView one : schema[word]) {
                std::string inner_reference;
                JsonView inner = resolved(one, &inner_reference);
                if (!has_fields(inner)) continue;
                if (found) return std::nullopt;
                found = std::pair(inner, inner_reference);
            }
        return found;
    }

    void property(std::string_view name, JsonView raw, bool is_required) {
        JsonView schema = resolved(raw);
        std::string header = quoted(name);
        bool is_list = has_type(schema, "array") && !has_type(schema, "object");
        auto object = object_in(is_list ? schema["items"] : raw);
        auto map = !object && schema["additionalProperties"].is_object()
                       ? object_in(schema["additionalProperties"])
                       : std::nullopt;
        if (object || map) {
            std::string body = object ? body_name(object->first, object->second, name)
                                      : body_name(map->first, map->second, name);
            if (is_identifier(name)) {
                // Write the block; it implies the attribute.
                out.open((map ? "block_map " : is_list ? "block_list " : "block ") + header);
                if (map) out.set("labels", "[\"name\"]");
                out.set("also", "attr");
                notes(raw, schema);
                out.open("object");
                out.set("include", "[body." + body + "]");
                out.close();
                out.close();
                return;
            }
        }
        out.open("attr " + header);
        std::vector<std::string> types = types_of(raw);
        if (!types.empty()) {
            std::string list;
            for (const std::string& type : types) list += (list.empty() ? "" : ", ") + type;
            out.set("types", "[" + list + "]");
        } else {
            out.set("type", type_of(raw));
        }
        out.flag("required", is_required);
        notes(raw, schema);
        value_rules(is_list && schema["items"].is_object() ? merged_rules(schema) : schema);
        out.flag("read_only", schema["readOnly"].as_bool().value_or(false));
        out.flag("write_only", schema["writeOnly"].as_bool().value_or(false));
        if (JsonView value = schema["default"];
            !value.is_missing() && !value.is_null() && !value.is_object() && type_of(raw) != "any")
            out.set("default", expression_of(value));
        for (JsonView other : root_of_dependencies[std::string(name)]) needed.emplace_back(other.as_string());
        if (!needed.empty()) {
            std::string list;
            for (const std::string& one : needed) list += (list.empty() ? "" : ", ") + quoted(one);
            out.set("needs", "[" + list + "]");
            needed.clear();
        }
        out.close();
    }
    JsonView root_of_dependencies{};
    std::vector<std::string> needed{};

    // Rules of a list's elements are written on the list, which has its own length limits.
    JsonView merged_rules(JsonView schema) {
        JsonView items = resolved(schema["items"]);
        if (!schema["minItems"].is_missing() || !schema["maxItems"].is_missing() ||
            !schema["uniqueItems"].is_missing())
            return schema;
        return items["enum"].is_array() || items["pattern"].is_string() ? items : schema;
    }

    void fields(JsonView schema) {
        if (++depth > kMaxDepth) {
            --depth;
            return;
        }
        auto is_required = [&](std::string_view name) {
            for (JsonView one : schema["required"])
                if (one.as_string() == name) return true;
            return false;
        };
        root_of_dependencies = schema["dependentRequired"];
        JsonView properties = schema["properties"];
        const JsonIterator end = properties.end();
        for (JsonIterator it = properties.begin(); it != end; ++it) {
            if (it.key().starts_with('$')) continue;  // keywords about the schema document
            if ((*it).is_object()) {
                property(it.key(), *it, is_required(it.key()));
                root_of_dependencies = schema["dependentRequired"];
            }
        }
        for (JsonView part : schema["allOf"]) fields(resolved(part));
        --depth;
    }

    static bool allows_more(JsonView schema) {
        JsonView more = schema["additionalProperties"];
        if (auto flag = more.as_bool()) return *flag;
        return true;
    }

    void body(JsonView schema) {
        out.open("object");
        fields(schema);
        JsonView more = schema["additionalProperties"];
        bool has_patterns = schema["patternProperties"].is_object();
        if (more.is_object()) {
            out.open("any_attr");
            out.set("type", type_of(more));
            notes(more, resolved(more));
            out.close();
        }
        if (allows_more(schema) || has_patterns) out.flag("lenient", true);
        out.close();
    }

    std::string run() {
        out.line("# Made by \"hcl-ls pack import\" from a JSON Schema.");
        out.open("language " + quoted(id));
        std::string_view title = root["title"].is_string() ? root["title"].as_string() : std::string_view(id);
        out.text("title", title);
        out.set("files", "[" + quoted("*." + id + ".hcl") + ", " + quoted("*." + id + ".hcl.json") + "]");
        out.close();
        out.blank();
        std::string reference;
        JsonView schema = resolved(root, &reference);
        if (!has_fields(schema))
            if (auto object = object_in(root)) schema = object->first;
        body(schema);
        // Writing a body may add more bodies.
        for (std::size_t i = 0; i < bodies.size() && i < 10'000; ++i) {
            auto [name, inner] = bodies[i];
            out.blank();
            out.open("body " + quoted(name));
            body(inner);
            out.close();
        }
        return out.take();
    }
};

}  // namespace

Result<std::string> import_json_schema(lsp::JsonView schema, std::string_view id) {
    bool is_schema = false;
    for (std::string_view word :
         {"$schema", "properties", "$ref", "type", "definitions", "$defs", "allOf", "anyOf", "oneOf"})
        is_schema = is_schema || !schema[word].is_missing();
    if (!is_schema)
        return fail(
            "this is neither a JSON Schema (it has no \"properties\") nor what \"terraform providers schema "
            "-json\" prints");
    return Importer{schema, std::string(id)}.run();
}

}  // namespace hcl::server
