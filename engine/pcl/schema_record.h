// Package schemas as data: references to types are kept as tokens, so that types can be
// recursive. These are the records of a schema cache (docs/schema-cache.md); packages.h
// converts them for programs on demand.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hcl::pcl {

// The record families of a cache that holds a package schema.
inline constexpr std::string_view kPackageFamily = "pcl:package";
inline constexpr std::string_view kResourceFamily = "pcl:resource";
inline constexpr std::string_view kTypeFamily = "pcl:type";
inline constexpr std::string_view kFunctionFamily = "pcl:function";
// From a former token of a resource to its token. Such a record is the token, and nothing else.
inline constexpr std::string_view kAliasFamily = "pcl:alias";

// Why the schema of a package cannot be read, in words; then there are no other records.
inline constexpr std::string_view kDamageFamily = "pcl:damage";

// The address prefix of a package in a folder of caches: "pulumi/NAME/VERSION".
inline constexpr std::string_view kAddressRoot = "pulumi/";

struct TypeSpec {
    enum class Kind : std::uint8_t {
        Any,
        String,
        Number,
        Integer,
        Boolean,
        Asset,
        Archive,
        Array,      // of `parts[0]`
        Map,        // of `parts[0]`
        Reference,  // to the object or enum `token`; `parts[0]`, if any, is the fallback if there is no
                    // such type
        Resource,   // any instance of the resource `token`
        Union,      // of `parts`
        Last = Union,
    };
    Kind kind = Kind::Any;
    bool is_plain = false;  // the value must be known, not an output
    std::string token;      // as written
    std::string package;    // of the token, when it is not this package
    std::string version;    // of that package; empty: any
    std::string discriminator;
    std::vector<std::pair<std::string, std::string>> mapping;  // from discriminator value to token
    std::vector<TypeSpec> parts;
};

struct ConstantSpec {
    enum class Kind : std::uint8_t { String, Number, Boolean, Last = Boolean };
    Kind kind = Kind::String;
    std::string text;  // the string, the number as written, "true" or "false"
    bool operator==(const ConstantSpec&) const = default;
};

struct Notes {
    std::string documentation;
    std::string deprecation;  // the message; empty: not deprecated
};

struct PropertySpec {
    std::string name;
    Notes notes;
    TypeSpec type;
    bool is_required = false;
    bool is_secret = false;
    std::optional<ConstantSpec> constant;
};
using PropertySpecs = std::vector<PropertySpec>;

struct EnumMemberSpec {
    std::string name;
    Notes notes;
    ConstantSpec value;
};

// An object type, or an enum when `is_enum` is set.
struct NamedTypeSpec {
    std::string token;
    Notes notes;
    PropertySpecs properties;
    bool is_enum = false;
    TypeSpec underlying;
    std::vector<EnumMemberSpec> members;
};

struct MethodSpec {
    std::string name;
    std::string function;
};

struct ResourceSpec {
    std::string token;
    Notes notes;
    bool is_component = false;
    bool is_provider = false;
    PropertySpecs inputs;
    PropertySpecs outputs;
    PropertySpecs state;  // properties that select an existing resource
    std::vector<MethodSpec> methods;
    std::vector<std::string> aliases;  // former tokens
};

struct FunctionSpec {
    std::string token;
    Notes notes;
    bool has_inputs = false;
    PropertySpecs inputs;
    std::vector<std::string> positional;  // input names in order, when arguments are positional
    bool is_plain = false;                // returns its result directly, not a promise
    std::optional<TypeSpec> result;       // instead of an object of `outputs`
    PropertySpecs outputs;
};

struct PackageSpec {
    std::string name;
    std::string version;
    std::string module_format;  // a regular expression whose first group is the module of a token
    Notes notes;
};

std::string encode(const PackageSpec& spec);
std::string encode(const ResourceSpec& spec);
std::string encode(const NamedTypeSpec& spec);
std::string encode(const FunctionSpec& spec);

// Accept any bytes; empty when they are not such a record.
std::optional<PackageSpec> decode_package(std::string_view record);
std::optional<ResourceSpec> decode_resource(std::string_view record);
std::optional<NamedTypeSpec> decode_type(std::string_view record);
std::optional<FunctionSpec> decode_function(std::string_view record);

}  // namespace hcl::pcl
