#include "engine/pcl/functions.h"

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
    void wrong_first(std::string_view wanted) const {
        report(DiagCode::PclWrongFirstArgument, call.arguments[0].span,
               {call.name, wanted, call.arguments[0].type.to_pretty()});
    }
    void wrong_count(std::string_view sentence) const {
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
            result = common_types(inner.elements()).unsafe;
        } else if (!c.call.skips_range_types) {
            c.wrong_first("a list or tuple");
        }
    }
    return {{{"list", list}, {"index", Type::integer()}}, {}, output_if(list.contains_eventuals(), result)};
}

Signature entries(const Context& c) {
    IterationTypes types;
    if (c.count() == 1) types = iteration_types(resolve_outputs(c.type(0)));
    if (types.problem) {
        Diagnostic& d = add_diagnostic(c.findings, types.problem->code, c.call.arguments[0].span,
                                       {types.problem->arguments[0]});
        if (c.call.skips_range_types) d.severity = Severity::Warning;
    }
    const Type list = Type::list(Type::object({{"key", types.key}, {"value", types.value}}));
    return {{{"collection", Type()}}, {}, output_if(c.has(0) && c.type(0).contains_eventuals(), list)};
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
    return {{{"value", value}}, {}, output_if(value.contains_eventuals(), Type::integer())};
}

Signature lookup(const Context& c) {
    Type map, found;
    bool is_eventual = false;
    if (c.has(0)) {
        is_eventual = c.type(0).contains_eventuals();
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
                found = common_types(types).unsafe;
        } else {
            c.wrong_first("a map");
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
    return {{{"value", Type()}}, {}, output_if(c.only().contains_eventuals(), Type::string())};
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
    else if (!inner.is_dynamic())
        c.wrong_first("a list or tuple");
    return {{{"value", value}}, {}, output_if(value.contains_eventuals(), Type::optional(found))};
}

Signature try_(const Context& c) {
    if (c.count() == 0) c.wrong_count("expects at least one argument");
    Signature signature;
    std::vector<Type> types;
    bool is_lifted = false;
    bool has_dynamic = false;
    for (const Argument& argument : c.call.arguments) {
        signature.parameters.push_back({"arg" + std::to_string(types.size()), argument.type});
        types.push_back(argument.type);
        has_dynamic = has_dynamic || argument.type.is_dynamic();
        is_lifted = is_lifted || argument.type.contains_eventuals();
    }
    const Type found = has_dynamic ? Type() : common_types(types).safe;
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
    return {{{"arg", value}}, {}, output_if(is_output || value.is_dynamic(), Type::boolean())};
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
    if (c.count() != 1) {
        c.report(DiagCode::PclResourceArgumentCount, c.has(0) ? c.call.arguments[0].span : c.call.span,
                 {c.call.name});
        return {};
    }
    if (!c.functions.is_resource(c.type(0))) {
        c.report(DiagCode::PclResourceArgument, c.call.arguments[0].span, {c.call.name});
        return {};
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
};
constexpr Builtin kBuiltins[] = {
    {"assetArchive", asset_archive},
    {"can", can},
    {"cwd", constant_string},
    {"element", element},
    {"entries", entries},
    {"fileArchive", file_archive},
    {"fileAsset", file_asset},
    {"filebase64", from_path},
    {"filebase64sha256", from_path},
    {"fromBase64", from_value},
    {"getOutput", get_output},
    {"join", join},
    {"length", length},
    {"lookup", lookup},
    {"max", min_max},
    {"min", min_max},
    {"notImplemented", not_implemented},
    {"organization", constant_string},
    {"project", constant_string},
    {"pulumiResourceName", of_resource},
    {"pulumiResourceType", of_resource},
    {"range", range},
    {"readFile", from_path},
    {"recover", recover},
    {"remoteArchive", remote_archive},
    {"remoteAsset", remote_asset},
    {"rootDirectory", constant_string},
    {"secret", secret},
    {"sha1", sha1},
    {"singleOrNone", single_or_none},
    {"split", split},
    {"stack", constant_string},
    {"stringAsset", string_asset},
    {"toBase64", from_value},
    {"toJSON", to_json},
    {"try", try_},
    {"unsecret", secret},
};

}  // namespace

std::optional<Signature> Functions::signature(const Call& call, Diagnostics& findings) const {
    const auto* found = std::ranges::find(kBuiltins, call.name, &Builtin::name);
    if (found == std::end(kBuiltins)) return std::nullopt;
    return found->signature({*this, call, findings});
}

std::vector<std::string_view> Functions::names() const {
    std::vector<std::string_view> names;
    for (const Builtin& builtin : kBuiltins) names.push_back(builtin.name);
    return names;
}

}  // namespace hcl::pcl
