#include "engine/pcl/schema_record.h"

#include <concepts>
#include <type_traits>

#include "engine/schemas/format.h"

namespace hcl::pcl {

namespace {

using schemas::ByteReader;
using schemas::ByteWriter;
using schemas::kMaxDepth;

// One description of each record serves both directions: `Out` writes the visited
// members and `In` reads them.
struct Out {
    ByteWriter& bytes;

    void operator()(const std::string& text) { bytes.text(text); }
    void operator()(const bool& flag) { bytes.number(flag ? 1 : 0); }
    template <typename Enum>
        requires std::is_enum_v<Enum>
    void operator()(const Enum& word) {
        bytes.number(static_cast<std::uint64_t>(word));
    }
    template <typename T>
    void operator()(const std::vector<T>& list) {
        bytes.number(list.size());
        for (const T& one : list) item(one);
    }
    template <typename T>
    void operator()(const std::optional<T>& maybe) {
        bytes.number(maybe ? 1 : 0);
        if (maybe) item(*maybe);
    }
    void item(const std::string& text) { bytes.text(text); }
    template <typename T>
    void item(const T& one) {
        each_field(*this, one);
    }
};

struct In {
    ByteReader& bytes;
    int depth = 0;
    bool failed = false;

    void operator()(std::string& text) { text = bytes.text(); }
    void operator()(bool& flag) { flag = bytes.number() != 0; }
    template <typename Enum>
        requires std::is_enum_v<Enum>
    void operator()(Enum& word) {
        std::uint64_t number = bytes.number();
        if (number > static_cast<std::uint64_t>(Enum::Last)) failed = true;
        word = failed ? Enum{} : static_cast<Enum>(number);
    }
    template <typename T>
    void operator()(std::vector<T>& list) {
        for (std::uint32_t n = bytes.count(); n > 0 && is_well(); --n) item(list.emplace_back());
    }
    template <typename T>
    void operator()(std::optional<T>& maybe) {
        if (bytes.number() != 0) item(maybe.emplace());
    }
    void item(std::string& text) { text = bytes.text(); }
    template <typename T>
    void item(T& one) {
        if (++depth > kMaxDepth) failed = true;
        if (is_well()) each_field(*this, one);
        --depth;
    }
    bool is_well() const { return !failed && !bytes.failed(); }
};

// ---- The fields of each record, in the order of their bytes

template <typename T, typename U>
concept Is = std::same_as<std::remove_const_t<T>, U>;

template <typename Visit, Is<Notes> T>
void each_field(Visit& visit, T& notes) {
    visit(notes.documentation);
    visit(notes.deprecation);
}

template <typename Visit, Is<std::pair<std::string, std::string>> T>
void each_field(Visit& visit, T& pair) {
    visit(pair.first);
    visit(pair.second);
}

template <typename Visit, Is<TypeSpec> T>
void each_field(Visit& visit, T& type) {
    using Form = TypeSpec::Kind;
    visit(type.kind);
    visit(type.is_plain);
    if (type.kind == Form::Reference || type.kind == Form::Resource) {
        visit(type.token);
        visit(type.package);
        visit(type.version);
    }
    if (type.kind == Form::Union) {
        visit(type.discriminator);
        visit(type.mapping);
    }
    if (type.kind == Form::Union || type.kind == Form::Array || type.kind == Form::Map ||
        type.kind == Form::Reference)
        visit(type.parts);
}

template <typename Visit, Is<ConstantSpec> T>
void each_field(Visit& visit, T& constant) {
    visit(constant.kind);
    visit(constant.text);
}

template <typename Visit, Is<PropertySpec> T>
void each_field(Visit& visit, T& property) {
    visit(property.name);
    visit.item(property.notes);
    visit.item(property.type);
    visit(property.is_required);
    visit(property.is_secret);
    visit(property.constant);
}

template <typename Visit, Is<EnumMemberSpec> T>
void each_field(Visit& visit, T& member) {
    visit(member.name);
    visit.item(member.notes);
    visit.item(member.value);
}

template <typename Visit, Is<NamedTypeSpec> T>
void each_field(Visit& visit, T& type) {
    visit(type.token);
    visit.item(type.notes);
    visit(type.properties);
    visit(type.is_enum);
    if (!type.is_enum) return;
    visit.item(type.underlying);
    visit(type.members);
}

template <typename Visit, Is<MethodSpec> T>
void each_field(Visit& visit, T& method) {
    visit(method.name);
    visit(method.function);
}

template <typename Visit, Is<ResourceSpec> T>
void each_field(Visit& visit, T& resource) {
    visit(resource.token);
    visit.item(resource.notes);
    visit(resource.is_component);
    visit(resource.is_provider);
    visit(resource.inputs);
    visit(resource.outputs);
    visit(resource.state);
    visit(resource.methods);
    visit(resource.aliases);
}

template <typename Visit, Is<FunctionSpec> T>
void each_field(Visit& visit, T& function) {
    visit(function.token);
    visit.item(function.notes);
    visit(function.has_inputs);
    visit(function.inputs);
    visit(function.positional);
    visit(function.is_plain);
    visit(function.result);
    visit(function.outputs);
}

template <typename Visit, Is<PackageSpec> T>
void each_field(Visit& visit, T& package) {
    visit(package.name);
    visit(package.version);
    visit(package.module_format);
    visit.item(package.notes);
}

template <typename T>
std::string encoded(const T& spec) {
    ByteWriter bytes;
    Out out{bytes};
    each_field(out, spec);
    return bytes.take();
}

template <typename T>
std::optional<T> decoded(std::string_view record) {
    ByteReader bytes(record);
    In in{bytes};
    T spec;
    each_field(in, spec);
    if (!in.is_well() || !bytes.at_end()) return std::nullopt;
    return spec;
}

}  // namespace

std::string encode(const PackageSpec& spec) {
    return encoded(spec);
}
std::string encode(const ResourceSpec& spec) {
    return encoded(spec);
}
std::string encode(const NamedTypeSpec& spec) {
    return encoded(spec);
}
std::string encode(const FunctionSpec& spec) {
    return encoded(spec);
}

std::optional<PackageSpec> decode_package(std::string_view record) {
    return decoded<PackageSpec>(record);
}
std::optional<ResourceSpec> decode_resource(std::string_view record) {
    return decoded<ResourceSpec>(record);
}
std::optional<NamedTypeSpec> decode_type(std::string_view record) {
    return decoded<NamedTypeSpec>(record);
}
std::optional<FunctionSpec> decode_function(std::string_view record) {
    return decoded<FunctionSpec>(record);
}

}  // namespace hcl::pcl
