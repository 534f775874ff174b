// The expressions of a program: its names, and the functions of packages.
#include <algorithm>

#include "engine/base/suggest.h"
#include "engine/pcl/convert.h"
#include "engine/pcl/program_binder.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::pcl {

using syntax::Node;

namespace {

// Of a program: its names, and before those the names of the expression's place.
class ProgramScope final : public TypeScope {
  public:
    ProgramScope(const ProgramBinder& binder, const LocalNames& locals) : binder_(binder), locals_(locals) {}

    std::optional<Definition> find(std::string_view name) const override {
        if (const Type* type = locals_.find(name)) return Definition{*type};
        return binder_.definition(name);
    }
    void offer(Suggester& suggester) const override {
        for (const auto& [name, type] : locals_.types) suggester.offer(name);
        binder_.offer_names(suggester);
    }

  private:
    const ProgramBinder& binder_;
    const LocalNames& locals_;
};

Type invoke_options() {
    static const Type type = Type::object({{"provider", Type::optional({})},
                                           {"parent", Type::optional({})},
                                           {"version", Type::optional(Type::string())},
                                           {"pluginDownloadUrl", Type::optional(Type::string())},
                                           {"dependsOn", Type::optional(Type::list({}))}});
    return type;
}

// Anything goes: nothing is known.
Signature open_invoke() {
    return {
        {{"token", Type::string()}, {"args", Type::optional({})}, {"options", Type::optional({})}}, {}, {}};
}

class ProgramFunctions final : public Functions {
  public:
    explicit ProgramFunctions(const ProgramBinder& binder) : binder_(binder) {}

    std::optional<Signature> signature(const Call& call, Diagnostics& findings) const override {
        if (call.name == "invoke") return invoke(call, findings);
        if (call.name == "call") return method(call, findings);
        return Functions::signature(call, findings);
    }
    std::vector<std::string_view> names() const override {
        std::vector<std::string_view> out = Functions::names();
        for (std::string_view name : {"invoke", "call"})
            if (std::ranges::find(out, name) == out.end()) out.push_back(name);
        return out;
    }
    bool is_resource(const Type& type) const override { return binder_.resource_of(type) != nullptr; }

  private:
    static void report(Diagnostics& findings, Span span, std::string_view title, std::string_view message) {
        add_diagnostic(findings, DiagCode::PclInvalidCall, span, {title, message});
    }

    // Outputs are given, and only a function of outputs takes them.
    static bool wants_outputs(const FunctionDef& function, const Type& arguments) {
        return arguments.contains_outputs() &&
               conversion(function.arguments, arguments) == Conversion::None &&
               conversion(function.output_arguments, arguments) == Conversion::Safe;
    }

    Signature invoke(const Call& call, Diagnostics& findings) const {
        if (call.arguments.empty()) return open_invoke();
        const Argument& first = call.arguments[0];
        std::optional<std::string> written = first.node ? syntax::quoted_text(first.node) : std::nullopt;
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
        const PackagePtr home = binder_.package(token->home());
        if (!home || binder_.options().skips_invoke_types) return open_invoke();
        const std::string canonical = home->canonical(*token);
        const FunctionDef* function = home->function(canonical);
        if (!function) {
            add_diagnostic(findings, DiagCode::PclUnknownPackageFunction, first.span,
                           {home->name(), version_words(*home), *written,
                            nearest_token(*home, kFunctionFamily, canonical)});
            return open_invoke();
        }
        if (!function->spec.positional.empty()) return positional(*function, call, findings);
        if (call.arguments.size() < 2) {
            report(findings, first.span, "missing second arg",
                   "The function takes an object of arguments, which may be empty: {}.");
            return open_invoke();
        }
        const Type& given = call.arguments[1].type;
        const bool is_output = wants_outputs(*function, given) || given.is(Kind::Output);
        const Type& wanted = is_output ? function->output_arguments : function->arguments;
        return {{{"token", Type::string()},
                 {"args", function->spec.has_inputs ? wanted : Type::optional(Type::object({}))},
                 {"options", Type::optional(invoke_options())}},
                {},
                is_output ? Type::output(function->result) : Type::promise(function->result)};
    }

    // Each input is an argument of its own.
    Signature positional(const FunctionDef& function, const Call& call, Diagnostics& findings) const {
        const std::vector<std::string>& names = function.spec.positional;
        if (call.arguments.size() == 2 && names.size() > 1 && call.arguments[1].type.is(Kind::Object)) {
            const std::string token = function.spec.token;
            report(findings, call.arguments[1].span,
                   "function \"" + token +
                       "\" is declared with multi-argument inputs and must be invoked with positional "
                       "arguments, e.g. "
                       "invoke(\"" +
                       token + "\", arg1, arg2), not a single object argument",
                   "Write the arguments one after the other.");
            return open_invoke();
        }
        Signature out{{{"token", Type::string()}}, {}, {}};
        bool is_output = false;
        for (std::size_t i = 0; i < names.size(); ++i) {
            const Property* property = function.arguments.find_property(names[i]);
            out.parameters.push_back({names[i], property ? property->type : Type()});
            if (i + 1 < call.arguments.size() && call.arguments[i + 1].type.contains_outputs())
                is_output = true;
        }
        if (call.arguments.size() > names.size() + 1)
            out.parameters.push_back({"options", Type::optional(invoke_options())});
        out.result = is_output ? Type::output(function.result) : Type::promise(function.result);
        return out;
    }

    Signature method(const Call& call, Diagnostics& findings) const {
        Signature open{
            {{"self", Type::optional({})}, {"method", Type::optional({})}, {"args", Type::optional({})}},
            {},
            {}};
        if (call.arguments.size() < 3) {
            report(findings, call.span, "call must be passed a receiver, method name, and arguments object",
                   "Write call(resource, \"method\", {}).");
            return open;
        }
        const Argument& receiver = call.arguments[0];
        const Argument& name = call.arguments[1];
        const Type self = receiver.type.resolved();
        // Nothing is known of resources of packages without a schema.
        if (self.is_dynamic()) return open;
        const ResourceDef* resource = binder_.resource_of(self);
        if (!resource) {
            report(findings, receiver.span, "call's receiver must be a single resource",
                   "This is " + self.to_pretty() + ".");
            return open;
        }
        std::optional<std::string> written = name.node ? syntax::quoted_text(name.node) : std::nullopt;
        if (!written) {
            report(findings, name.span, "call's method name must be a string literal",
                   "Which method is meant is read before anything is computed.");
            return open;
        }
        const MethodSpec* found = resource->method(*written);
        const std::optional<Token> token = found ? parse_token(found->function) : std::nullopt;
        const PackagePtr home = token ? binder_.package(token->home()) : nullptr;
        const FunctionDef* function = home ? home->function(home->canonical(*token)) : nullptr;
        if (!found) {
            Suggester suggester(*written);
            for (const MethodSpec& one : resource->spec.methods) suggester.offer(one.name);
            report(findings, name.span,
                   "resource type \"" + resource->canonical + "\" has no method \"" + *written + "\"",
                   "The schema of the package lists its methods." + did_you_mean(suggester.best()));
            return open;
        }
        if (!function) return open;
        std::vector<Property> properties;
        for (const Property& property : function->output_arguments.properties())
            if (property.name != "__self__") properties.push_back(property);
        return {{{"self", {}}, {"method", Type::string()}, {"args", Type::object(std::move(properties))}},
                {},
                function->spec.is_plain ? function->result : Type::output(function->result)};
    }

    const ProgramBinder& binder_;
};

}  // namespace

std::optional<Definition> ProgramBinder::definition(std::string_view name) const {
    const std::optional<std::uint32_t> index = tables.find(name);
    if (!index) return std::nullopt;
    const ProgramNode& node = nodes[*index];
    Definition out{node.type};
    if (node.kind == NodeKind::Hook) out.steps = Definition::Steps::Same;
    if (node.kind == NodeKind::Pulumi) out.steps = Definition::Steps::Refused;
    return out;
}

void ProgramBinder::offer_names(Suggester& suggester) const {
    for (const auto& [name, node] : tables.names) suggester.offer(name);
    for (const auto& [name, node] : tables.outputs) suggester.offer(name);
}

Type ProgramBinder::type_of(Node expr, const LocalNames& locals) {
    TyperOptions options = input.options.is_reference ? TyperOptions::reference() : TyperOptions();
    options.missing_variables_are_warnings = input.options.allows_missing_variables;
    options.skips_range_types = input.options.skips_range_types;
    if (input.on_type)
        options.on_type = [&](Node node, const Type& type) {
            input.on_type(input.files[file_].id, node, type);
        };
    Diagnostics found;
    Type type = pcl::type_of(expr, ProgramScope(*this, locals), ProgramFunctions(*this), options, found);
    take(std::move(found));
    return type;
}

Type ProgramBinder::expect(Node expr, const Type& wanted, const LocalNames& locals) {
    Type type = type_of(expr, locals);
    Diagnostics found;
    expect_fit(wanted, type, expr, found);
    take(std::move(found));
    return type;
}

void ProgramBinder::take(Diagnostics found) {
    for (Diagnostic& d : found) {
        d.file = input.files[file_].id;
        for (RelatedPlace& place : d.related)
            if (!place.where.file.is_valid()) place.where.file = d.file;
        for (Fix& fix : d.fixes)
            for (FileEdit& edit : fix.edits)
                if (!edit.file.is_valid()) edit.file = d.file;
        program.findings_.push_back(std::move(d));
    }
}

}  // namespace hcl::pcl
