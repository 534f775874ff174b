#include "engine/decode/user_function.h"

#include <algorithm>

#include "engine/base/once.h"
#include "engine/decode/evaluate.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/prepared.h"

namespace hcl::decode {

namespace {

struct Definition {
    std::vector<std::string> parameters;
    std::string variadic;  // empty: none
    eval::Expression result;
    FileId file;
    std::shared_ptr<const eval::Scope> scope;
    // The result, made ready by the first call.
    std::unique_ptr<Once<eval::Prepared>> prepared = std::make_unique<Once<eval::Prepared>>();
};

// An argument as a message shows it.
std::string shown(const Value& argument) {
    constexpr std::size_t kLongest = 40;
    std::string text =
        argument.is_marked() ? argument.unmarked().is_null() ? "null" : "(sensitive)" : argument.to_display();
    if (text.size() <= kLongest && text.find('\n') == std::string::npos) return text;
    return argument.type().friendly_name();
}

// Why a call fails: the first error of the body, for which arguments, and where it is.
eval::FunctionError failure(const Definition& definition, const Diagnostics& diagnostics,
                            std::span<const Value> arguments) {
    std::size_t errors = 0;
    const Diagnostic* first = nullptr;
    for (const Diagnostic& d : diagnostics) {
        if (d.severity != Severity::Error) continue;
        if (!first) first = &d;
        ++errors;
    }
    eval::FunctionError error{first->title + ": " + eval::as_clause(*first), {}, false};
    if (errors > 1) error.message += " (and " + std::to_string(errors - 1) + " more)";
    std::string given;
    for (std::size_t i = 0; i < definition.parameters.size(); ++i)
        given += (given.empty() ? "" : ", ") + definition.parameters[i] + " = " + shown(arguments[i]);
    if (!given.empty()) error.message += "; here " + given;
    const FileId file = first->file.is_valid() ? first->file : definition.file;
    error.related.push_back({{file, first->span}, "it fails here"});
    for (const RelatedPlace& place : first->related) error.related.push_back(place);
    return error;
}

eval::FunctionResult<Value> run(const Definition& definition, std::span<const Value> arguments,
                                eval::CallContext& call) {
    eval::MapScope scope(definition.scope);
    scope.allow_variables();
    for (std::size_t i = 0; i < definition.parameters.size(); ++i)
        scope.set(definition.parameters[i], arguments[i]);
    if (!definition.variadic.empty()) {
        auto rest = arguments.subspan(definition.parameters.size());
        scope.set(definition.variadic, Value::tuple({rest.begin(), rest.end()}));
    }
    Diagnostics diagnostics;
    const eval::Prepared& result = definition.prepared->get(
        [&] { return eval::Prepared(definition.result.node(), call.rules, definition.result.source()); });
    Value value = eval::evaluate(result, &scope, call.rules, call.budget, diagnostics);
    if (has_errors(diagnostics)) return std::unexpected(failure(definition, diagnostics, arguments));
    return value;
}

std::shared_ptr<const eval::Function> make_function(Definition definition) {
    auto shared = std::make_shared<const Definition>(std::move(definition));
    eval::Function function;
    function.description = "Defined in this configuration.";
    auto parameter = [](const std::string& name) {
        return eval::Parameter{.name = name, .doc = {}, .type = Type::dynamic(), .allow_unknown = true};
    };
    for (const std::string& name : shared->parameters) function.parameters.push_back(parameter(name));
    if (!shared->variadic.empty()) function.variadic = parameter(shared->variadic);
    // Unknown arguments give an unknown result of the body's type. The type is taken from the result: a
    // separate type function would evaluate nested calls exponentially often.
    function.implementation = [shared](std::span<const Value> arguments, const Type&,
                                       eval::CallContext& call) -> eval::FunctionResult<Value> {
        auto value = run(*shared, arguments, call);
        if (value && std::ranges::any_of(arguments, &Value::is_unknown))
            return Value::unknown(value->unmarked().type());
        return value;
    };
    return std::make_shared<const eval::Function>(std::move(function));
}

}  // namespace

UserFunctions decode_user_functions(const Body& body, std::string_view block_type,
                                    std::shared_ptr<const eval::Scope> scope, const Rules& rules) {
    UserFunctions out;
    PartialResult read = body.partial_content(
        {.attributes = {}, .blocks = {{.type = std::string(block_type), .label_names = {"name"}}}});
    out.remain = std::move(read.remain);
    out.diagnostics = std::move(read.diagnostics);
    out.is_readable = !has_errors(out.diagnostics);
    if (!out.is_readable) return out;

    static const BodySchema kFunctionSchema{.attributes = {{.name = "params", .required = true},
                                                           {.name = "variadic_param"},
                                                           {.name = "result", .required = true}},
                                            .blocks = {}};
    // Packs document their functions, and declare some that only the application has.
    static const BodySchema kAnnotations{
        .attributes = {{.name = "doc"}, {.name = "types"}, {.name = "returns"}}, .blocks = {}};
    auto take = [&](Diagnostics&& more, FileId file) {
        bool failed = has_errors(more);
        append_at(out.diagnostics, std::move(more), file);
        return !failed;
    };
    // A parameter's name, or nothing when the expression is no bare word.
    auto name_of = [&](const eval::Expression& expr, FileId file,
                       DiagCode wrong) -> std::optional<std::string> {
        std::string word = eval::static_keyword(expr);
        if (!word.empty()) return word;
        take({make_diagnostic(wrong, expr.span())}, file);
        return std::nullopt;
    };

    for (const Block& block : read.content.blocks) {
        Body body_of_function = block.body;
        if (!rules.decode_as_tool) {
            PartialResult annotated = block.body.partial_content(kAnnotations);
            bool is_declared_only =
                annotated.content.find("returns") &&
                annotated.remain.partial_content(kFunctionSchema).content.find("result") == nullptr;
            if (is_declared_only) continue;
            body_of_function = std::move(annotated.remain);
        }
        ContentResult content = body_of_function.content(kFunctionSchema);
        FileId file = block.type_span.file;
        if (!take(std::move(content.diagnostics), file)) continue;

        const Attribute& params = *content.content.find("params");
        auto list = eval::static_list(params.expr);
        if (!list) {
            take({list.error()}, file);
            continue;
        }
        Definition definition{.parameters = {},
                              .variadic = {},
                              .result = content.content.find("result")->expr,
                              .file = file,
                              .scope = scope};
        bool is_good = true;
        for (const eval::Expression& element : *list) {
            auto name = name_of(element, file, DiagCode::InvalidParameterName);
            if (!name) {
                is_good = false;
                break;
            }
            definition.parameters.push_back(std::move(*name));
        }
        if (!is_good) continue;
        if (const Attribute* variadic = content.content.find("variadic_param")) {
            auto name = name_of(variadic->expr, file, DiagCode::InvalidVariadicName);
            if (!name) continue;
            definition.variadic = std::move(*name);
        }
        out.table.add(block.labels.front(), make_function(std::move(definition)));
    }
    return out;
}

}  // namespace hcl::decode
