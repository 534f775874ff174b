// Functions for pack expressions, and functions that packs declare for their language.
#include "engine/language/written_function.h"

#include <algorithm>

#include "engine/base/once.h"
#include "engine/eval/analysis/elements.h"
#include "engine/eval/analysis/type_expr.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/failed_body.h"
#include "engine/eval/functions/ext_functions.h"
#include "engine/eval/functions/functions.h"
#include "engine/eval/module_path.h"
#include "engine/eval/prepared.h"
#include "engine/language/go_template.h"
#include "engine/value/convert.h"
#include "engine/value/unify.h"

namespace hcl::language {

namespace {

using eval::CallContext;
using eval::FunctionResult;
using eval::Parameter;

constexpr std::string_view kFileExists = "fileexists";

Parameter any_parameter(std::string name, std::string doc) {
    return Parameter{.name = std::move(name),
                     .doc = std::move(doc),
                     .type = Type::dynamic(),
                     .allow_null = true,
                     .allow_unknown = true,
                     .allow_dynamic = true,
                     .allow_marked = true};
}

// unknown(T): an unknown value of that type.
eval::Function unknown_function() {
    eval::Function f;
    f.description = "A value of which nothing but its type is known.";
    f.parameters.push_back({.name = "type", .doc = "The type.", .type = eval::type_constraint_type()});
    f.compute_type = [](std::span<const Value> arguments, CallContext&) -> FunctionResult<Type> {
        return arguments[0].capsule_as<eval::TypeConstraint>().type.without_optional();
    };
    f.implementation = [](std::span<const Value> arguments, const Type&,
                          CallContext&) -> FunctionResult<Value> {
        return Value::unknown(arguments[0].capsule_as<eval::TypeConstraint>().type.without_optional());
    };
    return f;
}

// first(a, b, ...): the first argument that is not null; types can differ.
eval::Function first_function() {
    eval::Function f;
    f.description =
        "The first argument that is not null. Unlike coalesce, the arguments need not share a type.";
    f.variadic = any_parameter("values", "Values to choose from.");
    auto choose = [](std::span<const Value> arguments) {
        for (const Value& argument : arguments)
            if (!argument.is_null()) return argument;
        return Value::null();
    };
    f.compute_type = [choose](std::span<const Value> arguments, CallContext&) -> FunctionResult<Type> {
        return choose(arguments).type();
    };
    f.implementation = [choose](std::span<const Value> arguments, const Type&,
                                CallContext&) -> FunctionResult<Value> { return choose(arguments); };
    return f;
}

// An unknown element (or key) of a collection, with the common type of all.
Value any_of(const Value& marked, bool keys, const Rules& rules) {
    const Value& value = marked.unmarked();
    if (keys) return eval::key_of(value);
    Type type = value.type();
    if (type.is_collection()) return Value::unknown(type.element());
    std::vector<Type> types;
    if (type.is_tuple()) types.assign(type.elements().begin(), type.elements().end());
    if (type.is_object())
        for (const ObjectAttribute& attribute : type.attributes()) types.push_back(attribute.type);
    if (types.empty()) return Value::dynamic();
    auto unified = unify(types, Safety::Unsafe, rules);
    return unified ? Value::unknown(unified->type) : Value::dynamic();
}

eval::Function any_function(bool keys) {
    eval::Function f;
    f.description = keys ? "Some key of a collection: unknown, but of the right type."
                         : "Some element of a collection: unknown, but of the right type.";
    f.parameters.push_back(any_parameter("collection", "The collection."));
    f.compute_type = [keys](std::span<const Value> arguments, CallContext& call) -> FunctionResult<Type> {
        return any_of(arguments[0], keys, call.rules).type();
    };
    f.implementation = [keys](std::span<const Value> arguments, const Type&,
                              CallContext& call) -> FunctionResult<Value> {
        return any_of(arguments[0], keys, call.rules);
    };
    return f;
}

// instances() with a count: a tuple, or an unknown list when the count is unknown or too large.
Value counted_instances(const Value& count, const Value& value, CallContext& call) {
    constexpr std::size_t kMostInstances = 1024;
    const Type type = value.type().without_optional();
    Value unknown = type.is_dynamic() ? Value::dynamic() : Value::unknown(Type::list(type));
    if (!count.is_known()) return unknown;
    if (!count.is_known_number() || count.as_number() < Number::integer(0)) return Value::dynamic();
    if (Number::integer(kMostInstances) < count.as_number()) return unknown;
    std::vector<Value> all;
    for (std::int64_t i = 0; Number::integer(i) < count.as_number(); ++i) all.push_back(value);
    return call.budget.spend(all.size()) ? Value::tuple(std::move(all)) : unknown;
}

// instances() with keys: an object, or an unknown map when the keys are unknown.
Value keyed_instances(const Value& keys, const Value& value, CallContext& call) {
    const Type keyed = keys.type(), type = value.type().without_optional();
    const bool has_keys = keyed.is_map() || keyed.is_object();
    Value unknown = type.is_dynamic() ? Value::dynamic() : Value::unknown(Type::map(type));
    if (!keys.is_known())
        return has_keys || keyed.is_set() || keyed.is_dynamic() ? unknown : Value::dynamic();
    if (!has_keys && !keyed.is_set()) return Value::dynamic();
    if (!call.budget.spend(keys.size())) return unknown;
    std::vector<std::pair<std::string, Value>> all;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const Value key = has_keys ? keys.key_at(i) : keys.value_at(i).unmarked();
        if (!key.is_known()) return unknown;
        if (!key.is_known_string()) return Value::dynamic();
        all.emplace_back(key.as_string(), value);
    }
    return Value::object(std::move(all));
}

// instances(count, keys, value): what a block that may be repeated stands for.
eval::Function instances_function() {
    eval::Function f;
    f.description =
        "What a block that may be repeated stands for: a tuple of `value`s when `count` is not null, an "
        "object or a map of them when `keys` is not null, otherwise the value itself.";
    f.parameters.push_back(any_parameter("count", "The number of instances, or null."));
    f.parameters.push_back(any_parameter("keys", "A map or a set of strings, or null."));
    f.parameters.push_back(any_parameter("value", "The value of one instance."));
    auto make = [](std::span<const Value> arguments, CallContext& call) {
        const bool is_counted = !arguments[0].is_null();
        const Value& repetition = arguments[is_counted ? 0 : 1];
        if (repetition.is_null()) return arguments[2];
        Value all = is_counted ? counted_instances(repetition.unmarked(), arguments[2], call)
                               : keyed_instances(repetition.unmarked(), arguments[2], call);
        return repetition.is_marked() ? all.with_marks(repetition.marks()) : all;
    };
    f.compute_type = [make](std::span<const Value> arguments, CallContext& call) -> FunctionResult<Type> {
        return make(arguments, call).type();
    };
    f.implementation = [make](std::span<const Value> arguments, const Type&,
                              CallContext& call) -> FunctionResult<Value> { return make(arguments, call); };
    return f;
}

// is_sensitive(value), is_ephemeral(value): whether any part of the value has that mark.
eval::Function mark_function(MarkKind kind, std::string_view word) {
    eval::Function f;
    f.description = "Whether the value, or some part of it, is " + std::string(word) + ".";
    f.parameters.push_back(any_parameter("value", "The value."));
    f.result_type = Type::boolean();
    f.implementation = [kind](std::span<const Value> arguments, const Type&,
                              CallContext&) -> FunctionResult<Value> {
        return Value::boolean(arguments[0].marks_deep().has(kind));
    };
    return f;
}

// cast(value, type): like convert, but the type is a value, such as that of an
// attribute with the decoder `type`.
eval::Function cast_function() {
    eval::Function f;
    f.description =
        "Converts a value to a type that an attribute holds; without one (null) the value stays as it is.";
    f.parameters.push_back(any_parameter("value", "The value to convert."));
    f.parameters.push_back(any_parameter("type", "A type, or null."));
    auto cast = [](std::span<const Value> arguments, CallContext& call) -> FunctionResult<Value> {
        const Value& type = arguments[1].unmarked();
        if (type.is_null()) return arguments[0];
        if (type.is_unknown() || type.type() != eval::type_constraint_type()) return Value::dynamic();
        ValueResult converted = type.capsule_as<eval::TypeConstraint>().convert(arguments[0], call.rules);
        if (!converted) return eval::argument_error(0, converted.error().message());
        return std::move(*converted);
    };
    f.compute_type = [cast](std::span<const Value> arguments, CallContext& call) -> FunctionResult<Type> {
        auto value = cast(arguments, call);
        if (!value) return std::unexpected(value.error());
        return value->type();
    };
    f.implementation = [cast](std::span<const Value> arguments, const Type&, CallContext& call) {
        return cast(arguments, call);
    };
    return f;
}

// unknown_like(value): a value of the same type of which nothing else is known.
eval::Function unknown_like_function() {
    eval::Function f;
    f.description = "An unknown value of the same type.";
    f.parameters.push_back(any_parameter("value", "The value with the type."));
    f.compute_type = [](std::span<const Value> arguments, CallContext&) -> FunctionResult<Type> {
        return arguments[0].type();
    };
    f.implementation = [](std::span<const Value> arguments, const Type&,
                          CallContext&) -> FunctionResult<Value> {
        return Value::unknown(arguments[0].type());
    };
    return f;
}

// sensitive(value), ephemeral(value): the value, which must not be shown, or not be stored anywhere.
eval::Function marking_function(const Marks& marks, std::string_view word) {
    eval::Function f;
    f.description = "The value, marked as " + std::string(word) + ".";
    f.parameters.push_back(any_parameter("value", "The value to mark."));
    f.compute_type = [](std::span<const Value> arguments, CallContext&) -> FunctionResult<Type> {
        return arguments[0].type();
    };
    f.implementation = [marks](std::span<const Value> arguments, const Type&,
                               CallContext&) -> FunctionResult<Value> {
        return arguments[0].with_marks(marks);
    };
    return f;
}

// is_exact(type): false for a type that an attribute holds with `any` or optional members in it.
eval::Function is_exact_function() {
    eval::Function f;
    f.description = "Whether a type leaves nothing open: no `any` in it, and no optional members.";
    f.parameters.push_back(any_parameter("type", "A type, or null."));
    f.compute_type = [](std::span<const Value>, CallContext&) -> FunctionResult<Type> {
        return Type::boolean();
    };
    f.implementation = [](std::span<const Value> arguments, const Type&,
                          CallContext&) -> FunctionResult<Value> {
        const Value& type = arguments[0].unmarked();
        if (!type.has_content() || type.type() != eval::type_constraint_type()) return Value::boolean(true);
        const auto& held = type.capsule_as<eval::TypeConstraint>();
        return Value::boolean(!held.type.has_dynamic() && !held.type.has_optional() && !held.defaults);
    };
    return f;
}

// template_problem(text): what is wrong in the syntax of a Go template; null when it is right.
eval::Function template_problem_function() {
    eval::Function f;
    f.description = "What is wrong in the syntax of a Go template, as a clause; null when it is right.";
    f.parameters.push_back({.name = "text", .doc = "The template.", .type = Type::string()});
    f.result_type = Type::string();
    f.implementation = [](std::span<const Value> arguments, const Type& type,
                          CallContext&) -> FunctionResult<Value> {
        std::string problem = go_template_problem(arguments[0].as_string());
        return problem.empty() ? Value::null(type) : Value::string(std::move(problem));
    };
    return f;
}

// has_type(value): false for a value of which nothing is known.
eval::Function has_type_function() {
    eval::Function f;
    f.description = "Whether something is known of a value, if only its type.";
    f.parameters.push_back(any_parameter("value", "The value."));
    f.result_type = Type::boolean();
    f.implementation = [](std::span<const Value> arguments, const Type&,
                          CallContext&) -> FunctionResult<Value> {
        const Value& value = arguments[0].unmarked();
        return Value::boolean(!value.is_unknown() || !value.type().is_dynamic());
    };
    return f;
}

// fail(message, rule): ends the call of the pack's function with an error, of the rule if one is named.
eval::Function fail_function() {
    eval::Function f;
    f.description = "Ends the call of the function that holds it with an error.";
    f.parameters.push_back({.name = "message", .doc = "What is wrong.", .type = Type::string()});
    f.variadic =
        Parameter{.name = "rule", .doc = "The name by which settings know it.", .type = Type::string()};
    f.result_type = Type::dynamic();
    f.implementation = [](std::span<const Value> arguments, const Type&,
                          CallContext&) -> FunctionResult<Value> {
        eval::FunctionError error{std::string(arguments[0].as_string()), std::nullopt};
        if (arguments.size() > 1) error.rule = arguments[1].as_string();
        return std::unexpected(std::move(error));
    };
    return f;
}

}  // namespace

const std::shared_ptr<const eval::FunctionTable>& pack_functions() {
    static const std::shared_ptr<const eval::FunctionTable> table = [] {
        eval::FunctionTable all = eval::standard_functions();
        for (std::string_view library : {"search", "extended"})
            for (const auto& [name, function] : eval::native_library(library)->all())
                if (!all.find(name)) all.add(name, function);
        all.add("try", eval::try_function());
        all.add("can", eval::can_function());
        all.add("convert", eval::convert_function());
        all.add("with", eval::with_function());
        all.add("unknown", unknown_function());
        all.add("unknown_like", unknown_like_function());
        all.add("sensitive", marking_function(Marks::sensitive(), "sensitive"));
        all.add("ephemeral", marking_function(Marks::ephemeral(), "ephemeral"));
        all.add("is_exact", is_exact_function());
        all.add("has_type", has_type_function());
        all.add("cast", cast_function());
        all.add("first", first_function());
        all.add("fail", fail_function());
        all.add("is_sensitive", mark_function(MarkKind::Sensitive, "sensitive"));
        all.add("is_ephemeral", mark_function(MarkKind::Ephemeral, "ephemeral"));
        all.add("any_element", any_function(false));
        all.add("any_key", any_function(true));
        all.add("instances", instances_function());
        all.add("template_problem", template_problem_function());
        all.add(std::string(kFileExists), *eval::native_library("files")->find(kFileExists));
        return std::make_shared<const eval::FunctionTable>(std::move(all));
    }();
    return table;
}

namespace {

bool reads_files(const WrittenFunction& written) {
    bool found = false;
    // Elsewhere, to look for a function makes it, with those that it calls: there may be many.
    if (!written.is_of_pack || !written.result || !written.scope) return found;
    eval::each_call(written.result, [&](syntax::Node, std::string_view name) {
        const eval::Function* called = written.scope->find_function(name);
        found = found || (called && called->reads_files);
    });
    return found;
}

// What a function of a pack sees: the names of the pack, and the files of the module that calls it.
class FilesOfCall final : public eval::Scope {
  public:
    FilesOfCall(std::shared_ptr<const eval::Scope> names, const eval::Scope* call)
        : Scope(std::move(names)), call_(call) {}
    const eval::Files* files() const override { return call_ ? call_->find_files() : nullptr; }

  private:
    const eval::Scope* call_;
};

// The error of a failed call. The argument of `fail` is the message.
eval::FunctionError error_of(const WrittenFunction& written, const Diagnostics& found,
                             std::span<const Value> arguments) {
    auto first = std::ranges::find(found, Severity::Error, &Diagnostic::severity);
    if (first->code == DiagCode::FunctionFailed && first->arg(0) == "fail")
        return {.message = std::string(first->arg(1).substr(0, first->arg(1).find_last_not_of('.') + 1)),
                .argument = {},
                .rule = first->rule};
    std::vector<std::string> names;
    names.reserve(written.parameters.size());
    for (const WrittenParameter& parameter : written.parameters) names.push_back(parameter.name);
    return eval::error_of_body(found, written.file, names, arguments);
}

}  // namespace

eval::FunctionPtr written_function(WrittenFunction written) {
    auto shared = std::make_shared<const WrittenFunction>(std::move(written));
    auto f = std::make_shared<eval::Function>();
    f->description = shared->doc;
    f->is_of_language = true;
    for (std::size_t i = 0; i < shared->parameters.size(); ++i) {
        Parameter p = any_parameter(shared->parameters[i].name, shared->parameters[i].doc);
        p.type = shared->parameters[i].type;
        p.allow_null = shared->parameters[i].takes_null;
        f->parameters.push_back(std::move(p));
    }
    if (shared->variadic) {
        f->variadic = any_parameter(shared->variadic->name, shared->variadic->doc);
        f->variadic->type = shared->variadic->type;
        f->variadic->allow_null = shared->variadic->takes_null;
    }
    // Compiled by the first call.
    auto prepared = std::make_shared<const Once<eval::Prepared>>();
    auto run = [shared, prepared](std::span<const Value> arguments,
                                  CallContext& call) -> FunctionResult<Value> {
        if (const std::size_t named = shared->parameters.size();
            shared->most_variadic > 0 && arguments.size() > named + shared->most_variadic)
            return eval::function_error("it takes " + std::to_string(named + shared->most_variadic) +
                                        " arguments at most");
        // Without a module around the call, no other one is known.
        const bool is_path = !arguments.empty() && arguments[0].unmarked().type() == eval::module_path_type();
        if (!shared->result || is_path) return Value::unknown(shared->returns);
        const FilesOfCall files(shared->scope, call.scope);
        eval::MapScope scope(&files);
        scope.allow_variables();
        for (std::size_t i = 0; i < shared->parameters.size(); ++i)
            scope.set(shared->parameters[i].name, arguments[i]);
        if (shared->variadic) {
            auto rest = arguments.subspan(shared->parameters.size());
            scope.set(shared->variadic->name, Value::tuple({rest.begin(), rest.end()}));
        }
        Diagnostics found;
        if (!call.budget.enter()) {
            call.budget.leave();
            return eval::function_error("calls are nested too deeply");
        }
        const eval::Prepared& result =
            prepared->get([&] { return eval::Prepared(shared->result, call.rules, shared->source); });
        Value value = eval::evaluate(result, &scope, call.rules, call.budget, found);
        call.budget.leave();
        // A call of a function that nobody knows is reported where it is written.
        if (shared->file.is_valid() && has_errors(found) &&
            std::ranges::all_of(found, [](const Diagnostic& d) {
                return d.severity != Severity::Error || d.code == DiagCode::UnknownFunction;
            }))
            return Value::dynamic();
        if (has_errors(found)) return std::unexpected(error_of(*shared, found, arguments));
        return value;
    };
    // The type is derived from the result: computing it before would evaluate the body twice,
    // nested calls four times, and so on.
    f->reads_files = reads_files(*shared);
    f->result_type = shared->result ? Type::dynamic() : shared->returns;
    f->implementation = [run](std::span<const Value> arguments, const Type&, CallContext& call) {
        return run(arguments, call);
    };
    return f;
}

}  // namespace hcl::language
