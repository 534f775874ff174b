// The output of `terraform providers schema -json` as a pack: a body for each resource type, selected by the
// block's label.
#include <algorithm>
#include <set>
#include <vector>

#include "server/cli/pack/pack_import.h"

namespace hcl::server {

namespace {

using lsp::JsonIterator;
using lsp::JsonView;

struct Importer {
    std::string id;
    PackWriter out{};
    int depth = 0;
    static constexpr int kMaxDepth = 40;

    // "string", ["list", T], ["object", {...}, [optional...]], ["tuple", [...]]
    std::string type_of(JsonView type, int nesting = 0) const {
        if (nesting > kMaxDepth) return "any";
        if (type.is_string()) return type.as_string() == "dynamic" ? "any" : std::string(type.as_string());
        std::vector<JsonView> parts;
        for (JsonView part : type) parts.push_back(part);
        if (parts.size() < 2) return "any";
        std::string kind(parts[0].as_string());
        if (kind == "object") {
            std::set<std::string_view> optional;
            if (parts.size() > 2)
                for (JsonView one : parts[2]) optional.insert(one.as_string());
            std::string list;
            const JsonIterator end = parts[1].end();
            for (JsonIterator it = parts[1].begin(); it != end; ++it) {
                if (!is_identifier(it.key())) return "any";
                std::string inner = type_of(*it, nesting + 1);
                // Attributes of an object in a list may be omitted, as in the equivalent blocks.
                list += (list.empty() ? "" : ", ") + std::string(it.key()) + " = optional(" + inner + ")";
            }
            return list.empty() ? "any" : "object({ " + list + " })";
        }
        if (kind == "tuple") return "any";
        return kind + "(" + type_of(parts[1], nesting + 1) + ")";
    }

    std::string nested_type(JsonView nested, int nesting) const {
        if (nesting > kMaxDepth) return "any";
        std::string list;
        JsonView attributes = nested["attributes"];
        const JsonIterator end = attributes.end();
        for (JsonIterator it = attributes.begin(); it != end; ++it) {
            if (!is_identifier(it.key())) return "any";
            std::string inner = attribute_type(*it, nesting + 1);
            bool required = (*it)["required"].as_bool().value_or(false);
            list += (list.empty() ? "" : ", ") + std::string(it.key()) + " = " +
                    (required ? inner : "optional(" + inner + ")");
        }
        std::string object = list.empty() ? "any" : "object({ " + list + " })";
        std::string_view mode = nested["nesting_mode"].as_string();
        if (mode == "list" || mode == "set" || mode == "map") return std::string(mode) + "(" + object + ")";
        return object;
    }
    std::string attribute_type(JsonView attribute, int nesting) const {
        return attribute["nested_type"].is_object() ? nested_type(attribute["nested_type"], nesting)
                                                    : type_of(attribute["type"]);
    }

    static bool is_list_of_objects(JsonView type) {
        if (!type.is_array() || type.size() != 2) return false;
        JsonView outer;
        JsonView inner;
        int i = 0;
        for (JsonView part : type) (i++ == 0 ? outer : inner) = part;
        if (outer.as_string() != "list" && outer.as_string() != "set") return false;
        for (JsonView part : inner) return part.as_string() == "object";
        return false;
    }

    void notes(JsonView schema) {
        out.text("doc", schema["description"].as_string());
        if (schema["deprecated"].as_bool().value_or(false)) {
            JsonView message = schema["deprecation_message"];
            out.set("deprecated", message.is_string() ? quoted(message.as_string()) : std::string("\"\""));
        }
    }

    void attribute(std::string_view name, JsonView schema) {
        auto flag = [&](std::string_view word) { return schema[word].as_bool().value_or(false); };
        out.open("attr " + quoted(name));
        out.set("type", attribute_type(schema, 0));
        out.flag("required", flag("required"));
        out.flag("sensitive", flag("sensitive"));
        out.flag("write_only", flag("write_only"));
        out.flag("read_only", flag("computed") && !flag("optional") && !flag("required"));
        if (is_list_of_objects(schema["type"]) && flag("optional")) out.set("also", "block");
        notes(schema);
        out.close();
    }

    void block_type(std::string_view name, JsonView schema) {
        std::string_view mode = schema["nesting_mode"].as_string();
        bool single = mode == "single" || mode == "group";
        out.open(std::string(single          ? "block "
                             : mode == "set" ? "block_set "
                             : mode == "map" ? "block_map "
                                             : "block_list ") +
                 quoted(name));
        if (mode == "map") out.set("labels", "[\"key\"]");
        // The number of blocks is checked only without dynamic blocks, which may generate any number.
        if (!single && schema["max_items"].as_int().value_or(0) > 0)
            out.set("max_items", schema["max_items"].to_text());
        if (schema["min_items"].as_int().value_or(0) > 0) {
            if (single)
                out.flag("required", true);
            else
                out.set("min_items", schema["min_items"].to_text());
        }
        notes(schema["block"]);
        body(schema["block"], false);
        out.close();
    }

    void body(JsonView block, bool is_top) {
        if (++depth > kMaxDepth) {
            --depth;
            return;
        }
        out.open("object");
        if (!is_top) out.set("include", "[body.dynamic]");
        // The schema says nothing about it.
        if (block["attributes"].size() == 0 && block["block_types"].size() == 0) out.flag("lenient", true);
        for (auto word : {"attributes", "block_types"}) {
            JsonView list = block[word];
            const JsonIterator end = list.end();
            for (JsonIterator it = list.begin(); it != end; ++it) {
                if (std::string_view(word) == "attributes")
                    attribute(it.key(), *it);
                else
                    block_type(it.key(), *it);
            }
        }
        out.close();
        --depth;
    }

    struct Family {
        std::string_view word;  // key in the schemas
        std::string_view block;
        std::string_view prefix;
    };
    static constexpr Family kFamilies[] = {{"resource_schemas", "resource", "resource_"},
                                           {"data_source_schemas", "data", "data_"},
                                           {"ephemeral_resource_schemas", "ephemeral", "ephemeral_"}};

    // One body for each name, over all providers.
    std::string choices(JsonView providers, const Family& family) const {
        std::string list;
        for (JsonView provider : providers) {
            JsonView schemas = provider[family.word];
            const JsonIterator end = schemas.end();
            for (JsonIterator it = schemas.begin(); it != end; ++it)
                list += "        " + std::string(it.key()) + " = body." + std::string(family.prefix) +
                        identifier_of(it.key()) + "\n";
        }
        return list;
    }

    static std::string local_name(std::string_view address) {
        return std::string(address.substr(address.rfind('/') + 1));
    }

    void frame(JsonView providers) {
        out.open("object");
        for (const Family& family : kFamilies) {
            std::string list = choices(providers, family);
            if (list.empty()) continue;
            out.open("block_list " + quoted(family.block));
            out.set("labels", "[\"type\", \"name\"]");
            out.set("unique", "true");
            out.set("outline", "\"${label.type} ${label.name}\"");
            out.open("symbol");
            out.set("address", family.block == "resource"
                                   ? "[label.type, label.name]"
                                   : "[" + std::string(family.block) + ", label.type, label.name]");
            out.set("kind", family.block);
            out.set("value", "unknown(any)");
            out.close();
            out.open("scope");
            out.set("names", "{ each = unknown(any), count = unknown(any), self = unknown(any) }");
            out.close();
            out.open("case");
            out.set("on", "label.type");
            out.line("is = {");
            out.line(list + "      }");
            out.set("otherwise", "lenient");
            out.close();
            out.open("object");
            out.set("include", "[body.meta]");
            out.close();
            out.close();
        }
        out.open("block_list \"provider\"");
        out.set("labels", "[\"name\"]");
        out.open("case");
        out.set("on", "label.name");
        out.line("is = {");
        const JsonIterator end = providers.end();
        for (JsonIterator it = providers.begin(); it != end; ++it)
            if ((*it)["provider"].is_object())
                out.line("  " + local_name(it.key()) + " = body.provider_" +
                         identifier_of(local_name(it.key())));
        out.line("}");
        out.set("otherwise", "lenient");
        out.close();
        out.open("object");
        out.line("attr \"alias\" { type = string }");
        out.line("attr \"version\" { type = string }");
        out.close();
        out.close();
        out.set("include", "[body.core]");
        out.close();
    }

    // The parts of the language that provider schemas do not contain.
    static constexpr std::string_view kCore = R"(
body "core" {
  object {
    block_map "variable" {
      labels = ["name"]
      symbol {
        address = [var, label.name]
        value   = unknown(any)
      }
      object { include = [body.anything] }
    }
    block_list "locals" {
      object {
        any_attr {
          symbol { address = [local, name] }
        }
      }
    }
    block_map "output" {
      labels = ["name"]
      object { include = [body.anything] }
    }
    block_map "module" {
      labels = ["name"]
      symbol {
        address = [module, label.name]
        value   = unknown(any)
      }
      object { include = [body.anything] }
    }
    lenient = true
  }
}

body "anything" {
  object {
    any_attr {}
    lenient = true
  }
}

body "dynamic" {
  object {
    block_list "dynamic" {
      label "block" { doc = "The type of the blocks that are made." }
      doc = "Blocks made of the elements of a collection."
      object { lenient = true }
    }
  }
}

body "meta" {
  object {
    include = [body.dynamic]
    attr "count" {
      type = any
      doc  = "How many instances there are."
    }
    attr "for_each" {
      type = any
      doc  = "A map or set of which each element makes an instance."
    }
    attr "provider" {
      decoder = traversal
      doc     = "The configuration of the provider that is used."
    }
    attr "depends_on" {
      decoder = traversals
      doc     = "What must be there before."
    }
    block_list "lifecycle" {
      singleton = true
      doc       = "How changes are made."
      object { lenient = true }
    }
    block_list "connection" {
      doc = "How to reach what was made."
      object { lenient = true }
    }
    block_list "provisioner" {
      labels = ["type"]
      doc    = "What to do once it was made, or before it is destroyed."
      object { lenient = true }
    }
  }
}
)";

    std::string run(JsonView providers) {
        out.line("# Made by \"hcl-ls pack import\" from what \"terraform providers schema -json\" prints.");
        out.open("language " + quoted(id));
        out.set("files", "[\"*.tf\", \"*.tf.json\"]");
        out.set("join", "folder");
        out.set("rules", "reference");
        out.set("unknown_names", "ignore");
        out.set("functions", "[stdlib, try, can]");
        out.set("evaluation", "silent");
        out.close();
        out.blank();
        frame(providers);
        const JsonIterator end = providers.end();
        for (JsonIterator it = providers.begin(); it != end; ++it) {
            JsonView provider = *it;
            if (provider["provider"].is_object())
                named("provider_" + identifier_of(local_name(it.key())), provider["provider"]);
            for (const Family& family : kFamilies) {
                JsonView schemas = provider[family.word];
                const JsonIterator last = schemas.end();
                for (JsonIterator one = schemas.begin(); one != last; ++one)
                    named(std::string(family.prefix) + identifier_of(one.key()), *one);
            }
        }
        return out.take() + std::string(kCore);
    }

    void named(const std::string& name, JsonView schema) {
        out.blank();
        out.open("body " + quoted(name));
        body(schema["block"], true);
        out.close();
    }
};

}  // namespace

Result<std::string> import_provider_schemas(lsp::JsonView schemas, std::string_view id) {
    return Importer{std::string(id)}.run(schemas["provider_schemas"]);
}

}  // namespace hcl::server
