#include "server/app/provider_schemas.h"

#include <algorithm>

#include "engine/base/counted.h"
#include "engine/base/limits.h"
#include "engine/base/path.h"
#include "engine/schemas/schema_writer.h"
#include "protocol/json/document.h"
#include "server/app/json_members.h"
#include "server/app/package_schemas.h"

namespace hcl::server {

namespace {

using lsp::JsonView;
using namespace schemas;

Documentation documentation_of(JsonView schema) {
    Documentation out;
    out.text = schema["description"].as_string();
    out.is_deprecated = flag(schema, "deprecated");
    // For functions there is only the message.
    if (JsonView message = schema["deprecation_message"]; message.is_string()) {
        out.is_deprecated = true;
        out.advice = message.as_string();
    }
    return out;
}

// "string", ["list", T], ["object", {...}, [optional...]], ["tuple", [...]]
Type type_of(JsonView type, int depth = 0) {
    if (depth > kMaxDepth) return {};
    if (type.is_string()) {
        std::string_view name = type.as_string();
        return name == "string"   ? Type::string()
               : name == "number" ? Type::number()
               : name == "bool"   ? Type::boolean()
                                  : Type::dynamic();
    }
    std::vector<JsonView> parts;
    for (JsonView part : type) parts.push_back(part);
    if (parts.size() < 2) return {};
    std::string_view kind = parts[0].as_string();
    if (kind == "list") return Type::list(type_of(parts[1], depth + 1));
    if (kind == "set") return Type::set(type_of(parts[1], depth + 1));
    if (kind == "map") return Type::map(type_of(parts[1], depth + 1));
    if (kind == "tuple") {
        std::vector<Type> elements;
        for (JsonView element : parts[1]) elements.push_back(type_of(element, depth + 1));
        return Type::tuple(elements);
    }
    if (kind != "object") return {};
    std::vector<std::string_view> optional;
    if (parts.size() > 2)
        for (JsonView name : parts[2]) optional.push_back(name.as_string());
    std::vector<ObjectAttribute> attributes;
    each_member(parts[1], [&](std::string_view name, JsonView inner) {
        attributes.push_back({std::string(name), type_of(inner, depth + 1),
                              std::ranges::find(optional, name) != optional.end()});
    });
    return Type::object(std::move(attributes));
}

Nesting nesting_of(JsonView schema) {
    std::string_view mode = schema["nesting_mode"].as_string();
    return mode == "single"  ? Nesting::Single
           : mode == "group" ? Nesting::Group
           : mode == "set"   ? Nesting::Set
           : mode == "map"   ? Nesting::Map
                             : Nesting::List;
}

std::vector<SchemaAttribute> attributes_of(JsonView attributes, int depth) {
    std::vector<SchemaAttribute> out;
    if (depth > kMaxDepth) return out;
    out.reserve(attributes.size());
    each_member(attributes, [&](std::string_view name, JsonView schema) {
        SchemaAttribute one;
        one.name = name;
        one.documentation = documentation_of(schema);
        struct Word {
            std::string_view name;
            AttributeFlag flag;
        };
        constexpr Word kWords[] = {{"required", kRequired},
                                   {"optional", kOptional},
                                   {"computed", kComputed},
                                   {"sensitive", kSensitive},
                                   {"write_only", kWriteOnly}};
        for (const Word& word : kWords)
            if (flag(schema, word.name)) one.flags |= word.flag;
        if (JsonView nested = schema["nested_type"]; nested.is_object()) {
            one.flags |= kNested;
            one.nesting = nesting_of(nested);
            one.nested = attributes_of(nested["attributes"], depth + 1);
        } else {
            one.type = type_of(schema["type"]);
        }
        out.push_back(std::move(one));
    });
    return out;
}

SchemaBody body_of(JsonView block, int depth) {
    SchemaBody out;
    out.documentation = documentation_of(block);
    if (depth > kMaxDepth) return out;
    out.attributes = attributes_of(block["attributes"], depth);
    each_member(block["block_types"], [&](std::string_view type, JsonView schema) {
        SchemaBlock one;
        one.type = type;
        one.nesting = nesting_of(schema);
        auto count = [&](std::string_view name) {
            return static_cast<std::uint64_t>(std::max<std::int64_t>(schema[name].as_int().value_or(0), 0));
        };
        one.min_items = count("min_items");
        one.max_items = count("max_items");
        one.body = body_of(schema["block"], depth + 1);
        out.blocks.push_back(std::move(one));
    });
    return out;
}

SchemaFunction function_of(JsonView schema) {
    SchemaFunction out;
    out.documentation = documentation_of(schema);
    if (JsonView summary = schema["summary"]; summary.is_string()) {
        std::string text(summary.as_string());
        if (!out.documentation.text.empty()) text += "\n\n" + out.documentation.text;
        out.documentation.text = std::move(text);
    }
    out.result = type_of(schema["return_type"]);
    auto add = [&](JsonView parameter) {
        out.parameters.push_back({std::string(parameter["name"].as_string()),
                                  std::string(parameter["description"].as_string()),
                                  type_of(parameter["type"]), flag(parameter, "is_nullable")});
    };
    for (JsonView parameter : schema["parameters"]) add(parameter);
    if (JsonView rest = schema["variadic_parameter"]; rest.is_object()) {
        add(rest);
        out.is_variadic = true;
    }
    return out;
}

struct Family {
    std::string_view key;   // in the JSON
    std::string_view name;  // in the cache
};
constexpr Family kFamilies[] = {{"resource_schemas", "resource"},
                                {"data_source_schemas", "data"},
                                {"ephemeral_resource_schemas", "ephemeral"},
                                {"action_schemas", "action"},
                                {"list_resource_schemas", "list"},
                                {"state_store_schemas", "state_store"}};

constexpr std::string_view kBuilder = "builder";
constexpr Family kComponents[] = {{"builder_schemas", kBuilder},
                                  {"provisioner_schemas", "provisioner"},
                                  {"post_processor_schemas", "post-processor"},
                                  {"data_source_schemas", "data-source"}};

void add_bodies(SchemaWriter& writer, JsonView schemas, const Family& family) {
    each_member(schemas[family.key], [&](std::string_view name, JsonView schema) {
        // Actions are nested below their kind.
        JsonView block = schema["block"].is_object() ? schema["block"] : schema["unlinked"]["block"];
        if (block.is_object())
            writer.add(family.name, name, body_of_component(family.name, body_of(block, 0)));
    });
}

// `address` as templates have it: "github.com/hashicorp/docker".
PackageSchemas plugin_of(std::string_view address, JsonView plugin) {
    std::string repository(address);
    if (!file_name_of(address).starts_with(kPluginPrefix))
        repository.insert(repository.size() - file_name_of(address).size(), kPluginPrefix);
    const std::string version(plugin["version"].as_string());
    SchemaWriter writer{repository, version};
    for (const Family& family : kComponents) add_bodies(writer, plugin, family);
    const std::size_t count = writer.count();
    return {std::move(repository), version, count, writer.take()};
}

Result<void> allow_count(std::size_t count, std::string_view what) {
    if (count <= limits::stored_providers) return {};
    return fail("this has the schemas of " + counted(count, what) + "; at most " +
                std::to_string(limits::stored_providers) + " are read");
}

}  // namespace

SchemaBody body_of_component(std::string_view family, SchemaBody body) {
    if (family != kBuilder) return body;
    for (SchemaAttribute& one : body.attributes)
        if ((one.flags & kRequired) != 0) one.flags = (one.flags & ~kRequired) | kOptional;
    for (SchemaBlock& one : body.blocks) one.min_items = 0;
    return body;
}

Result<std::vector<PackageSchemas>> read_schemas_of_json(std::string json, std::string_view file_name,
                                                         const bind::PackageVersions& versions) {
    HCL_TRY(lsp::JsonDocument document, lsp::JsonDocument::parse(std::move(json)));
    std::vector<PackageSchemas> out;
    if (JsonView plugins = document.root()["plugin_schemas"]; plugins.is_object()) {
        if (auto allowed = allow_count(plugins.size(), "plugin"); !allowed)
            return std::unexpected(allowed.error());
        each_member(plugins, [&](std::string_view address, JsonView plugin) {
            out.push_back(plugin_of(address, plugin));
        });
        return out;
    }
    JsonView providers = document.root()["provider_schemas"];
    if (!providers.is_object()) {
        if (document.root()["format_version"].is_string())
            return fail("this has no schemas of providers: \"terraform init\" comes first");
        HCL_TRY(PackageSchemas package, read_package_schema(document.root(), file_name));
        return std::vector<PackageSchemas>{std::move(package)};
    }
    if (auto allowed = allow_count(providers.size(), "provider"); !allowed)
        return std::unexpected(allowed.error());
    each_member(providers, [&](std::string_view address, JsonView provider) {
        const auto locked = versions.find(address);
        const std::string version = locked == versions.end() ? "" : locked->second;
        SchemaWriter writer{std::string(address), version};
        if (JsonView own = provider["provider"]["block"]; own.is_object())
            writer.add("provider", "", body_of(own, 0));
        for (const Family& family : kFamilies) add_bodies(writer, provider, family);
        each_member(provider["functions"],
                    [&](std::string_view name, JsonView schema) { writer.add(name, function_of(schema)); });
        std::size_t count = writer.count();
        out.push_back({std::string(address), version, count, writer.take()});
    });
    return out;
}

}  // namespace hcl::server
