#include "engine/pcl/package_functions.h"

#include <algorithm>

#include "engine/base/suggest.h"
#include "engine/pcl/convert.h"
#include "engine/pcl/fixes.h"
#include "engine/pcl/literals.h"
#include "engine/pcl/options.h"
#include "engine/pcl/program_binder.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::pcl {

using syntax::Node;
using SyntaxKind = syntax::NodeKind;

namespace {

Type invoke_options() {
    static const Type type = Type::object({{"provider", Type::optional({})},
                                           {"parent", Type::optional({})},
                                           {"version", Type::optional(Type::string())},
                                           {"pluginDownloadUrl", Type::optional(Type::string())},
                                           {"dependsOn", Type::optional(Type::list({}))}});
    return type;
}

Diagnostic& report(Diagnostics& findings, Span span, std::string_view title, std::string_view message) {
    return add_diagnostic(findings, DiagCode::PclInvalidCall, span, {title, message});
}

std::optional<std::string> written_text(const Argument& argument) {
    return argument.node ? syntax::quoted_text(argument.node) : std::nullopt;
}

// Whether only the output form of the function accepts the given outputs.
bool wants_outputs(const FunctionDef& function, const Type& given) {
    if (given.is(Kind::Output)) return true;
    return given.contains_outputs() && conversion(function.arguments, given) == Conversion::None &&
           conversion(function.output_arguments, given) != Conversion::None;
}

// Objects of resources have a URN.
bool has_urn(const Type& object) {
    const Property* urn = object.find_property("urn");
    return urn && urn->type.is(Kind::Output);
}

// The value of a key in an object that is written out.
Node value_of_key(Node object, std::string_view name) {
    Node found;
    for (Node item : object.children())
        if (item.is(SyntaxKind::ObjectItem) && key_name(item.child(0)) == name) found = item.child(1);
    return found;
}

// Reports keys of a function that takes no arguments.
void refuse_arguments(const Argument& argument, Diagnostics& findings) {
    const Node object = argument.node ? value_node(argument.node) : argument.node;
    if (!object || !object.is(SyntaxKind::Object)) return;
    for (Node item : object.children())
        if (std::optional<std::string> name =
                item.is(SyntaxKind::ObjectItem) ? key_name(item.child(0)) : std::nullopt)
            add_diagnostic(findings, DiagCode::PclUnsupportedAttribute, item.child(0).span(),
                           {*name, " The function takes no arguments."})
                .severity = Severity::Warning;
}

// The options of a call.
void check_invoke_options(const Argument& options, Diagnostics& findings) {
    const Node object = options.node ? value_node(options.node) : options.node;
    const Type given = options.type.resolved();
    if (!object || !object.is(SyntaxKind::Object) || !given.is(Kind::Object)) return;
    for (const Property& property : given.properties())
        check_named_instances(property.name, property.type, value_of_key(object, property.name), {},
                              findings);
}

}  // namespace

Signature PackageFunctions::open_invoke() const {
    return {{{"token", Type::string()}, {"args", Type::optional({})}, {"options", Type::optional({})}},
            {},
            undescribed()};
}

Signature PackageFunctions::open_call() const {
    return {{{"self", {}}, {"method", {}}, {"args", {}}}, {}, undescribed()};
}

std::optional<Signature> PackageFunctions::signature(const Call& call, Diagnostics& findings) const {
    if (call.name == "invoke") return invoke(call, findings);
    if (call.name == "call") return method(call, findings);
    return Functions::signature(call, findings);
}

std::vector<std::string_view> PackageFunctions::names() const {
    std::vector<std::string_view> out = Functions::names();
    out.insert(out.end(), {"invoke", "call"});
    return out;
}

bool PackageFunctions::is_resource(const Type& type) const {
    return type.is(Kind::Object) && !type.annotation().empty() && has_urn(type);
}

const ResourceDef* PackageFunctions::resource_of(const Type& type) const {
    const std::optional<Token> token = parse_token(type.annotation());
    const PackagePtr home = token ? package(token->home()) : nullptr;
    const ResourceDef* found = home ? home->resource(std::string(type.annotation())) : nullptr;
    // Another version of the package may describe the resource differently.
    return found && found->variable == type ? found : nullptr;
}

Signature PackageFunctions::invoke(const Call& call, Diagnostics& findings) const {
    if (call.arguments.empty()) return open_invoke();
    const Argument& first = call.arguments[0];
    const std::optional<std::string> written = written_text(first);
    if (!written) {
        report(findings, first.span, "invoke token must be a string literal",
               "Which function is meant is read before anything is computed.");
        return open_invoke();
    }
    const std::optional<Token> token = parse_token(*written);
    if (!token) {
        add_diagnostic(findings, DiagCode::PclInvalidToken, first.span, {*written});
        return open_invoke();
    }
    if (options_.skips_types) return open_invoke();
    const PackagePtr home = package(token->home());
    if (!home) {
        if (options_.is_reference)
            report_unknown_package(findings, first.span, token->home());
        else if (const std::string why = damage(token->home()); !why.empty())
            report_damaged_package(findings, first.span, token->home(), why);
        return open_invoke();
    }
    const std::string canonical = home->written_token(kFunctionFamily, *token);
    const FunctionDef* function = home->function(canonical);
    if (!function) {
        const std::string near = nearest_token(*home, kFunctionFamily, canonical);
        offer_string(add_diagnostic(findings, DiagCode::PclUnknownPackageFunction, first.span,
                                    {home->name(), version_words(*home), *written, did_you_mean(near)}),
                     first.span, near);
        return open_invoke();
    }
    if (!function->spec.positional.empty()) return positional(*home, *function, call, findings);
    if (call.arguments.size() < 2) {
        report(findings, first.span, "missing second arg",
               "The function takes an object of arguments, which may be empty: {}.");
        return open_invoke();
    }
    if (!options_.is_reference && call.arguments[1].node)
        check_literals(*home, function->spec.inputs, call.arguments[1].node, findings);
    const bool is_output = wants_outputs(*function, call.arguments[1].type);
    Type wanted = is_output ? function->output_arguments : function->arguments;
    if (!function->spec.has_inputs) wanted = Type::optional(Type::object({}));
    if (!options_.is_reference) {
        if (!function->spec.has_inputs) refuse_arguments(call.arguments[1], findings);
        if (call.arguments.size() > 2) check_invoke_options(call.arguments[2], findings);
    }
    return {{{"token", Type::string()}, {"args", wanted}, {"options", Type::optional(invoke_options())}},
            {},
            is_output ? Type::output(function->result) : Type::promise(function->result)};
}

// Each input is a separate argument.
Signature PackageFunctions::positional(const Package& home, const FunctionDef& function, const Call& call,
                                       Diagnostics& findings) const {
    const std::vector<std::string>& names = function.spec.positional;
    const std::span<const Argument> given = call.arguments.subspan(1);
    auto takes = [&](const Type& inputs) { return conversion(inputs, given[0].type) != Conversion::None; };
    // A dynamic value may be a single argument or an object of all.
    const bool is_open = !given.empty() && !options_.is_reference &&
                         (given[0].type.is_dynamic() || may_be_anything(given[0].type));
    if (!given.empty() && !is_open && (takes(function.arguments) || takes(function.output_arguments))) {
        const std::string token = *written_text(call.arguments[0]);
        report(findings, call.arguments[0].span,
               "function \"" + token +
                   "\" is declared with multi-argument inputs and must be invoked with positional "
                   "arguments, e.g. invoke(\"" +
                   token + "\", arg1, arg2), not a single object argument",
               "Write the arguments one after the other.");
        return open_invoke();
    }
    Signature out{{{"token", Type::string()}}, {}, {}};
    bool is_output = false;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Property* property = function.arguments.find_property(names[i]);
        out.parameters.push_back({names[i], property ? property->type : Type()});
        if (i >= given.size()) continue;
        is_output = is_output || given[i].type.contains_outputs();
        const auto& inputs = function.spec.inputs;
        auto spec = std::ranges::find(inputs, names[i], &PropertySpec::name);
        if (!options_.is_reference && spec != inputs.end() && given[i].node)
            check_literals(home, spec->type, names[i], given[i].node, findings);
    }
    out.parameters.push_back({"options", Type::optional(invoke_options())});
    out.result = is_output ? Type::output(function.result) : Type::promise(function.result);
    return out;
}

Signature PackageFunctions::method(const Call& call, Diagnostics& findings) const {
    if (call.arguments.size() < 3) {
        report(findings, call.arguments.empty() ? call.span : call.arguments[0].span,
               "call must be passed a receiver, method name, and arguments object",
               "Write call(resource, \"method\", {}).");
        // The reference also reports each missing argument.
        return options_.is_reference ? open_call() : Signature{{}, Parameter{"arguments", {}}, undescribed()};
    }
    const Argument& receiver = call.arguments[0];
    const Type self = receiver.type.resolved();
    // Resources of packages without a schema are unknown.
    if (!options_.is_reference && (self.is_dynamic() || may_be_anything(self))) return open_call();
    if (!is_resource(self)) {
        report(findings, receiver.span, "call's receiver must be a single resource",
               "This is " + (options_.is_reference ? self.to_pretty() : in_short(self)) + ".");
        return open_call();
    }
    const ResourceDef* resource = resource_of(self);
    return resource ? method_of(*resource, call, findings) : open_call();
}

Signature PackageFunctions::method_of(const ResourceDef& resource, const Call& call,
                                      Diagnostics& findings) const {
    const Argument& name = call.arguments[1];
    const std::optional<std::string> written = written_text(name);
    if (!written) {
        report(findings, name.span, "call's method name must be a string literal",
               "Which method is meant is read before anything is computed.");
        return open_call();
    }
    const MethodSpec* found = resource.method(*written);
    if (!found) {
        Suggester suggester(*written);
        for (const MethodSpec& one : resource.spec.methods) suggester.offer(one.name);
        Diagnostic& d =
            report(findings, name.span,
                   "resource type \"" + resource.canonical + "\" has no method \"" + *written + "\"",
                   "The schema of the package lists its methods." + did_you_mean(suggester.best()));
        offer_string(d, name.span, suggester.best());
        return open_call();
    }
    const std::optional<Token> token = parse_token(found->function);
    const PackagePtr home = token ? package(token->home()) : nullptr;
    const FunctionDef* function =
        home ? home->function(home->written_token(kFunctionFamily, *token)) : nullptr;
    if (!function) return open_call();
    if (!options_.is_reference && call.arguments[2].node)
        check_literals(*home, function->spec.inputs, call.arguments[2].node, findings);
    std::vector<Property> properties;
    for (const Property& property : function->output_arguments.properties())
        if (property.name != "__self__") properties.push_back(property);
    if (!options_.is_reference && properties.empty()) refuse_arguments(call.arguments[2], findings);
    return {{{"self", {}}, {"method", Type::string()}, {"args", Type::object(std::move(properties))}},
            {},
            function->spec.is_plain ? function->result : Type::output(function->result)};
}

}  // namespace hcl::pcl
