// Converts JSON Schema to a pack: properties become attributes, objects become blocks that can also be
// written as attributes, and definitions become named bodies.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "engine/base/hcl_string.h"
#include "engine/language/value_format.h"
#include "server/cli/pack/import_conditions.h"
#include "server/cli/pack/json_pointer.h"
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
    std::vector<std::pair<std::string, JsonView>> bodies{};  // not written yet
    std::set<std::string> taken{};
    std::vector<std::string> left_out{};
    std::vector<std::string> place{};  // names of the enclosing properties, for messages
    int depth = 0;
    bool is_root = true;  // the body at the top is being written
    std::map<std::string, std::set<std::string, std::less<>>> outer_names{};  // of the body around a variant
    static constexpr int kMaxDepth = 40;

    // Resolves references; sets `name` to that of the definition.
    JsonView resolved(JsonView schema, std::string* reference = nullptr) const {
        for (int i = 0; i < 20 && schema["$ref"].is_string(); ++i) {
            JsonView next = pointed_at(root, schema["$ref"].as_string());
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

    // ---- What is not imported

    void leave_out(std::string_view what) {
        constexpr std::size_t kMost = 2000;
        if (left_out.size() >= kMost) return;
        out.line("# Not imported: " + one_line(what) + ".");
        std::string where;
        for (const std::string& name : place) where += (where.empty() ? "" : ".") + name;
        left_out.push_back((where.empty() ? "" : where + ": ") + one_line(what));
    }
    static std::string one_line(std::string_view text) {
        std::string line(text.substr(0, 120));
        std::ranges::replace_if(line, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
        return line;
    }
    static std::string shown(std::string_view keyword, JsonView value) {
        std::string text = value.to_text();
        return std::string(keyword) + (text.size() <= 60 ? " " + text : "");
    }

    // Reports keywords that were not imported, by name or by value.
    void leave_out_others(JsonView schema, bool are_conditions_read = false) {
        constexpr std::string_view kUnread[] = {
            "contains",         "multipleOf",  "prefixItems",   "additionalItems",
            "contentMediaType", "minContains", "maxContains",   "contentEncoding",
            "unevaluatedItems", "$dynamicRef", "$recursiveRef", "unevaluatedProperties"};
        for (std::string_view word : kUnread)
            if (!schema[word].is_missing() && schema[word].as_bool().value_or(true))
                leave_out(shown(word, schema[word]));
        // Names of map keys are read with the map, conditions with the properties.
        const bool is_map = !map_element(schema).is_missing();
        if (!schema["propertyNames"].is_missing() && !is_map)
            leave_out(shown("propertyNames", schema["propertyNames"]));
        if (!are_conditions_read && (!schema["then"].is_missing() || !schema["else"].is_missing()))
            leave_out(shown("if", schema["if"]));
        if (schema["$ref"].is_string()) {
            const std::string_view target = schema["$ref"].as_string();
            if (pointed_at(root, target).is_missing())
                leave_out("$ref " + std::string(target) + ", which is not in this document");
        }
        for (std::string_view word : {"dependencies", "dependentSchemas"}) {
            const JsonView dependencies = schema[word];
            const JsonIterator end = dependencies.end();
            for (JsonIterator it = dependencies.begin(); it != end; ++it)
                if ((*it).is_object() && !requires_alone(*it))
                    leave_out(std::string(word) + " of " + std::string(it.key()));
        }
    }
    // Whether the schema says nothing but that properties are required.
    static bool requires_alone(JsonView schema) {
        return schema["required"].is_array() && schema.size() == 1;
    }
    void leave_out_counts(JsonView schema) {
        for (std::string_view word : {"minProperties", "maxProperties"})
            if (schema[word].as_double()) leave_out(shown(word, schema[word]));
    }
    // Notes the parts of a type that `any` loses.
    void leave_out_type(JsonView schema) {
        if (schema["items"].is_array())
            leave_out("items: a type for each position");
        else if (has_type(schema, "array"))
            leave_out(schema["items"].is_object() ? shown("items", schema["items"]) : "type array");
        else if (has_type(schema, "object"))
            leave_out(schema["additionalProperties"].is_object()
                          ? shown("additionalProperties", schema["additionalProperties"])
                          : "type object");
        else if (has_unknown_type(schema))
            leave_out(shown("type", schema["type"]));
        if (!schema["not"].is_missing()) leave_out(shown("not", schema["not"]));
    }
    static bool has_unknown_type(JsonView schema) {
        static constexpr std::string_view kTypes = " string number integer boolean null array object ";
        auto is_known = [](JsonView type) {
            return kTypes.find(" " + std::string(type.as_string()) + " ") != std::string_view::npos;
        };
        if (!schema["type"].is_array()) return !schema["type"].is_missing() && !is_known(schema["type"]);
        for (JsonView one : schema["type"])
            if (!is_known(one)) return true;
        return false;
    }

    // The type that all listed values have; empty when none is listed.
    static std::string type_of_values(JsonView schema) {
        std::string common;
        auto add = [&](JsonView value) {
            const std::string type = value.is_string()   ? "string"
                                     : value.as_double() ? "number"
                                     : value.as_bool()   ? "bool"
                                                         : "any";
            common = common.empty() || common == type ? type : "any";
        };
        for (JsonView one : schema["enum"]) add(one);
        if (!schema["const"].is_missing()) add(schema["const"]);
        return common;
    }

    std::string type_of(JsonView raw, int nesting = 0) const {
        JsonView schema = resolved(raw);
        if (nesting > 8) return "any";
        if (!schema["type"].is_string())
            if (std::string type = type_of_values(schema); !type.empty()) return type;
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
        std::string doc;
        for (std::string_view word : {"description", "title"}) {
            JsonView text = given[word].is_string() ? given[word] : schema[word];
            if (text.is_string() && doc.empty()) doc = text.as_string();
        }
        if (const JsonView examples = schema["examples"]; examples.begin() != examples.end())
            doc += (doc.empty() ? "Example: `" : "\n\nExample: `") + expression_of(*examples.begin()) + "`";
        if (!doc.empty()) out.text("doc", doc);
        if (schema["deprecated"].as_bool().value_or(false) || given["deprecated"].as_bool().value_or(false))
            out.set("deprecated", "true");
    }

    // Rules for a value that is not a list, or for the elements of a list.
    void element_rules(JsonView schema, bool is_element) {
        JsonView values = schema["enum"];
        if (!schema["const"].is_missing()) out.set("values", "[" + expression_of(schema["const"]) + "]");
        if (values.is_array()) {
            std::string list;
            for (JsonView one : values)
                if (!one.is_null()) list += (list.empty() ? "" : ", ") + expression_of(one);
            out.set("values", "[" + list + "]");
        }
        if (schema["pattern"].is_string()) {
            const std::string whole = whole_pattern(schema["pattern"].as_string());
            if (whole.empty())
                leave_out(shown("pattern", schema["pattern"]));
            else
                out.text("pattern", whole);
        }
        if (schema["format"].is_string()) {
            std::string_view format = schema["format"].as_string();
            if (format == "uri" || format == "url")
                out.set("format", "url");
            else if (format == "ipv4" || format == "ipv6")
                out.set("format", "ip");
            else if (format == "regex" || format == "color")
                out.set("format", format);
            else
                leave_out(shown("format", schema["format"]));
        }
        if (has_type(schema, "integer") && !has_type(schema, "number")) out.set("format", "integer");
        bound(schema, "minimum", "exclusiveMinimum", "min", 1);
        bound(schema, "maximum", "exclusiveMaximum", "max", -1);
        if (is_element) {
            for (std::string_view word : {"minLength", "maxLength"})
                if (!schema[word].is_missing()) leave_out(shown(word, schema[word]) + " of elements");
            return;
        }
        length(schema, "minLength", "maxLength");
    }
    void length(JsonView schema, std::string_view least, std::string_view most) {
        std::string members;
        if (schema[least].as_double()) members = "min = " + schema[least].to_text();
        if (schema[most].as_double())
            members += (members.empty() ? "max = " : ", max = ") + schema[most].to_text();
        if (!members.empty()) out.set("length", "{ " + members + " }");
    }

    // Bounds of packs are inclusive. Drafts before the sixth have a separate flag for exclusive ones.
    void bound(JsonView schema, std::string_view word, std::string_view exclusive, std::string_view as,
               int step) {
        const JsonView other = schema[exclusive];
        const bool is_flag = other.as_bool().value_or(false);
        const JsonView limit = is_flag || !other.as_double() ? schema[word] : other;
        const bool is_exclusive = is_flag || other.as_double().has_value();
        if (!limit.as_double()) return;
        const std::string text = limit.to_text();
        if (!is_exclusive) {
            out.set(as, text);
            return;
        }
        if (has_type(schema, "integer") && text.find_first_of(".eE") == std::string::npos)
            out.set(as, text + (step > 0 ? " + 1" : " - 1"));
        else
            leave_out(shown(exclusive, other));
    }

    // JSON Schema patterns match anywhere, those of packs match the whole string. Empty
    // when the pattern is invalid.
    static std::string whole_pattern(std::string_view given) {
        const std::string pattern(given);
        const bool starts = pattern.starts_with('^');
        const bool ends = pattern.ends_with('$') && !pattern.ends_with("\\$");
        const std::string whole = starts && ends && pattern.find('|') == std::string::npos
                                      ? pattern.substr(1, pattern.size() - 2)
                                      : "(?s).*(?:" + pattern + ").*";
        return language::Pattern::compile(whole) ? whole : std::string();
    }

    void value_rules(JsonView schema, bool is_list) {
        if (!is_list) return element_rules(schema, false);
        list_rules(schema);
        if (schema["items"].is_object()) {
            const JsonView items = resolved(schema["items"]);
            element_rules(items, true);
            leave_out_others(items);
        }
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

    struct ObjectSchema {
        JsonView schema;
        std::string reference;
        bool is_only = true;  // only objects are allowed
    };

    // The only object schema among alternatives.
    std::optional<ObjectSchema> object_in(JsonView raw) const {
        std::string reference;
        JsonView schema = resolved(raw, &reference);
        if (has_fields(schema)) return ObjectSchema{schema, reference};
        std::optional<ObjectSchema> found;
        bool has_others = false;
        for (std::string_view word : {"anyOf", "oneOf"})
            for (JsonView one : schema[word]) {
                std::string inner_reference;
                JsonView inner = resolved(one, &inner_reference);
                if (inner["type"].as_string() == "null") continue;
                if (!has_fields(inner)) {
                    has_others = true;
                    continue;
                }
                if (found) return std::nullopt;
                found = ObjectSchema{inner, inner_reference};
            }
        if (found) found->is_only = !has_others;
        return found;
    }

    // The schema of a map's values: that of additional properties, or of the only pattern.
    JsonView map_element(JsonView schema) const {
        if (has_fields(schema)) return {};
        if (schema["additionalProperties"].is_object()) return schema["additionalProperties"];
        JsonView only;
        for (JsonView one : schema["patternProperties"]) {
            if (!only.is_missing()) return {};
            only = one;
        }
        return only;
    }

    // Writes a block, or several by name or in a list; if other types are allowed, too, an attribute.
    bool block(std::string_view name, JsonView raw, JsonView schema, bool is_list, bool is_required) {
        const JsonView element = is_list ? JsonView() : map_element(schema);
        auto object = object_in(is_list ? schema["items"] : raw);
        const bool is_map = !object && !element.is_missing();
        if (is_map) object = object_in(element);
        if (!object) return false;
        if (!is_identifier(name) || (!object->is_only && (is_map || is_list))) return false;
        const std::string body = body_name(object->schema, object->reference, name);
        if (!object->is_only) {
            out.open("attr " + hcl_string(name));
            out.set("also", "block");
            out.set("fields", "body." + body);
            out.flag("required", is_required);
            notes(raw, schema);
            leave_out_others(schema, has_fields(schema));
            conditions_of(name, is_required);
            out.close();
            return true;
        }
        // Write the block; it implies the attribute.
        out.open((is_map ? "block_map " : is_list ? "block_list " : "block ") + hcl_string(name));
        if (is_map) out.set("labels", "[\"name\"]");
        out.set("also", "attr");
        if (is_list || is_map) {
            const std::string_view least = is_list ? "minItems" : "minProperties";
            const std::string_view most = is_list ? "maxItems" : "maxProperties";
            // Packs cannot limit the size of a map, or of a list only if it is there.
            for (std::string_view word : {least, most})
                if ((is_map || (word == least && !is_required)) && schema[word].as_double())
                    leave_out(shown(word, schema[word]));
            if (is_map && is_required) leave_out("required");
            if (is_list && is_required)
                out.set("min_items", schema[least].as_double() ? schema[least].to_text() : "1");
            if (is_list && schema[most].as_double()) out.set("max_items", schema[most].to_text());
            if (schema["uniqueItems"].as_bool().value_or(false)) leave_out("uniqueItems of objects");
        } else {
            out.flag("required", is_required);
        }
        notes(raw, schema);
        // Otherwise it is the schema of the body, which lists them.
        if (is_map || is_list || !has_fields(schema)) leave_out_others(schema);
        conditions_of(name, is_required);
        if (is_map) key_rules(schema);
        out.open("object");
        out.set("include", "[body." + body + "]");
        out.close();
        out.close();
        return true;
    }

    // The names of a map's keys.
    void key_rules(JsonView schema) {
        std::string pattern;
        const JsonView patterns = schema["patternProperties"];
        const JsonIterator end = patterns.end();
        for (JsonIterator it = patterns.begin(); it != end; ++it) {
            const std::string whole = is_closed(schema) ? whole_pattern(it.key()) : "";
            if (whole.empty()) leave_out("patternProperties " + std::string(it.key()));
            if (!whole.empty()) pattern = whole;
        }
        const JsonView of_keys = resolved(schema["propertyNames"]);
        if (pattern.empty() && !of_keys.is_object()) return;
        out.open("label \"name\"");
        if (!pattern.empty()) {
            out.text("pattern", pattern);
            if (of_keys["pattern"].is_string()) leave_out(shown("propertyNames", of_keys));
        }
        if (of_keys.is_object() && (pattern.empty() || !of_keys["pattern"].is_string())) {
            element_rules(of_keys, false);
            leave_out_others(of_keys);
        }
        out.close();
    }

    void property(std::string_view name, JsonView raw, bool is_required) {
        JsonView schema = resolved(raw);
        bool is_list = has_type(schema, "array") && !has_type(schema, "object");
        if (block(name, raw, schema, is_list, is_required)) return;
        out.open("attr " + hcl_string(name));
        std::vector<std::string> types = types_of(raw);
        const auto object = object_in(is_list ? schema["items"] : raw);
        const std::string type = type_of(raw);
        if (!types.empty()) {
            std::string list;
            for (const std::string& one : types) list += (list.empty() ? "" : ", ") + one;
            out.set("type", "[" + list + "]");
        } else {
            out.set("type", type);
            if (object)
                out.set("fields", "body." + body_name(object->schema, object->reference, name));
            else
                leave_out_alternatives(schema, type);
            if (!object && type == "any") leave_out_type(schema);
        }
        out.flag("required", is_required);
        notes(raw, schema);
        if (object && is_list)
            list_rules(schema);
        else
            value_rules(schema, is_list);
        leave_out_others(schema, has_fields(schema));
        if (type.starts_with("map(")) {
            length(schema, "minProperties", "maxProperties");
        } else {
            leave_out_counts(schema);
        }
        if (schema["patternProperties"].is_object()) leave_out("patternProperties");
        // Names of map keys are read with blocks.
        if (!map_element(schema).is_missing() && !schema["propertyNames"].is_missing())
            leave_out(shown("propertyNames", schema["propertyNames"]));
        if (schema["readOnly"].as_bool().value_or(false))
            out.set("access", "read");
        else if (schema["writeOnly"].as_bool().value_or(false))
            out.set("access", "write");
        if (JsonView value = schema["default"]; !value.is_missing() && !value.is_null() &&
                                                !value.is_object() && (type != "any" || !types.empty()))
            out.set("default", expression_of(value));
        conditions_of(name, is_required);
        out.close();
    }
    void needs_of(std::string_view name) {
        auto needed = needs.find(name);
        if (needed == needs.end()) return;
        std::string list;
        for (const std::string& one : needed->second) list += (list.empty() ? "" : ", ") + hcl_string(one);
        out.set("needs", "[" + list + "]");
    }
    void conditions_of(std::string_view name, bool is_required) {
        needs_of(name);
        auto found = required_if.find(name);
        if (is_required || found == required_if.end()) return;
        std::string any;
        for (const std::string& one : found->second)
            any += (any.empty() ? "" : " || ") + (found->second.size() > 1 ? "(" + one + ")" : one);
        out.set("required", any);
    }
    void list_rules(JsonView schema) {
        length(schema, "minItems", "maxItems");
        out.flag("unique", schema["uniqueItems"].as_bool().value_or(false));
    }
    void leave_out_alternatives(JsonView schema, const std::string& type) {
        if (type != "any") return;
        for (std::string_view word : {"anyOf", "oneOf"})
            if (schema[word].is_array())
                leave_out(std::string(word) + " of " + std::to_string(schema[word].size()) +
                          " alternatives: any value is accepted");
    }

    // ---- Bodies

    // The combined keywords of all parts of an object.
    struct Parts {
        std::vector<JsonView> all;
        std::set<std::string, std::less<>> required;
        std::set<std::string, std::less<>> names;
    };
    void collect(JsonView schema, Parts& parts, int nesting = 0) const {
        if (nesting > kMaxDepth || parts.all.size() > 1000) return;
        parts.all.push_back(schema);
        for (JsonView one : schema["required"]) parts.required.emplace(one.as_string());
        const JsonView properties = schema["properties"];
        const JsonIterator end = properties.end();
        for (JsonIterator it = properties.begin(); it != end; ++it) parts.names.emplace(it.key());
        for (JsonView part : schema["allOf"]) collect(resolved(part), parts, nesting + 1);
    }

    using Lists = std::map<std::string, std::vector<std::string>, std::less<>>;
    Lists needs{};
    Lists required_if{};  // conditions under which a property is required; any of them

    void collect_needs(JsonView schema) {
        needs.clear();
        for (std::string_view word : {"dependentRequired", "dependencies", "dependentSchemas"}) {
            const JsonView list = schema[word];
            const JsonIterator end = list.end();
            for (JsonIterator it = list.begin(); it != end; ++it)
                if ((*it).is_array() || requires_alone(*it))
                    for (JsonView other : (*it).is_array() ? *it : (*it)["required"])
                        needs[std::string(it.key())].emplace_back(other.as_string());
        }
    }

    void fields(JsonView schema) {
        if (++depth > kMaxDepth) {
            --depth;
            return;
        }
        Parts parts;
        collect(schema, parts);
        required_if.clear();
        for (JsonView part : parts.all) collect_conditions(part, parts);
        std::set<std::string, std::less<>> written;
        for (JsonView part : parts.all) {
            const JsonView properties = part["properties"];
            const JsonIterator end = properties.end();
            for (JsonIterator it = properties.begin(); it != end; ++it) {
                if (it.key().starts_with('$')) continue;  // keywords about the schema document
                if (!written.emplace(it.key()).second) continue;
                collect_needs(part);
                place.emplace_back(it.key());
                if ((*it).is_object())
                    property(it.key(), *it, parts.required.contains(it.key()));
                else if ((*it).as_bool().value_or(false))
                    property(it.key(), JsonView(), parts.required.contains(it.key()));
                place.pop_back();
            }
        }
        Groups all;
        for (JsonView part : parts.all) {
            variants(part, parts);
            groups(part, parts, all);
            leave_out_others(part, true);
            leave_out_counts(part);
        }
        for (const auto& [word, list] : all) out.set(word, "[" + list + "]");
        const auto outer = is_root ? outer_names.end() : outer_names.find(place.front());
        for (const std::string& name : parts.required)
            if (!parts.names.contains(name) && !(outer != outer_names.end() && outer->second.contains(name)))
                leave_out("required " + name + ", which is not a property");
        --depth;
    }

    // ---- Conditions: "if", "then" and "else"

    IsReadable readable(const Parts& parts) const {
        return [this, &parts](std::string_view name) {
            for (JsonView part : parts.all)
                if (const JsonView property = part["properties"][name]; !property.is_missing()) {
                    const std::string type = type_of(property);
                    return type == "string" || type == "number" || type == "bool";
                }
            return false;
        };
    }

    // Properties that are required because of others.
    void collect_conditions(JsonView schema, const Parts& parts) {
        const auto condition = condition_of(schema["if"], readable(parts));
        if (!condition) return;
        for (const auto& [word, sentence] :
             {std::pair{"then", *condition}, std::pair{"else", "!(" + *condition + ")"}})
            for (JsonView one : schema[word]["required"])
                if (parts.names.contains(one.as_string()) && !parts.required.contains(one.as_string()))
                    required_if[std::string(one.as_string())].push_back(sentence);
    }

    // Properties that there are because of another one, and what packs cannot express.
    void variants(JsonView schema, const Parts& parts) {
        if (schema["then"].is_missing() && schema["else"].is_missing()) return;
        if (!condition_of(schema["if"], readable(parts))) return leave_out(shown("if", schema["if"]));
        for (std::string_view word : {"then", "else"}) {
            const JsonView inner = resolved(schema[word]);
            const auto compared = compared_property(schema["if"], readable(parts));
            const bool is_variant = word == "then" && compared && !is_root && adds_alone(inner, parts);
            if (is_variant) variant(*compared, inner, parts);
            const JsonIterator end = inner.end();
            for (JsonIterator it = inner.begin(); it != end; ++it) {
                const bool is_read = it.key() == "required" || it.key() == "title" ||
                                     it.key() == "description" || it.key() == "$comment" ||
                                     (it.key() == "properties" && is_variant);
                if (!is_read) leave_out(shown(std::string(word) + " " + std::string(it.key()), *it));
            }
            for (JsonView one : inner["required"])
                if (!parts.names.contains(one.as_string()) && !is_variant)
                    leave_out(std::string(word) + " required " + std::string(one.as_string()));
            if (inner.as_bool().has_value() && !*inner.as_bool()) leave_out(std::string(word) + " false");
        }
    }
    // Whether all properties are new.
    static bool adds_alone(JsonView schema, const Parts& parts) {
        const JsonView properties = schema["properties"];
        const JsonIterator end = properties.end();
        for (JsonIterator it = properties.begin(); it != end; ++it)
            if (parts.names.contains(it.key())) return false;
        return properties.size() > 0;
    }
    void variant(const ComparedProperty& compared, JsonView added, const Parts& parts) {
        const std::string body = body_name(added, "", compared.name + "_" + compared.values[0]);
        outer_names.emplace(body, parts.names);
        std::string keys;
        for (const std::string& value : compared.values)
            keys += (keys.empty() ? "" : ", ") + hcl_string(value) + " = body." + body;
        out.open("case");
        out.set("on", "self." + compared.name);
        out.set("is", "{ " + keys + " }");
        out.set("unknown", "error");
        out.close();
    }

    // Combinations of properties: alternatives that only require some of them.
    using Groups = std::map<std::string, std::string>;
    static void add_group(Groups& all, const std::string& word, const std::vector<std::string>& words) {
        std::string& list = all[word];
        list += (list.empty() ? "" : ", ") + list_of(words);
    }
    void groups(JsonView schema, const Parts& parts, Groups& all) {
        for (auto [word, as] : {std::pair{"oneOf", "exactly_one"}, std::pair{"anyOf", "at_least_one"}}) {
            if (!schema[word].is_array()) continue;
            const std::vector<std::string> one_of = required_by_each(schema[word], parts);
            if (one_of.empty())
                leave_out(std::string(word) + " of " + std::to_string(schema[word].size()) + " alternatives");
            else
                add_group(all, as, one_of);
        }
        const JsonView unwanted = schema["not"];
        if (unwanted.is_missing()) return;
        std::vector<std::string> together = only_required(unwanted, parts);
        if (together.size() == 2)
            add_group(all, "conflicts", together);
        else
            leave_out("not");
    }
    static std::string list_of(const std::vector<std::string>& words) {
        std::string list;
        for (const std::string& name : words)
            list += (list.empty() ? "[" : ", ") + (is_identifier(name) ? name : hcl_string(name));
        return list + "]";
    }
    // The names that a schema requires if it has no other keywords.
    static std::vector<std::string> only_required(JsonView schema, const Parts& parts) {
        std::vector<std::string> required;
        const JsonIterator end = schema.end();
        for (JsonIterator it = schema.begin(); it != end; ++it)
            if (it.key() != "required" && it.key() != "type" && it.key() != "description" &&
                it.key() != "title")
                return {};
        for (JsonView one : schema["required"]) {
            if (!parts.names.contains(one.as_string())) return {};
            required.emplace_back(one.as_string());
        }
        return required;
    }
    std::vector<std::string> required_by_each(JsonView alternatives, const Parts& parts) const {
        std::vector<std::string> required;
        for (JsonView one : alternatives) {
            std::vector<std::string> own = only_required(resolved(one), parts);
            std::erase_if(own, [&](const std::string& name) { return parts.required.contains(name); });
            if (own.size() != 1) return {};
            required.push_back(own[0]);
        }
        return required;
    }

    // Whether only declared properties and patterns are allowed.
    static bool is_closed(JsonView schema) {
        const auto flag = schema["additionalProperties"].as_bool();
        return flag && !*flag;
    }

    void body(JsonView schema) {
        out.open("object");
        fields(schema);
        const JsonView more = schema["additionalProperties"];
        const JsonView patterns = schema["patternProperties"];
        JsonView free = more.is_object() ? more : JsonView();
        std::size_t kinds = free.is_missing() ? 0 : 1;
        for (JsonView one : patterns) {
            free = one;
            ++kinds;
        }
        const bool is_open = !is_closed(schema) && !more.is_object();
        if (kinds > 0 && !is_open) {
            out.open("attr \"*\"");
            place.emplace_back("*");
            if (kinds > 1) {
                out.set("type", "any");
            } else if (auto object = object_in(free)) {
                out.set("type", "any");
                out.set("fields", "body." + body_name(object->schema, object->reference, "entry"));
                notes(free, object->schema);
            } else {
                const JsonView schema_of_free = resolved(free);
                out.set("type", type_of(free));
                notes(free, schema_of_free);
                value_rules(schema_of_free, has_type(schema_of_free, "array"));
                leave_out_others(schema_of_free);
            }
            place.pop_back();
            out.close();
        }
        // Packs have no patterns for names of free attributes.
        const JsonIterator end = patterns.end();
        for (JsonIterator it = patterns.begin(); it != end; ++it)
            leave_out("patternProperties: names must match " + std::string(it.key()));
        if (is_open) out.set("unknown", "allowed");
        out.close();
    }

    ImportedPack run() {
        out.line("# Created from a JSON Schema by \"hcl-ls pack import\".");
        out.open("language " + hcl_string(id));
        std::string_view title = root["title"].is_string() ? root["title"].as_string() : std::string_view(id);
        out.text("title", title);
        out.set("files",
                "[" + hcl_string("*." + id + ".hcl") + ", " + hcl_string("*." + id + ".hcl.json") + "]");
        out.close();
        out.blank();
        std::string reference;
        JsonView schema = resolved(root, &reference);
        if (!has_fields(schema))
            if (auto object = object_in(root)) schema = object->schema;
        if (!has_fields(schema) && !schema["type"].is_missing() && !has_type(schema, "object"))
            leave_out(shown("type", schema["type"]) + ", because a file is an object");
        body(schema);
        is_root = false;
        // Writing a body may add more bodies.
        for (std::size_t i = 0; i < bodies.size() && i < 10'000; ++i) {
            auto [name, inner] = bodies[i];
            place = {name};
            out.blank();
            out.open("body " + hcl_string(name));
            body(inner);
            out.close();
        }
        return {out.take(), std::move(left_out)};
    }
};

}  // namespace

Result<ImportedPack> import_json_schema(lsp::JsonView schema, std::string_view id) {
    bool is_schema = false;
    for (std::string_view word :
         {"$schema", "properties", "$ref", "type", "definitions", "$defs", "allOf", "anyOf", "oneOf"})
        is_schema = is_schema || !schema[word].is_missing();
    if (!is_schema)
        return fail(
            "this is neither a JSON Schema (it has no \"properties\") nor the output of \"terraform "
            "providers schema "
            "-json\"");
    return Importer{schema, std::string(id)}.run();
}

}  // namespace hcl::server
