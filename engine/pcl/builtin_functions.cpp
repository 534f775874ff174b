#include "engine/pcl/builtin_functions.h"

#include <algorithm>

#include "engine/base/counted.h"
#include "engine/pcl/convert.h"
#include "engine/pcl/traverse.h"
#include "engine/pcl/unify.h"

namespace hcl::pcl {

namespace {

struct Context {
    const Functions& functions;
    const Call& call;
    Diagnostics& findings;

    std::size_t count() const { return call.arguments.size(); }
    bool has(std::size_t index) const { return index < call.arguments.size(); }
    const Type& type(std::size_t index) const { return call.arguments[index].type; }
    // The argument's type if there is exactly one.
    Type only() const { return count() == 1 ? type(0) : Type(); }

    void report(DiagCode code, Span span, std::initializer_list<std::string_view> arguments) const {
        add_diagnostic(findings, code, span, arguments);
    }
    // The type of one of several values: it can be another than the constants that are known.
    Type one_of(std::span<const Type> types) const {
        const Type common = common_types(types).unsafe;
        return call.is_reference ? common : widened(common);
    }
    // Returns the type of what is in the argument.
    Type wrong_first(std::string_view wanted) const {
        if (may_be_anything(type(0))) return Type::unknown();
        report(DiagCode::PclWrongFirstArgument, call.arguments[0].span,
               {call.name, wanted, call.is_reference ? type(0).to_pretty() : in_short(type(0))});
        return {};
    }
    // The caller reports missing and further arguments; the reference reports both.
    void wrong_count(std::string_view sentence) const {
        if (!call.is_reference) return;
        report(DiagCode::PclArgumentCount, call.span, {call.name, sentence, counted(count(), "argument")});
    }
};

Type output_if(bool is_eventual, const Type& type) {
    return is_eventual ? Type::output(type) : type;
}

Signature element(const Context& c) {
    Type list, result;
    if (c.has(0)) {
        const Type inner = resolve_outputs(c.type(0)).resolved();
        if (inner.is(Kind::List)) {
            list = c.type(0);
            result = inner.element();
        } else if (inner.is(Kind::Tuple)) {
            list = c.type(0);
            result = c.one_of(inner.elements());
        } else if (!c.call.skips_range_types || may_be_anything(inner)) {
            result = c.wrong_first("a list or tuple");
        }
    }
    return {{{"list", list}, {"index", Type::integer()}}, {}, output_if(list.may_be_eventual(), result)};
}

Signature entries(const Context& c) {
    IterationTypes types;
    if (c.count() == 1) types = iteration_types(resolve_outputs(c.type(0)));
    if (types.problem) {
        const auto words = c.call.is_reference ? types.problem->arguments : types.problem->readable();
        Diagnostic& d = add_diagnostic(c.findings, types.problem->code, c.call.arguments[0].span, {words[0]});
        if (c.call.skips_range_types) d.severity = Severity::Warning;
    }
    const Type list = Type::list(Type::object({{"key", types.key}, {"value", types.value}}));
    return {{{"collection", Type()}}, {}, output_if(c.has(0) && c.type(0).may_be_eventual(), list)};
}

Signature length(const Context& c) {
    Type value;
    if (c.has(0)) {
        value = c.type(0);
        const Type inner = without_none(resolve_outputs(value)).resolved();
        const bool is_measured = inner.is(Kind::List) || inner.is(Kind::Map) || inner.is(Kind::Object) ||
                                 inner.is(Kind::Tuple) || is_convertible(Type::string(), inner);
        if (!is_measured) c.wrong_first("a list, map, object, tuple, or string");
    }
    return {{{"value", value}}, {}, output_if(value.may_be_eventual(), Type::integer())};
}

Signature lookup(const Context& c) {
    Type map, found;
    bool is_eventual = false;
    if (c.has(0)) {
        is_eventual = c.type(0).may_be_eventual();
        const Type inner = resolve_outputs(c.type(0)).resolved();
        if (inner.is(Kind::Map)) {
            map = inner;
            found = inner.element();
        } else if (inner.is(Kind::Object)) {
            map = inner;
            const std::vector<Type> types = property_types(inner);
            if (types.empty())
                c.wrong_first("a map");  // the map has no entries to find
            else
                found = c.one_of(types);
        } else {
            found = c.wrong_first("a map");
        }
    }
    return {{{"map", map}, {"key", Type::string()}, {"default", Type::optional(found)}},
            {},
            output_if(is_eventual, found)};
}

Signature secret(const Context& c) {
    return {{{"value", c.only()}}, {}, Type::output(c.only())};
}

Signature to_json(const Context& c) {
    if (c.count() != 1) c.wrong_count("expects exactly one argument");
    return {{{"value", Type()}}, {}, output_if(c.only().may_be_eventual(), Type::string())};
}

Signature single_or_none(const Context& c) {
    const Type value = c.only();
    if (c.count() != 1) c.wrong_count("only expects one argument");
    const Type inner = resolve_outputs(value).resolved();
    Type found;
    if (inner.is(Kind::List))
        found = inner.element();
    else if (inner.is(Kind::Tuple))
        found = inner.elements().empty() ? Type() : inner.elements()[0];
    else
        found = inner.is_dynamic() ? inner : c.wrong_first("a list or tuple");
    return {{{"value", value}}, {}, output_if(value.may_be_eventual(), Type::optional(found))};
}

Signature try_(const Context& c) {
    if (c.count() == 0)
        c.report(DiagCode::PclArgumentCount, c.call.span,
                 {c.call.name, "expects at least one argument", "0 arguments"});
    Signature signature;
    std::vector<Type> types;
    bool is_lifted = false;
    bool has_dynamic = false;
    bool has_unknown = false;
    for (const Argument& argument : c.call.arguments) {
        signature.parameters.push_back({"arg" + std::to_string(types.size()), argument.type});
        types.push_back(argument.type);
        has_dynamic = has_dynamic || argument.type.is_dynamic();
        has_unknown = has_unknown || argument.type.is_unknown();
        is_lifted = is_lifted || argument.type.may_be_eventual();
    }
    const Type found = has_unknown ? Type::unknown() : has_dynamic ? Type() : common_types(types).safe;
    signature.result = output_if(is_lifted || has_dynamic, found);
    return signature;
}

Signature can(const Context& c) {
    if (c.count() != 1) c.wrong_count("expects exactly one argument");
    const Type value = c.only();
    const Type whole = value.resolved();
    const bool is_output = whole.is(Kind::Output) ||
                           (whole.is(Kind::Union) && std::ranges::any_of(whole.members(), [](const Type& m) {
                                return m.is(Kind::Output);
                            }));
    return {{{"arg", value}},
            {},
            output_if(is_output || value.is_dynamic() || value.contains_unknown(), Type::boolean())};
}

Signature recover(const Context& c) {
    if (c.count() != 2) c.wrong_count("expects exactly two arguments");
    const Type value = c.has(0) ? c.type(0) : Type();
    const Type recovery = c.has(1) ? c.type(1) : Type();
    if (c.has(0) && !value.is(Kind::Output)) c.wrong_first("an output");
    const Type both[] = {resolve_outputs(value), resolve_outputs(recovery)};
    return {{{"value", value}, {"recovery", recovery}}, {}, Type::output(common_types(both).safe)};
}

Signature min_max(const Context& c) {
    const bool has_number = std::ranges::any_of(
        c.call.arguments, [](const Argument& a) { return resolve_outputs(a.type) == Type::number(); });
    const Type type = has_number ? Type::number() : Type::integer();
    return {{{"first", type}}, Parameter{"rest", type}, type};
}

Signature of_resource(const Context& c) {
    const Signature any{{{"resource", Type()}}, {}, Type::string()};
    if (c.count() != 1) {
        c.report(DiagCode::PclResourceArgumentCount, c.has(0) ? c.call.arguments[0].span : c.call.span,
                 {c.call.name});
        if (c.call.is_reference) return {};
        return {{}, Parameter{"resource", Type()}, Type::string()};
    }
    if (!c.functions.is_resource(c.type(0)) && !may_be_anything(c.type(0))) {
        c.report(DiagCode::PclResourceArgument, c.call.arguments[0].span, {c.call.name});
        return c.call.is_reference ? Signature() : any;
    }
    return {{{"resource", c.type(0)}}, {}, Type::string()};
}

// Functions with a fixed signature, in type notation.
Signature from_path(const Context&) {
    return {{{"path", Type::string()}}, {}, Type::string()};
}
Signature from_value(const Context&) {
    return {{{"value", Type::string()}}, {}, Type::string()};
}
Signature constant_string(const Context&) {
    return {{}, {}, Type::string()};
}
Signature join(const Context&) {
    return {{{"separator", Type::string()}, {"strings", Type::list(Type::string())}}, {}, Type::string()};
}
Signature split(const Context&) {
    return {{{"separator", Type::string()}, {"string", Type::string()}}, {}, Type::list(Type::string())};
}
Signature range(const Context&) {
    return {{{"fromOrTo", Type::integer()}, {"to", Type::optional(Type::integer())}},
            {},
            Type::list(Type::integer())};
}
Signature sha1(const Context&) {
    return {{{"input", Type::string()}}, {}, Type::string()};
}
Signature file_asset(const Context&) {
    return {{{"path", Type::string()}}, {}, Type::asset()};
}
Signature string_asset(const Context&) {
    return {{{"value", Type::string()}}, {}, Type::asset()};
}
Signature remote_asset(const Context&) {
    return {{{"uri", Type::string()}}, {}, Type::asset()};
}
Signature file_archive(const Context&) {
    return {{{"path", Type::string()}}, {}, Type::archive()};
}
Signature remote_archive(const Context&) {
    return {{{"uri", Type::string()}}, {}, Type::archive()};
}
Signature asset_archive(const Context&) {
    return {{{"assets", Type::map(Type::union_of({Type::archive(), Type::asset()}))}}, {}, Type::archive()};
}
Signature not_implemented(const Context&) {
    return {{{"errorMessage", Type::string()}}, {}, Type()};
}
Signature get_output(const Context&) {
    return {{{"stackReference", Type()}, {"outputName", Type::string()}}, {}, Type::output(Type())};
}

struct Builtin {
    std::string_view name;
    Signature (*signature)(const Context&);
    std::string_view notes;
};
constexpr Builtin kBuiltins[] = {
    {"assetArchive", asset_archive, "An archive of assets and other archives, by their paths in it."},
    {"can", can, "Whether an expression can be evaluated without an error."},
    {"cwd", constant_string, "The folder in which the program runs."},
    {"element", element, "The element of a list at an index, which wraps around at the end."},
    {"entries", entries,
     "The entries of a map, or the elements of a list with their indices, as objects of `key` and `value`."},
    {"fileArchive", file_archive, "An archive from a file or folder of the program."},
    {"fileAsset", file_asset, "An asset from a file of the program."},
    {"filebase64", from_path, "The bytes of a file in Base64."},
    {"filebase64sha256", from_path, "The SHA-256 digest of a file in Base64."},
    {"fromBase64", from_value, "Decodes a string from Base64."},
    {"getOutput", get_output, "An output of another stack."},
    {"join", join, "Joins strings with a separator between them."},
    {"length", length, "The number of elements of a list, map or object, or of characters of a string."},
    {"lookup", lookup, "The value of a key of a map, or a default where the map does not have it."},
    {"max", min_max, "The largest of numbers."},
    {"min", min_max, "The smallest of numbers."},
    {"notImplemented", not_implemented,
     "Stands for something that could not be translated into PCL: it fails with a message."},
    {"organization", constant_string, "The name of the organization of the stack."},
    {"project", constant_string, "The name of the project."},
    {"pulumiResourceName", of_resource, "The name of a resource."},
    {"pulumiResourceType", of_resource, "The type of a resource."},
    {"range", range,
     "The integers from 0, or from the first argument, up to the last argument, which is left out."},
    {"readFile", from_path, "The text of a file."},
    {"recover", recover, "Another value in place of an output that fails."},
    {"remoteArchive", remote_archive, "An archive from a URL."},
    {"remoteAsset", remote_asset, "An asset from a URL."},
    {"rootDirectory", constant_string, "The folder of the project."},
    {"secret", secret, "Makes a value secret."},
    {"sha1", sha1, "The SHA-1 digest of a string, in hexadecimal."},
    {"singleOrNone", single_or_none, "The only element of a list, or null where it is empty."},
    {"split", split, "Splits a string at each separator."},
    {"stack", constant_string, "The name of the stack."},
    {"stringAsset", string_asset, "An asset from a string."},
    {"toBase64", from_value, "Encodes a string in Base64."},
    {"toJSON", to_json, "Encodes a value as JSON."},
    {"try", try_, "The first of the expressions that can be evaluated without an error."},
    {"unsecret", secret, "The value of a secret, which is not a secret any more."},
};

}  // namespace

std::optional<Signature> Functions::signature(const Call& call, Diagnostics& findings) const {
    const auto* found = std::ranges::find(kBuiltins, call.name, &Builtin::name);
    if (found == std::end(kBuiltins)) return std::nullopt;
    return found->signature({*this, call, findings});
}

std::string_view function_notes(std::string_view name) {
    if (name == "invoke")
        return "Calls a function of a package: `invoke(\"package:module:function\", { ... })`.";
    if (name == "call") return "Calls a method of a resource: `call(resource, \"method\", { ... })`.";
    const auto* found = std::ranges::find(kBuiltins, name, &Builtin::name);
    return found == std::end(kBuiltins) ? std::string_view() : found->notes;
}

std::vector<std::string_view> Functions::names() const {
    std::vector<std::string_view> names;
    for (const Builtin& builtin : kBuiltins) names.push_back(builtin.name);
    return names;
}

}  // namespace hcl::pcl
