// The packages that programs use. Their schemas become types lazily,
// from the records of the schema caches.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/language/body_source.h"
#include "engine/pcl/schema_record.h"
#include "engine/pcl/token.h"
#include "engine/pcl/type.h"
#include "engine/source/diagnostic.h"

namespace hcl::pcl {

class Package;

struct InputDef {
    const PropertySpec* spec = nullptr;
    Type type;  // the type of accepted values; null is accepted too when not required
};
using InputDefs = std::vector<InputDef>;  // by name
const InputDef* find_input(const InputDefs& inputs, std::string_view name);

struct ResourceDef {
    const Package* home = nullptr;  // owns it
    ResourceSpec spec;
    std::string canonical;  // "mock::Bucket"
    InputDefs inputs;
    InputDefs state;  // properties that `read` accepts in addition to the id
    Type variable;    // the type of a variable that names such a resource

    const InputDef* input(std::string_view name) const { return find_input(inputs, name); }
    const PropertySpec* output(std::string_view name) const;
    const MethodSpec* method(std::string_view name) const;
};

// The type of a variable that names a resource with these properties.
Type resource_variable(std::vector<Property> properties, std::string_view annotation = {});

// The annotation of the types of components that are folders.
inline constexpr std::string_view kComponentAnnotation = "component";
// Whether values of the type are instances of a resource or component.
bool is_instance_type(const Type& type);

struct FunctionDef {
    FunctionSpec spec;
    Type arguments;         // an object of plain values
    Type output_arguments;  // the same, but outputs are accepted
    Type result;            // without the promise or output around it
};

class Package final : public TypeSource, public std::enable_shared_from_this<Package> {
  public:
    // Finds another package that a reference names; null when it is unknown.
    using Others =
        std::function<std::shared_ptr<const Package>(std::string_view name, std::string_view version)>;

    // When properties may be missing, those of objects are optional (see Packages).
    Package(language::BodySourcePtr source, std::string address, PackageSpec spec, Others others,
            bool properties_may_be_missing);
    ~Package() override;

    const std::string& name() const { return spec_.name; }
    const std::string& version() const { return spec_.version; }
    std::string canonical(const Token& token) const { return format_.canonical(spec_.name, token); }
    // The canonical token of a resource or function that a program writes: "aws:s3:Bucket" is canonical
    // itself, though the module "s3" is none that the package's format describes.
    std::string written_token(std::string_view family, const Token& token) const;

    // By canonical token; null when there is none. The results live as long as the package.
    const ResourceDef* resource(const std::string& canonical) const;
    // The resource that formerly had this token.
    const ResourceDef* renamed_resource(const std::string& canonical) const;
    const FunctionDef* function(const std::string& canonical) const;
    const NamedTypeSpec* named_type(const std::string& canonical) const;
    // The canonical tokens of a family (schema_record.h).
    void each_name(std::string_view family, const std::function<void(std::string_view)>& visit) const;

    enum class Shape : std::uint8_t {
        Plain,  // plain values only
        Input,  // outputs are accepted too
    };
    Type type_of(const TypeSpec& spec, Shape shape) const;
    Type type_of(const PropertySpec& property, Shape shape) const;
    // The package that a type is of; null when nothing is known of it.
    std::shared_ptr<const Package> home_of(const TypeSpec& spec) const;
    // "i" or "p" for the shape and the canonical token of an object, or "r" and that of a resource.
    Type resolve(std::string_view token) const override;

  private:
    template <typename T>
    using Table = std::map<std::string, std::unique_ptr<const T>, std::less<>>;

    Type base_type(const TypeSpec& spec, Shape shape) const;
    Type type_named(const TypeSpec& spec, Shape shape) const;
    Type type_behind(char what, const std::string& canonical) const;
    Type object_of(const PropertySpecs& properties, Shape shape, std::string_view annotation) const;
    std::shared_ptr<const std::string> record(std::string_view family, std::string_view name) const;
    // Created by the first call; null when there is none.
    template <typename T, typename Make>
    const T* kept(Table<T>& table, const std::string& canonical, const Make& make) const;

    language::BodySourcePtr source_;
    std::string address_;
    PackageSpec spec_;
    ModuleFormat format_;
    Others others_;
    bool properties_may_be_missing_;
    mutable std::mutex mutex_;
    mutable Table<ResourceDef> resources_;
    mutable Table<FunctionDef> functions_;
    mutable Table<NamedTypeSpec> types_;
    mutable std::map<std::string, Type, std::less<>> resolved_;
};
using PackagePtr = std::shared_ptr<const Package>;

// For reports: "version 1.2.3".
std::string version_words(const Package& package);
// Reports that a package has no schema, as the reference implementation does.
void report_unknown_package(Diagnostics& findings, Span span, std::string_view name);
// Reports that the schema of a package cannot be read, and why.
inline constexpr std::string_view kDamagedTitle = "the schema of package ";
void report_damaged_package(Diagnostics& findings, Span span, std::string_view name, const std::string& why);
// The token of the resource type or function that is nearest to a canonical one, as the schema writes it; may
// be empty.
std::string nearest_token(const Package& package, std::string_view family, const std::string& canonical);

// All packages of a source. Thread-safe.
class Packages {
  public:
    // Without a source only the built-in package "pulumi" exists. When properties may be missing, the
    // required properties of objects are optional.
    explicit Packages(language::BodySourcePtr source, bool properties_may_be_missing = false);
    ~Packages();

    // The highest version if `version` is empty. Null when the package is unknown.
    PackagePtr find(std::string_view name, std::string_view version = {}) const;
    // Why the schema of a package that find() lacks cannot be read, in words; empty when there is none.
    std::string damage(std::string_view name, std::string_view version = {}) const;
    // Whether find() gives it without reading a schema for the first time, which can have hundreds of
    // megabytes.
    bool is_read(std::string_view name, std::string_view version = {}) const;
    // Names of the known packages, sorted.
    void each_name(const std::function<void(std::string_view)>& visit) const;

  private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace hcl::pcl
