#include "engine/decode/user_function.h"

#include <algorithm>
#include <optional>

#include "engine/base/once.h"
#include "engine/decode/evaluate.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/failed_body.h"
#include "engine/eval/prepared.h"

namespace hcl::decode {

namespace {

struct Definition {
    std::vector<std::string> parameters;
    std::string variadic;  // empty: none
    eval::Expression result;
    FileId file;
    std::shared_ptr<const eval::Scope> scope;
    // The result expression, compiled by the first call.
    std::unique_ptr<Once<eval::Prepared>> prepared = std::make_unique<Once<eval::Prepared>>();
};

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
    if (has_errors(diagnostics))
        return std::unexpected(
            eval::error_of_body(diagnostics, definition.file, definition.parameters, arguments));
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
    // Unknown arguments give an unknown result of the body's type. The type is derived from the result: a
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

const BodySchema& function_schema() {
    static const BodySchema kSchema{.attributes = {{.name = "params", .required = true},
                                                   {.name = "variadic_param"},
                                                   {.name = "result", .required = true}},
                                    .blocks = {}};
    return kSchema;
}

// Packs document their functions, and declare some that only the application implements. Returns the body
// without annotations, or nothing for a declaration.
std::optional<Body> without_annotations(const Body& body) {
    static const BodySchema kAnnotations{
        .attributes = {{.name = "doc"}, {.name = "type"}, {.name = "max_items"}, {.name = "visible"}},
        .blocks = {}};
    PartialResult annotated = body.partial_content(kAnnotations);
    if (annotated.content.find("type") &&
        !annotated.remain.partial_content(function_schema()).content.find("result"))
        return std::nullopt;
    return std::move(annotated.remain);
}

// Reads one function block.
struct FunctionReader {
    FileId file;
    Diagnostics& diagnostics;
    bool is_pack;

    bool take(Diagnostics&& more) const {
        bool failed = has_errors(more);
        append_at(diagnostics, std::move(more), file);
        return !failed;
    }

    // Empty when the expression is not an identifier.
    std::optional<std::string> name_of(const eval::Expression& expr, DiagCode wrong) const {
        std::string word = eval::static_keyword(expr);
        if (!word.empty()) return word;
        take({make_diagnostic(wrong, expr.span())});
        return std::nullopt;
    }

    // Packs can give the types of parameters: { text = string }.
    static std::optional<std::vector<std::string>> described(const eval::Expression& expr) {
        const syntax::Node node = expr.is_node() ? eval::without_parens(expr.node()) : syntax::Node();
        if (!node || !node.is(syntax::NodeKind::Object)) return std::nullopt;
        std::vector<std::string> names;
        for (syntax::Node item : node.children())
            if (item.child(0))
                if (std::string name = eval::static_keyword(eval::Expression(item.child(0), expr.source()));
                    !name.empty())
                    names.push_back(std::move(name));
        return names;
    }

    std::optional<std::vector<std::string>> parameters(const eval::Expression& expr) const {
        if (is_pack)
            if (auto names = described(expr)) return names;
        auto list = eval::static_list(expr);
        if (!list) {
            take({list.error()});
            return std::nullopt;
        }
        std::vector<std::string> names;
        for (const eval::Expression& element : *list) {
            auto name = name_of(element, DiagCode::InvalidParameterName);
            if (!name) return std::nullopt;
            names.push_back(std::move(*name));
        }
        return names;
    }

    std::optional<Definition> read(const Body& body, std::shared_ptr<const eval::Scope> scope) const {
        ContentResult read = body.content(function_schema());
        if (!take(std::move(read.diagnostics))) return std::nullopt;
        auto names = parameters(read.content.find("params")->expr);
        if (!names) return std::nullopt;
        Definition definition{.parameters = std::move(*names),
                              .variadic = {},
                              .result = read.content.find("result")->expr,
                              .file = file,
                              .scope = std::move(scope)};
        if (const Attribute* variadic = read.content.find("variadic_param")) {
            auto rest = is_pack ? described(variadic->expr) : std::nullopt;
            auto name = rest && rest->size() == 1 ? std::move(rest->front())
                                                  : name_of(variadic->expr, DiagCode::InvalidVariadicName);
            if (!name) return std::nullopt;
            definition.variadic = std::move(*name);
        }
        return definition;
    }
};

}  // namespace

UserFunctions decode_user_functions(const Body& body, std::string_view block_type,
                                    const std::shared_ptr<const eval::Scope>& scope, const Rules& rules) {
    UserFunctions out;
    PartialResult read = body.partial_content(
        {.attributes = {}, .blocks = {{.type = std::string(block_type), .label_names = {"name"}}}});
    out.remain = std::move(read.remain);
    out.diagnostics = std::move(read.diagnostics);
    out.is_readable = !has_errors(out.diagnostics);
    if (!out.is_readable) return out;
    for (const Block& block : read.content.blocks) {
        std::optional<Body> function = rules.decode_as_tool ? block.body : without_annotations(block.body);
        if (!function) continue;
        FunctionReader reader{block.type_span.file, out.diagnostics, !rules.decode_as_tool};
        if (auto definition = reader.read(*function, scope))
            out.table.add(block.labels.front(), make_function(std::move(*definition)));
    }
    return out;
}

}  // namespace hcl::decode
