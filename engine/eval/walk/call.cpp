// Function calls.
#include <string>

#include "engine/base/suggest.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/files.h"
#include "engine/eval/scope.h"
#include "engine/eval/text/describe.h"
#include "engine/eval/walk/access.h"
#include "engine/eval/walk/evaluator.h"
#include "engine/value/ops.h"

namespace hcl::eval {

using syntax::NodeKind;

namespace {

// "2 arguments", "at least 1 argument".
std::string arity(const Function& function) {
    std::size_t count = function.parameters.size();
    std::string text = function.variadic ? "at least " : "";
    if (count == 0 && !function.variadic) return "no arguments";
    return text + std::to_string(count) + (count == 1 ? " argument" : " arguments");
}

// Errors quote arguments, which can have any length.
std::string shortened(const std::string& message) {
    constexpr std::size_t kShown = 300;
    if (message.size() <= 2 * kShown) return message;
    std::size_t head = kShown, tail = message.size() - kShown;
    auto is_inside = [&](std::size_t i) { return (static_cast<unsigned char>(message[i]) & 0xC0) == 0x80; };
    while (head > 0 && is_inside(head)) --head;
    while (tail < message.size() && is_inside(tail)) ++tail;
    return message.substr(0, head) + " ... " + message.substr(tail);
}

}  // namespace

// Captures the scope of an argument so that it can outlive the
// evaluation: names on the stack are copied.
class Evaluator::CapturingContext final : public DecodeContext {
  public:
    CapturingContext(const Evaluator& evaluator, Budget& budget)
        : DecodeContext(evaluator.rules_, budget), evaluator_(evaluator) {}

    ScopeRef capture_scope() const override {
        std::shared_ptr<const Scope> owner =
            evaluator_.scope_ ? evaluator_.scope_->weak_from_this().lock() : nullptr;
        if (!evaluator_.locals_) return {owner, evaluator_.scope_};
        auto copy = owner ? std::make_shared<MapScope>(owner) : std::make_shared<MapScope>(evaluator_.scope_);
        copy->allow_variables();
        for (const Locals* l = evaluator_.locals_; l; l = l->outer) {
            // Inner names hide outer ones.
            if (l->value && !copy->variable(l->value_name.view()))
                copy->set(std::string(l->value_name.view()), *l->value);
            if (!l->key_name.is_empty() && !copy->variable(l->key_name.view()))
                copy->set(std::string(l->key_name.view()), *l->key);
        }
        return {copy, copy.get()};
    }

  private:
    const Evaluator& evaluator_;
};

namespace {

// A literal that is no collection.
bool is_scalar(Code node) {
    return node.is(NodeKind::Template) || node.is(NodeKind::Heredoc) || node.is(NodeKind::Number) ||
           node.is(NodeKind::Bool);
}

// `list("a", "b")` of Terraform before 0.12: its arguments become one collection.
void add_collection_fix(Diagnostic& diagnostic, Code call, std::string_view conversion) {
    const auto count = static_cast<std::uint32_t>(call.child_count()) - 1;
    const bool is_map = conversion == "tomap";
    if (count == 0 || (is_map && count % 2 != 0)) return;
    Fix fix;
    fix.title = "Change to \"" + std::string(conversion) + "\" of a collection";
    auto edit = [&](std::uint32_t start, std::uint32_t end, std::string_view text) {
        fix.edits.push_back({FileId(), Edit{{start, end}, std::string(text)}});
    };
    edit(call.child(0).span().start, call.child(0).span().end, conversion);
    const std::uint32_t first = call.child(1).span().start;
    edit(first, first, is_map ? "{ " : "[");
    for (std::uint32_t i = 1; is_map && i < count; i += 2)
        edit(call.child(i).span().end, call.child(i + 1).span().start, " = ");
    const std::uint32_t last = call.child(count).span().end;
    edit(last, last, is_map ? " }" : "]");
    fix.preferred = true;
    fix.is_guess = true;
    diagnostic.fixes.push_back(std::move(fix));
}

}  // namespace

const Function* Evaluator::find_function(std::string_view name) const {
    return scope_ ? scope_->find_function(name) : nullptr;
}

Value Evaluator::unknown_function(Code node, std::string_view name) {
    if (stopped_) return Value::dynamic();
    if (!has_functions()) {
        report(DiagCode::FunctionsNotAllowed, node.span(), {name});
        return Value::dynamic();
    }
    Span name_span = node.child(0).span();
    if (!is_shown(DiagCode::UnknownFunction, name_span)) return Value::dynamic();
    std::size_t separator = name.rfind("::");
    std::string_view space = separator == std::string_view::npos ? "" : name.substr(0, separator + 2);
    Suggester all(name, names_left());
    Suggester inside(name.substr(space.size()), names_left());
    bool space_exists = space.empty();
    auto offer = [&](std::string_view candidate) {
        if (!candidate.starts_with(space)) return;
        space_exists = true;
        inside.offer(candidate.substr(space.size()));
    };
    for (const Scope* s = scope_; s; s = s->parent()) {
        s->offer_functions(all);
        if (!space.empty()) s->each_function(offer);
    }
    spend_names(all.offered() + inside.offered());
    std::string best = inside.best().empty() ? all.best() : std::string(space) + inside.best();
    // The name of a type: `list` instead of `tolist`, which takes one collection.
    std::string conversion = "to" + std::string(name);
    const bool is_type = find_function(conversion) != nullptr;
    const bool is_of_elements = is_type && (node.child_count() != 2 || is_scalar(node.child(1)));
    if (is_type) best = std::move(conversion);
    Diagnostic d = space_exists
                       ? make_diagnostic(DiagCode::UnknownFunction, name_span, {name, did_you_mean(best)})
                       : make_diagnostic(DiagCode::UnknownFunctionNamespace, name_span,
                                         {space, name, did_you_mean(best)});
    d.context = node.span();
    if (is_of_elements)
        add_collection_fix(d, node, best);
    else if (!best.empty())
        add_rename_fix(d, name_span, best);
    add(std::move(d));
    return Value::dynamic();
}

Value Evaluator::call(Code node) {
    Code name_node = node.child(0);
    if (!name_node || !name_node.is(NodeKind::FunctionName)) return Value::dynamic();
    CallName written;
    if (!name_node.has_name()) written = call_name(node.node());
    const std::string_view name = name_node.has_name() ? name_node.name().view() : written.view();
    const Function* function = find_function(name);
    if (!function) return unknown_function(node, name);

    Arguments arguments;
    for (Code child : node.children())
        if (child != name_node) arguments.push_back({child, nullptr, {}});
    std::vector<Value> elements;
    if (node.has(syntax::kExpand) && !arguments.empty()) {
        Value result;
        if (!expand(node, arguments, elements, result)) {
            if (checks_everything_)
                check_arguments(node, *function, name, arguments.from(0).first(arguments.size() - 1));
            return result;
        }
    }
    return call_with(node, *function, name, arguments.from(0));
}

Span Evaluator::Argument::start_span() const {
    return node ? eval::start_span(node.node()) : span;
}

// Replaces the last argument by its elements, which `elements` keeps; false when the
// call ends here, with `result`.
bool Evaluator::expand(Code node, Arguments& arguments, std::vector<Value>& elements, Value& result) {
    Code last = arguments.back().node;
    std::size_t mark = diagnostics_.size();
    Value value = eval(last);
    if (errors_since(mark)) return false;
    if (value.is_null() && (value.kind() == TypeKind::Dynamic || value.kind() == TypeKind::List ||
                            value.kind() == TypeKind::Set || value.kind() == TypeKind::Tuple)) {
        report(DiagCode::NullExpansion, last.span(), node.span(), {});
        return false;
    }
    switch (value.kind()) {
        case TypeKind::Dynamic:
            return false;
        case TypeKind::List:
        case TypeKind::Set:
        case TypeKind::Tuple:
            break;
        default:
            report(DiagCode::InvalidExpansion, last.span(), node.span(), {with_article(value.type())});
            return false;
    }
    // Unknown elements of a set may turn out equal, so the number of arguments is unknown.
    if (value.is_unknown() || (ops::is_open_set(value.unmarked()) && !rules_.open_sets_are_iterated)) {
        result = Value::dynamic().with_same_marks(value);
        return false;
    }
    std::size_t count = value.unmarked().elements().size();
    if (!spend(node, count, count * (sizeof(Value) + sizeof(Argument)))) return false;
    arguments.pop_back();
    elements.reserve(count);
    for (const Value& element : value.unmarked().elements())
        arguments.push_back({{}, &elements.emplace_back(element.with_same_marks(value)), last.span()});
    return true;
}

// Checks the arguments before an unknown expanded one.
void Evaluator::check_arguments(Code node, const Function& function, std::string_view name,
                                std::span<const Argument> arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (const Parameter* parameter = function.parameter_at(i))
            argument(node, name, *parameter, arguments[i]);
        else
            eval(arguments[i].node);
    }
}

Value Evaluator::call_with(Code node, const Function& function, std::string_view name,
                           std::span<const Argument> arguments) {
    if (arguments.size() < function.parameters.size()) {
        report(DiagCode::NotEnoughArguments, call_close_span(node.node()), node.span(),
               {name, arity(function), function.parameters[arguments.size()].name});
        return Value::dynamic();
    }
    if (arguments.size() > function.parameters.size() && !function.variadic) {
        report(DiagCode::TooManyArguments, arguments[function.parameters.size()].start_span(), node.span(),
               {name, arity(function)});
        return Value::dynamic();
    }

    std::size_t base = values_.size();
    std::size_t mark = diagnostics_.size();
    for (std::size_t i = 0; i < arguments.size(); ++i)
        values_.push_back(argument(node, name, *function.parameter_at(i), arguments[i]));
    if (function.reads_files && !arguments.empty() && arguments[0].node)
        find_file(values_[base], arguments[0]);
    Value result;
    if (!errors_since(mark)) {
        CallContext context{rules_, budget_, scope_, checks_everything_};
        auto returned = call_function(function, values_.from(base), context);
        if (returned)
            result = std::move(*returned);
        else if (returned.error().out_of_budget || budget_.state() != Budget::State::Open)
            stop_call(node);
        else
            call_failed(node, function, name, arguments, returned.error());
    }
    values_.truncate(base);
    return result;
}

// The path of a file that is known although the value of the argument is not.
void Evaluator::find_file(Value& value, const Argument& given) const {
    if (value.is_marked() || !value.is_unknown() || !value.type().is_string()) return;
    const Files* files = scope_ ? scope_->find_files() : nullptr;
    if (std::string path = files ? files->meant_by(given.node.node()) : std::string(); !path.empty())
        value = Value::string(std::move(path));
}

Value Evaluator::argument(Code call, std::string_view name, const Parameter& parameter,
                          const Argument& given) {
    if (const ExpressionDecoder* decoder = decoder_of(parameter.type)) {
        Expression expression =
            given.node ? Expression(given.node.node(), *source_) : Expression(*given.value, given.span);
        auto value = decoder->decode(expression, CapturingContext(*this, budget_), diagnostics_);
        return value ? std::move(*value) : Value::unknown(parameter.type);
    }
    Value value = given.node ? eval(given.node) : *given.value;
    // By the specification, the call's result then has no type, regardless of the parameter's type.
    if (rules_.dynamic_argument_makes_dynamic && !parameter.allow_dynamic && value.is_dynamic_unknown())
        return value;
    std::string problem;
    if (!stopped_ && !convert(value, parameter.type, problem))
        report(DiagCode::InvalidArgument, given.start_span(), call.span(), {parameter.name, name, problem});
    return value;
}

void Evaluator::call_failed(Code node, const Function& function, std::string_view name,
                            std::span<const Argument> arguments, const FunctionError& error) {
    const Parameter* parameter = error.argument ? function.parameter_at(*error.argument) : nullptr;
    std::string message = shortened(error.message);
    Diagnostic d;
    if (parameter) {
        const bool has_place = *error.argument < arguments.size();
        d = make_diagnostic(DiagCode::InvalidArgument,
                            has_place ? arguments[*error.argument].start_span() : node.span(),
                            {parameter->name, name, message});
    } else {
        d = make_diagnostic(DiagCode::FunctionFailed, call_start_span(node.node()), {name, message});
    }
    d.context = node.span();
    d.related = error.related;
    d.rule = error.rule;
    if (!error.path.empty()) d.args.push_back(error.path);
    report(std::move(d));
}

// A function requested more than the budget: reported as too large
// unless the budget itself is exhausted.
void Evaluator::stop_call(Code node) {
    stop_too_large(node);
}

}  // namespace hcl::eval
