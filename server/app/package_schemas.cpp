#include "server/app/package_schemas.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "engine/base/path.h"
#include "engine/pcl/schema_record.h"
#include "engine/pcl/token.h"
#include "engine/schemas/schema_writer.h"
#include "protocol/uri.h"
#include "server/app/json_members.h"

namespace hcl::server {

namespace {

using lsp::JsonKind;
using lsp::JsonView;
using namespace pcl;

constexpr int kDeepestType = 60;
constexpr std::string_view kJson = ".json";

std::string text(JsonView value) {
    return std::string(value.as_string());
}

Notes notes_of(JsonView schema) {
    return {text(schema["description"]), text(schema["deprecationMessage"])};
}

TypeSpec spec_of(JsonView schema, int depth);

TypeSpec plain_type(std::string_view name) {
    using Kind = TypeSpec::Kind;
    TypeSpec type;
    type.kind = name == "string"    ? Kind::String
                : name == "number"  ? Kind::Number
                : name == "integer" ? Kind::Integer
                : name == "boolean" ? Kind::Boolean
                                    : Kind::Any;
    return type;
}

// "#/types/TOKEN", "/PACKAGE/vVERSION/schema.json#/resources/TOKEN", "pulumi.json#/Asset"
TypeSpec reference(JsonView schema, int depth) {
    using Kind = TypeSpec::Kind;
    TypeSpec type;
    std::string_view ref = schema["$ref"].as_string();
    const std::size_t hash = ref.find('#');
    if (hash == std::string_view::npos) return type;
    std::string_view document = ref.substr(0, hash);
    std::string_view path = ref.substr(hash + 1);
    if (document == "pulumi.json") {
        if (path == "/Asset") type.kind = Kind::Asset;
        if (path == "/Archive") type.kind = Kind::Archive;
        return type;
    }
    if (path.starts_with("/types/")) {
        type.kind = Kind::Reference;
        type.token = lsp::percent_decoded(path.substr(7));
        // The type to use when the reference cannot be resolved.
        if (schema["type"].is_string() && depth < kDeepestType)
            type.parts.push_back(plain_type(schema["type"].as_string()));
    } else if (path.starts_with("/resources/")) {
        type.kind = Kind::Resource;
        type.token = lsp::percent_decoded(path.substr(11));
    } else if (path == "/provider") {
        type.kind = Kind::Resource;
    } else {
        return type;
    }
    if (document.starts_with('/')) {
        document.remove_prefix(1);
        const std::size_t slash = document.find('/');
        type.package = lsp::percent_decoded(document.substr(0, slash));
        document.remove_prefix(slash == std::string_view::npos ? document.size() : slash + 1);
        if (document.starts_with('v'))
            type.version = lsp::percent_decoded(document.substr(1, document.find('/') - 1));
    }
    return type;
}

TypeSpec spec_of(JsonView schema, int depth) {
    using Kind = TypeSpec::Kind;
    TypeSpec type;
    if (depth > kDeepestType) return type;
    if (JsonView alternatives = schema["oneOf"]; alternatives.is_array()) {
        type.kind = Kind::Union;
        for (JsonView one : alternatives) type.parts.push_back(spec_of(one, depth + 1));
        JsonView discriminator = schema["discriminator"];
        type.discriminator = text(discriminator["propertyName"]);
        each_member(discriminator["mapping"], [&](std::string_view value, JsonView target) {
            std::string_view ref = target.as_string();
            const std::size_t slash = ref.find("/types/");
            if (slash != std::string_view::npos)
                type.mapping.emplace_back(value, lsp::percent_decoded(ref.substr(slash + 7)));
        });
    } else if (schema["$ref"].is_string()) {
        type = reference(schema, depth);
    } else if (std::string_view name = schema["type"].as_string(); name == "array") {
        type.kind = Kind::Array;
        type.parts.push_back(spec_of(schema["items"], depth + 1));
    } else if (name == "object") {
        type.kind = Kind::Map;
        JsonView elements = schema["additionalProperties"];
        type.parts.push_back(elements.is_object() ? spec_of(elements, depth + 1) : plain_type("string"));
    } else {
        type = plain_type(name);
    }
    type.is_plain = flag(schema, "plain");
    return type;
}

std::optional<ConstantSpec> constant_of(JsonView value) {
    using Kind = ConstantSpec::Kind;
    switch (value.kind()) {
        case JsonKind::String:
            return ConstantSpec{Kind::String, text(value)};
        case JsonKind::Number:
            return ConstantSpec{Kind::Number, value.to_text()};
        case JsonKind::Boolean:
            return ConstantSpec{Kind::Boolean, value.to_text()};
        default:
            return std::nullopt;
    }
}

// `required`: the names of required properties.
PropertySpecs properties_of(JsonView properties, JsonView required) {
    std::vector<std::string_view> names;
    if (required.is_array())
        for (JsonView name : required) names.push_back(name.as_string());
    std::ranges::sort(names);
    PropertySpecs out;
    out.reserve(properties.size());
    each_member(properties, [&](std::string_view name, JsonView schema) {
        PropertySpec& one = out.emplace_back();
        one.name = name;
        one.notes = notes_of(schema);
        one.type = spec_of(schema, 0);
        one.is_required = std::ranges::binary_search(names, name);
        one.is_secret = flag(schema, "secret");
        one.constant = constant_of(schema["const"]);
    });
    return out;
}

ResourceSpec resource_of(std::string_view token, JsonView schema) {
    ResourceSpec out;
    out.token = token;
    out.notes = notes_of(schema);
    out.is_component = flag(schema, "isComponent");
    out.inputs = properties_of(schema["inputProperties"], schema["requiredInputs"]);
    out.outputs = properties_of(schema["properties"], schema["required"]);
    out.state = properties_of(schema["stateInputs"]["properties"], schema["stateInputs"]["required"]);
    each_member(schema["methods"], [&](std::string_view name, JsonView function) {
        out.methods.push_back({std::string(name), text(function)});
    });
    if (JsonView aliases = schema["aliases"]; aliases.is_array())
        for (JsonView alias : aliases)
            if (std::string type = text(alias.is_object() ? alias["type"] : alias); !type.empty())
                out.aliases.push_back(std::move(type));
    return out;
}

NamedTypeSpec named_type(std::string_view token, JsonView schema) {
    NamedTypeSpec out;
    out.token = token;
    out.notes = notes_of(schema);
    JsonView members = schema["enum"];
    out.is_enum = members.is_array();
    if (!out.is_enum) {
        out.properties = properties_of(schema["properties"], schema["required"]);
        return out;
    }
    out.underlying = plain_type(schema["type"].as_string());
    for (JsonView member : members)
        if (std::optional<ConstantSpec> value = constant_of(member["value"]))
            out.members.push_back({text(member["name"]), notes_of(member), std::move(*value)});
    return out;
}

FunctionSpec function_of(std::string_view token, JsonView schema) {
    FunctionSpec out;
    out.token = token;
    out.notes = notes_of(schema);
    JsonView inputs = schema["inputs"];
    out.has_inputs = inputs.is_object();
    out.inputs = properties_of(inputs["properties"], inputs["required"]);
    if (JsonView names = schema["multiArgumentInputs"]; names.is_array())
        for (JsonView name : names) out.positional.push_back(text(name));
    // Newer schemas have `returnType`, older ones `outputs`; either can be an object or any other type.
    JsonView outputs = schema["returnType"].is_object() ? schema["returnType"] : schema["outputs"];
    out.is_plain = flag(outputs, "plain") || flag(schema, "plain");
    if (outputs["properties"].is_object())
        out.outputs = properties_of(outputs["properties"], outputs["required"]);
    else if (outputs.is_object() &&
             (outputs["type"].as_string() != "object" || outputs["additionalProperties"].is_object()))
        out.result = spec_of(outputs, 0);
    return out;
}

// "random-4.11.2.json": version "4.11.2" of the package "random".
std::string version_in_name(std::string_view file, std::string_view package) {
    file = file_name_of(file);
    if (file.ends_with(kJson)) file.remove_suffix(kJson.size());
    if (!file.starts_with(package) || !file.substr(package.size()).starts_with('-')) return {};
    return std::string(file.substr(package.size() + 1));
}

}  // namespace

PackageSchemas damaged_package(const std::string& address, const std::string& reason) {
    schemas::SchemaWriter writer{address, address.substr(address.rfind('/') + 1)};
    writer.add_record(kDamageFamily, "", reason);
    return {address, "", 0, writer.take()};
}

std::optional<std::string> package_address_in_name(std::string_view file) {
    file = file_name_of(file);
    const std::size_t ending = file.rfind('.');
    if (ending == std::string_view::npos) return std::nullopt;
    const std::string_view stem = file.substr(0, ending);
    if (file.substr(ending) != kJson) {
        // "pulumi+random+4.11.2.hclschema"
        std::string address(stem);
        std::ranges::replace(address, '+', '/');
        return address.starts_with(kAddressRoot) ? std::optional(address) : std::nullopt;
    }
    for (std::size_t dash = stem.find('-'); dash != std::string_view::npos; dash = stem.find('-', dash + 1))
        if (dash > 0 && dash + 1 < stem.size() && stem[dash + 1] >= '0' && stem[dash + 1] <= '9')
            return std::string(kAddressRoot) + std::string(stem.substr(0, dash)) + "/" +
                   std::string(stem.substr(dash + 1));
    return std::nullopt;
}

Result<PackageSchemas> read_package_schema(JsonView root, std::string_view file) {
    PackageSpec package;
    package.name = text(root["name"]);
    const bool has_any = root["resources"].is_object() || root["functions"].is_object() ||
                         root["types"].is_object() || root["provider"].is_object() ||
                         root["version"].is_string();
    if (package.name.empty() || package.name.find('/') != std::string::npos || !has_any)
        return fail(
            "this is neither the output of \"terraform providers schema -json\" nor a package schema of "
            "Pulumi, which has a \"name\" and \"resources\"");
    package.version = text(root["version"]);
    if (package.version.empty()) package.version = version_in_name(file, package.name);
    if (package.version.starts_with('v')) package.version.erase(0, 1);
    package.module_format = text(root["meta"]["moduleFormat"]);
    package.notes = notes_of(root);

    const ModuleFormat format(package.module_format);
    const std::string address =
        std::string(kAddressRoot) + package.name + "/" + (package.version.empty() ? "0" : package.version);
    schemas::SchemaWriter writer{address, package.version};
    auto name_of = [&](std::string_view written) {
        std::optional<Token> token = parse_token(written);
        return token ? format.canonical(package.name, *token) : std::string(written);
    };
    writer.add_record(kPackageFamily, "", encode(package));
    std::map<std::string, std::string> former;  // tokens, and those that replace them
    std::set<std::string> current;
    each_member(root["resources"], [&](std::string_view token, JsonView schema) {
        const ResourceSpec resource = resource_of(token, schema);
        const std::string name = name_of(token);
        for (const std::string& alias : resource.aliases)
            if (auto old = parse_token(alias); old && old->package == package.name)
                former.emplace(name_of(alias), name);
        writer.add_record(kResourceFamily, name, encode(resource));
        current.insert(name);
    });
    for (const auto& [alias, name] : former)
        if (!current.contains(alias)) writer.add_record(kAliasFamily, alias, name);
    ResourceSpec provider = resource_of("pulumi:providers:" + package.name, root["provider"]);
    provider.is_provider = true;
    writer.add_record(kResourceFamily, provider.token, encode(provider));
    each_member(root["types"], [&](std::string_view token, JsonView schema) {
        writer.add_record(kTypeFamily, name_of(token), encode(named_type(token, schema)));
    });
    each_member(root["functions"], [&](std::string_view token, JsonView schema) {
        writer.add_record(kFunctionFamily, name_of(token), encode(function_of(token, schema)));
    });
    const std::size_t count = writer.count();
    return PackageSchemas{address, package.version, count, writer.take()};
}

}  // namespace hcl::server
