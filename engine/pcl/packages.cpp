#include "engine/pcl/packages.h"

#include <algorithm>
#include <set>

#include "engine/base/suggest.h"
#include "engine/language/version_order.h"
#include "engine/pcl/pulumi_schema.h"
#include "engine/value/convert.h"

namespace hcl::pcl {

namespace {

std::optional<Value> value_of(const ConstantSpec& constant) {
    switch (constant.kind) {
        case ConstantSpec::Kind::String:
            return Value::string(constant.text);
        case ConstantSpec::Kind::Boolean:
            return Value::boolean(constant.text == "true");
        case ConstantSpec::Kind::Number:
            if (std::optional<Number> number = number_from_text(constant.text, Rules::spec()))
                return Value::number(*number);
            return std::nullopt;
    }
    return std::nullopt;
}

Type simple_type(TypeSpec::Kind kind) {
    switch (kind) {
        case TypeSpec::Kind::String:
            return Type::string();
        case TypeSpec::Kind::Number:
            return Type::number();
        case TypeSpec::Kind::Integer:
            return Type::integer();
        case TypeSpec::Kind::Boolean:
            return Type::boolean();
        // Archives are accepted wherever assets are.
        case TypeSpec::Kind::Asset:
            return Type::union_of({Type::archive(), Type::asset()});
        case TypeSpec::Kind::Archive:
            return Type::archive();
        default:
            return Type::dynamic();
    }
}

template <typename T>
const T* by_name(const std::vector<T>& list, std::string_view name) {
    auto found = std::ranges::find(list, name, &T::name);
    return found == list.end() ? nullptr : &*found;
}

}  // namespace

const InputDef* find_input(const InputDefs& inputs, std::string_view name) {
    auto found = std::ranges::lower_bound(
        inputs, name, {}, [](const InputDef& one) -> std::string_view { return one.spec->name; });
    return found != inputs.end() && found->spec->name == name ? &*found : nullptr;
}

Type resource_variable(std::vector<Property> properties, std::string_view annotation) {
    // A property with such a name takes precedence.
    properties.insert(properties.begin(),
                      {{"id", Type::output(Type::id())}, {"urn", Type::output(Type::string())}});
    return Type::object(std::move(properties), annotation);
}

bool is_instance_type(const Type& type) {
    const Type object = type.resolved();
    if (!object.is(Kind::Object)) return false;
    if (object.annotation() == kComponentAnnotation) return true;
    return parse_token(object.annotation()) && object.find_property("urn") && object.find_property("id");
}

const PropertySpec* ResourceDef::output(std::string_view name) const {
    return by_name(spec.outputs, name);
}

const MethodSpec* ResourceDef::method(std::string_view name) const {
    return by_name(spec.methods, name);
}

// ---- Package

Package::Package(language::BodySourcePtr source, std::string address, PackageSpec spec, Others others,
                 bool properties_may_be_missing)
    : source_(std::move(source)),
      address_(std::move(address)),
      spec_(std::move(spec)),
      format_(spec_.module_format),
      others_(std::move(others)),
      properties_may_be_missing_(properties_may_be_missing) {}

Package::~Package() = default;

std::shared_ptr<const std::string> Package::record(std::string_view family, std::string_view name) const {
    return source_->native_record({address_, family, name});
}

std::string Package::written_token(std::string_view family, const Token& token) const {
    std::string made = canonical(token);
    const std::string written =
        std::string(token.package) + ":" + std::string(token.module) + ":" + std::string(token.member);
    return written != made && record(family, written) ? written : made;
}

template <typename T, typename Make>
const T* Package::kept(Table<T>& table, const std::string& canonical, const Make& make) const {
    {
        std::lock_guard lock(mutex_);
        if (auto found = table.find(canonical); found != table.end()) return found->second.get();
    }
    // Without the lock, because this may query packages that query this one. If two threads
    // create it, the first is kept.
    std::unique_ptr<const T> made = make();
    // Do not cache missing names: there can be any number of them.
    if (!made) return nullptr;
    std::lock_guard lock(mutex_);
    return table.emplace(canonical, std::move(made)).first->second.get();
}

const NamedTypeSpec* Package::named_type(const std::string& canonical) const {
    return kept(types_, canonical, [&]() -> std::unique_ptr<const NamedTypeSpec> {
        auto bytes = record(kTypeFamily, canonical);
        auto spec = bytes ? decode_type(*bytes) : std::nullopt;
        return spec ? std::make_unique<const NamedTypeSpec>(std::move(*spec)) : nullptr;
    });
}

const ResourceDef* Package::resource(const std::string& canonical) const {
    return kept(resources_, canonical, [&]() -> std::unique_ptr<const ResourceDef> {
        auto bytes = record(kResourceFamily, canonical);
        auto spec = bytes ? decode_resource(*bytes) : std::nullopt;
        if (!spec) return nullptr;
        auto def = std::make_unique<ResourceDef>();
        def->home = this;
        def->spec = std::move(*spec);
        def->canonical = canonical;
        auto fill = [&](InputDefs& to, const PropertySpecs& from) {
            for (const PropertySpec& property : from)
                to.push_back({&property, type_of(property, Shape::Input)});
            std::ranges::sort(to, {}, [](const InputDef& one) -> std::string_view { return one.spec->name; });
        };
        fill(def->inputs, def->spec.inputs);
        fill(def->state, def->spec.state);
        std::vector<Property> properties;
        for (const PropertySpec& property : def->spec.outputs)
            properties.push_back({property.name, Type::output(type_of(property, Shape::Plain))});
        def->variable = resource_variable(std::move(properties), canonical);
        return def;
    });
}

const ResourceDef* Package::renamed_resource(const std::string& canonical) const {
    const auto now = record(kAliasFamily, canonical);
    return now ? resource(*now) : nullptr;
}

const FunctionDef* Package::function(const std::string& canonical) const {
    return kept(functions_, canonical, [&]() -> std::unique_ptr<const FunctionDef> {
        auto bytes = record(kFunctionFamily, canonical);
        auto spec = bytes ? decode_function(*bytes) : std::nullopt;
        if (!spec) return nullptr;
        auto def = std::make_unique<FunctionDef>();
        def->spec = std::move(*spec);
        def->arguments = object_of(def->spec.inputs, Shape::Plain, canonical);
        def->output_arguments = object_of(def->spec.inputs, Shape::Input, canonical);
        def->result = def->spec.result ? type_of(*def->spec.result, Shape::Plain)
                                       : object_of(def->spec.outputs, Shape::Plain, canonical);
        return def;
    });
}

void Package::each_name(std::string_view family, const std::function<void(std::string_view)>& visit) const {
    source_->each_name_of({address_, family, {}}, visit);
}

Type Package::object_of(const PropertySpecs& properties, Shape shape, std::string_view annotation) const {
    std::vector<Property> out;
    out.reserve(properties.size());
    for (const PropertySpec& property : properties) {
        Type type = type_of(property, shape);
        out.push_back({property.name, properties_may_be_missing_ ? Type::optional(type) : std::move(type)});
    }
    return Type::object(std::move(out), annotation);
}

Type Package::type_of(const PropertySpec& property, Shape shape) const {
    Type type = type_of(property.type, shape);
    if (!property.is_required) type = Type::optional(type);
    if (property.constant)
        if (std::optional<Value> value = value_of(*property.constant)) {
            Type own = base_type(property.type, Shape::Plain);
            type = Type::constant(own, *value);
            if (shape == Shape::Input && !property.type.is_plain)
                type = Type::union_of({type, Type::output(own)});
            if (!property.is_required) type = Type::optional(type);
        }
    return type;
}

Type Package::type_of(const TypeSpec& spec, Shape shape) const {
    if (shape == Shape::Plain || spec.is_plain) return base_type(spec, shape);
    return Type::union_of({base_type(spec, Shape::Input), Type::output(base_type(spec, Shape::Plain))});
}

Type Package::base_type(const TypeSpec& spec, Shape shape) const {
    using Form = TypeSpec::Kind;
    auto part = [&](std::size_t i) {
        return i < spec.parts.size() ? type_of(spec.parts[i], shape) : Type::dynamic();
    };
    switch (spec.kind) {
        case Form::Array:
            return Type::list(part(0));
        case Form::Map:
            return Type::map(part(0));
        case Form::Union: {
            std::vector<Type> members;
            members.reserve(spec.parts.size());
            for (std::size_t i = 0; i < spec.parts.size(); ++i) members.push_back(part(i));
            return Type::union_of(std::move(members), spec.discriminator);
        }
        case Form::Reference:
            return type_named(spec, shape);
        case Form::Resource: {
            // A resource that is an input is checked by the Pulumi engine, not here.
            const PackagePtr home = shape == Shape::Plain ? home_of(spec) : nullptr;
            const std::optional<Token> token = parse_token(spec.token);
            if (!home || !token) return Type::unknown();
            return Type::reference(std::weak_ptr<const TypeSource>(home), "r" + home->canonical(*token));
        }
        default:
            return simple_type(spec.kind);
    }
}

PackagePtr Package::home_of(const TypeSpec& spec) const {
    if (spec.package.empty() || spec.package == spec_.name) return shared_from_this();
    return others_(spec.package, spec.version);
}

Type Package::type_named(const TypeSpec& spec, Shape shape) const {
    const PackagePtr home = home_of(spec);
    // Types of a package without a schema are unknown, even if an underlying type is given.
    if (!home) return Type::unknown();
    const std::optional<Token> token = parse_token(spec.token);
    const std::string canonical = token ? home->canonical(*token) : spec.token;
    const NamedTypeSpec* type = home->named_type(canonical);
    if (!type && spec.parts.empty()) return Type::unknown();
    if (!type) return Type::union_of({Type::opaque(spec.token), type_of(spec.parts[0], shape)});
    if (type->is_enum) {
        std::vector<Value> values;
        for (const EnumMemberSpec& member : type->members)
            if (std::optional<Value> value = value_of(member.value)) values.push_back(std::move(*value));
        return Type::enumeration(canonical, simple_type(type->underlying.kind), std::move(values));
    }
    return Type::reference(std::weak_ptr<const TypeSource>(home),
                           (shape == Shape::Input ? "i" : "p") + canonical, shape == Shape::Input);
}

Type Package::type_behind(char what, const std::string& canonical) const {
    if (what == 'r') {
        const ResourceDef* def = resource(canonical);
        return def ? resolve_outputs(def->variable) : Type();
    }
    const NamedTypeSpec* spec = named_type(canonical);
    if (!spec) return {};
    return object_of(spec->properties, what == 'i' ? Shape::Input : Shape::Plain, canonical);
}

Type Package::resolve(std::string_view token) const {
    if (token.empty()) return {};
    {
        std::lock_guard lock(mutex_);
        if (auto found = resolved_.find(token); found != resolved_.end()) return found->second;
    }
    Type type = type_behind(token[0], std::string(token.substr(1)));
    if (type.is_dynamic()) return type;
    std::lock_guard lock(mutex_);
    return resolved_.emplace(std::string(token), std::move(type)).first->second;
}

std::string version_words(const Package& package) {
    return package.version().empty() ? "no version known" : "version " + package.version();
}

void report_unknown_package(Diagnostics& findings, Span span, std::string_view name) {
    add_diagnostic(findings, DiagCode::PclInvalidPackage, span,
                   {"unknown package '" + std::string(name) + "'", "No schema describes it."})
        .severity = Severity::Warning;
}

void report_damaged_package(Diagnostics& findings, Span span, std::string_view name, const std::string& why) {
    add_diagnostic(findings, DiagCode::PclInvalidPackage, span,
                   {std::string(kDamagedTitle) + "'" + std::string(name) + "' cannot be read",
                    why + ". What programs use of the package is not checked."})
        .severity = Severity::Warning;
}

std::string nearest_token(const Package& package, std::string_view family, const std::string& canonical) {
    Suggester suggester(canonical);
    package.each_name(family, [&](std::string_view name) { suggester.offer(name); });
    if (suggester.best().empty()) return {};
    std::string written = suggester.best();
    if (family == kResourceFamily) {
        if (const ResourceDef* near = package.resource(written)) written = near->spec.token;
    } else if (const FunctionDef* near = package.function(written)) {
        written = near->spec.token;
    }
    return written;
}

// ---- Packages

struct Packages::State : std::enable_shared_from_this<State> {
    struct Version {
        std::string version;
        std::string address;
        std::shared_ptr<const Package> package;  // created on first use
        bool is_damaged = false;
        std::string damage;    // why, in words
        bool is_read = false;  // creating it reads no schema
    };
    // Null when there is none; the highest version if `version` is empty.
    Version* version_of(std::string_view name, std::string_view version) {
        auto found = by_name.find(name);
        if (found == by_name.end()) return nullptr;
        for (Version& one : found->second)
            if (version.empty() || one.version == version) return &one;
        return nullptr;
    }

    language::BodySourcePtr source;
    bool properties_may_be_missing = false;
    std::mutex mutex;
    std::map<std::string, std::vector<Version>, std::less<>> by_name;  // highest version first
    PackagePtr own;  // when no schema describes the package "pulumi"

    PackagePtr find(std::string_view name, std::string_view version) {
        std::lock_guard lock(mutex);
        if (name == "pulumi" && !by_name.contains(name)) {
            if (!own) own = open(pulumi_schema(), std::string(kPulumiAddress));
            return own;
        }
        auto found = by_name.find(name);
        if (found == by_name.end()) return nullptr;
        // The highest that can be read.
        for (Version& one : found->second) {
            if (!version.empty() && one.version != version) continue;
            if (!one.package && !one.is_damaged) one.package = open(source, one.address);
            if (one.package) return one.package;
            if (!one.is_damaged)
                if (auto why = source->native_record({one.address, kDamageFamily, ""})) one.damage = *why;
            one.is_damaged = true;
        }
        return nullptr;
    }

    std::string damage(std::string_view name, std::string_view version) {
        if (find(name, version)) return {};
        std::lock_guard lock(mutex);
        const Version* one = version_of(name, version);
        return one ? one->damage : std::string();
    }

    bool is_read(std::string_view name, std::string_view version) {
        std::lock_guard lock(mutex);
        const Version* one = version_of(name, version);
        return !one || one->is_read || one->package || one->is_damaged;
    }

    PackagePtr open(const language::BodySourcePtr& from, const std::string& address) {
        auto bytes = from->native_record({address, kPackageFamily, ""});
        std::optional<PackageSpec> spec = bytes ? decode_package(*bytes) : std::nullopt;
        if (!spec) return nullptr;
        std::weak_ptr<State> self = weak_from_this();
        return std::make_shared<const Package>(
            from, address, std::move(*spec),
            [self](std::string_view name, std::string_view version) -> PackagePtr {
                auto state = self.lock();
                if (!state) return nullptr;
                PackagePtr exact = state->find(name, version);
                return exact ? exact : state->find(name, {});
            },
            properties_may_be_missing);
    }
};

Packages::Packages(language::BodySourcePtr source, bool properties_may_be_missing)
    : state_(std::make_shared<State>()) {
    state_->source = std::move(source);
    state_->properties_may_be_missing = properties_may_be_missing;
    if (!state_->source) return;
    // Excludes packages that are only read on demand.
    std::set<std::string, std::less<>> read;
    state_->source->each_name(kPackageFamily, nullptr, [&](std::string_view address, std::string_view) {
        if (address.starts_with(kAddressRoot)) read.emplace(address);
    });
    state_->source->each_package([&](std::string_view address) {
        if (!address.starts_with(kAddressRoot)) return;
        std::string_view rest = address.substr(kAddressRoot.size());
        const std::size_t slash = rest.find('/');
        if (slash == std::string_view::npos) return;
        state_->by_name[std::string(rest.substr(0, slash))].push_back({std::string(rest.substr(slash + 1)),
                                                                       std::string(address),
                                                                       nullptr,
                                                                       false,
                                                                       {},
                                                                       read.contains(address)});
    });
    for (auto& [name, versions] : state_->by_name)
        std::ranges::stable_sort(versions, [](const State::Version& a, const State::Version& b) {
            return language::compare_versions(a.version, b.version) > 0;
        });
}

Packages::~Packages() = default;

PackagePtr Packages::find(std::string_view name, std::string_view version) const {
    return state_->find(name, version);
}

std::string Packages::damage(std::string_view name, std::string_view version) const {
    return state_->damage(name, version);
}

bool Packages::is_read(std::string_view name, std::string_view version) const {
    return state_->is_read(name, version);
}

void Packages::each_name(const std::function<void(std::string_view)>& visit) const {
    // The set of names never changes after construction.
    for (const auto& [name, versions] : state_->by_name) visit(name);
    if (!state_->by_name.contains("pulumi")) visit("pulumi");
}

}  // namespace hcl::pcl
