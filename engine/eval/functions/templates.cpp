#include "engine/eval/functions/templates.h"

#include <fmt/format.h>

#include <array>

#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/decoder.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/functions/functions.h"
#include "engine/eval/functions/support.h"
#include "engine/eval/text/describe.h"
#include "engine/syntax/file/file.h"
#include "engine/syntax/lex/chars.h"

namespace hcl::eval::functions {
namespace {

constexpr std::string_view kOfStrings = "templatestring";
constexpr std::string_view kOfFiles = "templatefile";

// Replaces the functions that render templates.
const Function& refused_function() {
    static const Function refused = [] {
        Function f;
        Parameter any = parameter("arguments", Type::dynamic(), kNull | kUnknown | kDynamic | kMarked, "");
        f.variadic = std::move(any);
        f.result_type = Type::dynamic();
        f.implementation = [](Arguments, const Type&, CallContext&) -> FunctionResult<Value> {
            return function_error(std::string(kNestedTemplate));
        };
        return f;
    }();
    return refused;
}

class TemplateScope final : public Scope {
  public:
    TemplateScope(const Value& variables, const Scope* around) : around_(around) {
        for (std::size_t i = 0; i < variables.size(); ++i)
            variables_.set(std::string(variables.key_at(i).as_string()), variables.value_at(i));
    }
    bool has_variables() const override { return true; }
    bool has_functions() const override { return around_ != nullptr; }
    const Value* variable(std::string_view name) const override { return variables_.variable(name); }
    void each_variable(const std::function<void(std::string_view)>& visit) const override {
        variables_.each_variable(visit);
    }
    const Function* function(std::string_view name) const override {
        const std::size_t space = name.rfind("::");
        const std::string_view plain = space == std::string_view::npos ? name : name.substr(space + 2);
        if (plain == kOfStrings || plain == kOfFiles) return &refused_function();
        return around_ ? around_->find_function(name) : nullptr;
    }
    void each_function(const std::function<void(std::string_view)>& visit) const override {
        for (const Scope* s = around_; s; s = s->parent()) s->each_function(visit);
    }
    const Files* files() const override { return around_ ? around_->find_files() : nullptr; }

  private:
    MapScope variables_;
    const Scope* around_;
};

FunctionResult<Value> rendered_string(Arguments arguments, const Type& type, CallContext& call) {
    const auto& closure = arguments[0].capsule_as<Closure>();
    const auto error = [](std::string message) { return argument_error(0, std::move(message)); };
    if (closure.expression.is_node()) {
        const syntax::Node node = closure.expression.node();
        if (node.is(syntax::NodeKind::Template))
            return error(
                "must be a reference to a template; one that is written here is rendered without this "
                "function");
        if (!static_traversal(closure.expression))
            if (!node.is(syntax::NodeKind::Index) && !node.is(syntax::NodeKind::GetAttr))
                return error("must be a reference to a string that holds a template");
    }
    Diagnostics findings;
    const Value marked = closure.evaluate(call, findings);
    if (call.budget.state() != Budget::State::Open) return out_of_budget();
    for (const Diagnostic& finding : findings)
        if (finding.severity == Severity::Error) return error("cannot be evaluated: " + as_clause(finding));
    const Value& text = marked.unmarked();
    if (text.is_dynamic_unknown()) return Value::unknown(type).with_same_marks(marked);
    if (!text.type().is_string() || text.is_null()) return error("must be a string that holds a template");
    if (text.is_unknown() || arguments[1].is_unknown()) return Value::unknown(type).with_same_marks(marked);
    auto result = render_template({text.as_string(), "the template", true}, arguments[1], 1, call);
    if (result) *result = result->with_same_marks(marked);
    return result;
}

}  // namespace

std::optional<FunctionError> check_template_variables(std::span<const Value> arguments, CallContext&) {
    const Type type = arguments[1].type();
    if (type.is_object() || type.is_map() || type.is_dynamic()) return std::nullopt;
    return FunctionError{fmt::format("must be a map or object, not {}", with_article(type)), 1};
}

FunctionResult<Value> render_template(const TemplateText& source, const Value& variables,
                                      std::size_t argument, CallContext& call) {
    const Type given = variables.type();
    if (!given.is_object() && !given.is_map())
        return argument_error(argument, fmt::format("must be a map or object, not {}", with_article(given)));
    if (!variables.is_known()) return Value::dynamic();
    // Parsing is slower than copying.
    if (!pay_text(source.text.size() * 4, call) || !pay_elements(variables.size(), call))
        return out_of_budget();
    for (std::size_t i = 0; i < variables.size(); ++i)
        if (const std::string name(variables.key_at(i).as_string()); !syntax::is_valid_identifier(name))
            return argument_error(argument,
                                  fmt::format("has \"{}\", which cannot be the name of a variable", name));
    const syntax::FilePtr file = syntax::parse_template(source.text);
    auto place = [&](Span span) {
        const Position at = file->position(span.start, ColumnUnit::Grapheme);
        return fmt::format("{}, line {}, column {}", source.name, at.line + 1, at.column + 1);
    };
    for (const Diagnostic& d : file->diagnostics())
        if (d.severity == Severity::Error) {
            std::string why = fmt::format("{}: {}", place(d.span), as_clause(d));
            if (source.is_argument) return argument_error(0, "is not a template: " + std::move(why));
            return function_error(std::move(why));
        }
    std::optional<FunctionError> missing;
    each_reference(file->root(), [&](syntax::Node chain, std::string_view root) {
        if (missing || variables.find(root)) return;
        missing = FunctionError{
            fmt::format("has no \"{}\", to which the template refers ({})", root, place(chain.span())),
            argument};
    });
    if (missing) return std::unexpected(std::move(*missing));
    const auto scope = std::make_shared<TemplateScope>(variables, call.scope);
    Diagnostics findings;
    Value value = evaluate(file->root(), scope.get(), call.rules, call.budget, file, findings);
    if (call.budget.state() != Budget::State::Open) return out_of_budget();
    for (const Diagnostic& d : findings)
        if (d.severity == Severity::Error)
            return function_error(fmt::format("{}: {}", place(d.span), as_clause(d)));
    if (value.is_null()) return function_error(fmt::format("the result of {} is null", source.name));
    return value;
}

void add_template_functions(FunctionTable& table) {
    Parameter text;
    text.name = "template";
    text.doc = "A reference to a string that holds a template.";
    text.type = expression_closure_type();
    Function function =
        partial(nullable(define("Returns what a template makes of variables.", Type::dynamic(),
                                {std::move(text), parameter("vars", Type::dynamic(), kUnknown,
                                                            "A map or object of the template's variables.")},
                                rendered_string)));
    function.check_types = check_template_variables;
    // The functions that the template calls may read files.
    function.reads_files = true;
    table.add(std::string(kOfStrings), std::move(function));
}

}  // namespace hcl::eval::functions
