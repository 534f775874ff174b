// What a package schema says, in the words of the schema: references to types stay names, so that types may
// hold each other. These are the records of a schema cache (docs/schema-cache.md); packages.h reads them for
// programs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hcl::pcl {

// The families of a cache that holds a package schema.
inline constexpr std::string_view kPackageFamily = "pcl:package";
inline constexpr std::string_view kResourceFamily = "pcl:resource";
inline constexpr std::string_view kTypeFamily = "pcl:type";
inline constexpr std::string_view kFunctionFamily = "pcl:function";

// The address of a package in a folder of caches: "pulumi/NAME/VERSION".
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
        Reference,  // to the object or enum `token`; `parts[0]`, if any, is what it is where no such type
                    // exists
        Resource,   // any instance of the resource `token`
        Union,      // of `parts`
        Last = Union,
    };
    Kind kind = Kind::Any;
    bool is_plain = false;  // the value itself, never one that is only known later
    std::string token;      // as written
    std::string package;    // of the token, when it is another one
    std::string version;    // of that package; empty: any
    std::string discriminator;
    std::vector<std::pair<std::string, std::string>> mapping;  // from the discriminator's value to a token
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
    std::string deprecation;  // what to do instead; empty: not deprecated
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

// An object, or an enum when it has members.
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
    PropertySpecs state;  // that select an existing resource
    std::vector<MethodSpec> methods;
    std::vector<std::string> aliases;  // tokens that it had before
};

struct FunctionSpec {
    std::string token;
    Notes notes;
    bool has_inputs = false;
    PropertySpecs inputs;
    std::vector<std::string> positional;  // names of inputs, when arguments are given by position
    bool is_plain = false;                // it gives its result at once
    std::optional<TypeSpec> result;       // in place of an object of `outputs`
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

// Any bytes in: none when they are no such record.
std::optional<PackageSpec> decode_package(std::string_view record);
std::optional<ResourceSpec> decode_resource(std::string_view record);
std::optional<NamedTypeSpec> decode_type(std::string_view record);
std::optional<FunctionSpec> decode_function(std::string_view record);

}  // namespace hcl::pcl
