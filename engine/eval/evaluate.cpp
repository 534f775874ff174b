// The main walk: literals, references, constructors; larger node kinds have separate files.
#include "engine/eval/evaluate.h"

#include <algorithm>
#include <utility>

#include "engine/base/suggest.h"
#include "engine/base/utf8.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/walk/access.h"
#include "engine/eval/walk/evaluator.h"
#include "engine/value/text.h"

namespace hcl::eval {

using syntax::NodeKind;

EvalResult evaluate(syntax::Node expr, const Scope* scope, const EvalOptions& options) {
    Limits limits = options.limits;
    // Without loops, an expression takes steps in proportion to its text.
    constexpr std::uint64_t kLeastOfLiteral = 1'000;
    constexpr std::uint64_t kOfByte = 16;
    if (!scope) limits.steps = std::min(limits.steps, kLeastOfLiteral + kOfByte * expr.span().length());
    Budget budget(limits, options.cancel);
    return evaluate(expr, scope, options, budget);
}

EvalResult evaluate(syntax::Node expr, const Scope* scope, const EvalOptions& options, Budget& budget) {
    EvalResult result;
    scope = scope_in_mode(scope, options, expr.span(), result.diagnostics);
    if (has_errors(result.diagnostics)) return result;
    Evaluator evaluator(scope, *options.rules, budget, options.source, result.diagnostics,
                        checks_everything(options), options.warn_about_numbers);
    result.value = evaluator.run(expr);
    return result;
}

Value evaluate(syntax::Node expr, const Scope* scope, const Rules& rules, Budget& budget,
               const std::shared_ptr<const void>& source, Diagnostics& diagnostics, bool checks_everything) {
    Evaluator evaluator(scope, rules, budget, source, diagnostics, checks_everything);
    return evaluator.run(expr);
}

const Scope* scope_in_mode(const Scope* scope, const EvalOptions& options, Span place,
                           Diagnostics& diagnostics) {
    if (!options.literal_only) return scope;
    if (scope && options.rules->literal_only_with_scope_is_error)
        add_diagnostic(diagnostics, DiagCode::ScopeInLiteralMode, place);
    return nullptr;
}

Evaluator::Evaluator(const Scope* scope, const Rules& rules, Budget& budget,
                     const std::shared_ptr<const void>& source, Diagnostics& diagnostics,
                     bool checks_everything, bool warn_about_numbers)
    : scope_(scope),
      rules_(rules),
      budget_(budget),
      source_(&source),
      diagnostics_(diagnostics),
      checks_everything_(checks_everything),
      warn_about_numbers_(warn_about_numbers) {}

Value Evaluator::run(syntax::Node expr) {
    const std::size_t mark = diagnostics_.size();
    return finished(read_and_eval(expr), mark);
}

Value Evaluator::run(Code expr) {
    const std::size_t mark = diagnostics_.size();
    return finished(eval(expr), mark);
}

Value Evaluator::read_and_eval(syntax::Node expr) {
    // Nested closures (`try(try(...))`) are compiled once per level.
    if (!spend(expr, 0, Program::bytes_for(expr))) return Value::dynamic();
    Program program(expr);
    Program* own = std::exchange(own_, &program);
    Value value = eval(program.root());
    own_ = own;
    return value;
}

const Value& Evaluator::look_further(Code node, Value& held) {
    if (node.is(NodeKind::Variable)) {
        if (!spend(node, 1)) return held;
        const SourceText& name = node.name();
        if (locals_ && locals_->value_name == name) return *locals_->value;  // the most common case in loops
        if (const Value* value = find_variable(name)) return *value;
        held = unknown_variable(node);
        return held;
    }
    if (node.is(NodeKind::SplatItem) && splat_item_) return spend(node, 1) ? *splat_item_ : held;
    held = eval(node);
    return held;
}

Value Evaluator::eval(Code node) {
    if (!spend(node, 1)) return Value::dynamic();
    if (node.is_constant()) return node.op().constant;
    Nesting nesting(budget_);
    if (!nesting) return stop(node);
    switch (node.kind()) {
        case NodeKind::Number:
        case NodeKind::JsonNumber:
            return number_literal(node);
        case NodeKind::Variable:
            if (const Value* value = find_variable(node.name())) return *value;
            return unknown_variable(node);
        case NodeKind::GetAttr:
        case NodeKind::LegacyIndex:
            return traversal(node);
        case NodeKind::Index:
            return node.is_simple() ? traversal(node) : index(node);
        case NodeKind::AttrSplat:
        case NodeKind::FullSplat:
            return splat(node);
        case NodeKind::SplatItem:
            return splat_item_ ? *splat_item_ : Value::dynamic();
        case NodeKind::Call:
            return call(node);
        case NodeKind::Unary:
            return unary(node);
        case NodeKind::Binary:
            return binary(node);
        case NodeKind::Conditional:
            return conditional(node);
        case NodeKind::Paren:
            return !node.is_leaf() ? eval(node.child(0)) : Value::dynamic();
        case NodeKind::Tuple:
            return tuple(node);
        case NodeKind::Object:
            return object(node);
        case NodeKind::ForTuple:
        case NodeKind::ForObject:
            return for_expr(node);
        case NodeKind::Template:
            if (node.is_simple()) return simple_template(node);
            return template_expr(node);
        case NodeKind::Heredoc:
        case NodeKind::TemplateBody:
            return template_expr(node);
        case NodeKind::Interpolation:
            return !node.is_leaf() ? eval(node.child(0)) : Value::dynamic();
        case NodeKind::JsonString:
            return json_string(node);
        case NodeKind::JsonArray:
            return json_array(node);
        case NodeKind::JsonObject:
            return json_object(node);
        default:
            // Syntax errors evaluate to unknown; the parser has reported them.
            return Value::dynamic();
    }
}

// How many digits of a long number a message shows.
constexpr std::size_t kShownDigits = 40;

std::optional<Value> plain_number(std::string_view text) {
    // Short integers need no real parsing.
    if (text.size() <= 18 && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; })) {
        std::int64_t n = 0;
        for (char c : text) n = n * 10 + (c - '0');
        return Value::number(Number::integer(n, kNumberPrecision));
    }
    const bool negative = text.starts_with('-');  // JSON
    ParsedNumber parsed = parse_number(negative ? text.substr(1) : text, NumberSyntax::Literal);
    if (parsed.problem != NumberProblem::None) return std::nullopt;
    return Value::number(negative ? parsed.number.negated() : parsed.number);
}

Value Evaluator::number_literal(Code node) {
    // Simple literals are constants already.
    std::string_view text = node.node().text();
    bool negative = text.starts_with('-');  // JSON
    ParsedNumber parsed = parse_number(negative ? text.substr(1) : text, NumberSyntax::Literal);
    if (parsed.problem == NumberProblem::Syntax) return Value::unknown(Type::number());
    if (parsed.problem == NumberProblem::Exponent) {
        // The parser reports numbers that are too large.
        if (parsed.number.is_infinite()) return Value::unknown(Type::number());
        if (rules_.far_exponents_are_errors) {
            report(DiagCode::InvalidNumber, node.span(), {shortened(text, kShownDigits, "...")});
            return Value::unknown(Type::number());
        }
    }
    Value value = Value::number(negative ? parsed.number.negated() : parsed.number);
    bool inexact = parsed.problem == NumberProblem::Inexact;
    if (inexact || parsed.problem == NumberProblem::Overflow) {
        bool is_error = inexact ? rules_.inexact_integers_are_errors : rules_.number_overflow_is_error;
        if (is_error || warn_about_numbers_) {
            Diagnostic d = make_diagnostic(inexact ? DiagCode::InexactNumber : DiagCode::NumberOverflow,
                                           node.span(), {shortened(text, kShownDigits, "...")});
            d.severity = is_error ? Severity::Error : Severity::Warning;
            report(std::move(d));
        }
        if (is_error) return Value::unknown(Type::number());
    }
    return value;
}

// ---- References

const Value* Evaluator::find_variable(const SourceText& name) const {
    const bool is_plain = !locals_ || is_ascii(name.view());
    auto is_name = [&](const SourceText& other) {
        return other == name ||
               (!is_plain && !other.is_empty() && to_nfc(other.view()) == to_nfc(name.view()));
    };
    for (const Locals* l = locals_; l; l = l->outer) {
        if (is_name(l->value_name)) return l->value;
        if (is_name(l->key_name)) return l->key;
    }
    return scope_ ? scope_->find_variable(name.view()) : nullptr;
}

bool Evaluator::has_variables() const {
    if (locals_) return true;
    for (const Scope* s = scope_; s; s = s->parent())
        if (s->has_variables()) return true;
    return false;
}

bool Evaluator::has_functions() const {
    for (const Scope* s = scope_; s; s = s->parent())
        if (s->has_functions()) return true;
    return false;
}

Value Evaluator::unknown_variable(Code node) {
    if (stopped_) return Value::dynamic();
    const std::string_view name = node.name().view();
    if (!has_variables()) {
        report(DiagCode::VariablesNotAllowed, node.span(), {name});
        return Value::dynamic();
    }
    if (!is_shown(DiagCode::UnknownVariable, node.span())) return Value::dynamic();
    Suggester suggester(name, names_left());
    for (const Locals* l = locals_; l; l = l->outer) {
        suggester.offer(l->value_name.view());
        suggester.offer(l->key_name.view());
    }
    for (const Scope* s = scope_; s; s = s->parent()) s->offer_variables(suggester);
    spend_names(suggester.offered());
    Diagnostic d =
        make_diagnostic(DiagCode::UnknownVariable, node.span(), {name, did_you_mean(suggester.best())});
    if (!suggester.best().empty()) add_rename_fix(d, node.span(), suggester.best());
    add(std::move(d));
    return Value::dynamic();
}

namespace {

// Finds a part of a known value without marks, conversion or diagnostics.
const Value* find_part(const Value& whole, std::string_view name) {
    const TypeKind kind = whole.kind();
    if ((kind != TypeKind::Object && kind != TypeKind::Map) || whole.is_marked() || !whole.has_content())
        return nullptr;
    return whole.find(name);
}
const Value* find_element(const Value& whole, const Value& key) {
    if (whole.is_marked() || !whole.has_content()) return nullptr;
    const TypeKind kind = whole.kind();
    if (kind == TypeKind::List || kind == TypeKind::Tuple) {
        if (!key.is_known_number()) return nullptr;
        const std::optional<std::int64_t> index = key.as_number().to_int64();
        if (!index || *index < 0 || static_cast<std::uint64_t>(*index) >= whole.size()) return nullptr;
        return &whole.elements()[static_cast<std::size_t>(*index)];
    }
    if ((kind != TypeKind::Object && kind != TypeKind::Map) || !key.is_known_string()) return nullptr;
    return whole.find(key.as_string());
}

// The span of an index key that is a literal string; empty for other steps.
Span written_key(syntax::Node step) {
    if (!step.is(NodeKind::Index)) return {};
    syntax::Node key = step.child(1);
    if (!key.is(NodeKind::Template) || key.data().size != 2) return {};
    return key.child(0).is(NodeKind::TemplateLiteral) ? key.child(0).span() : Span();
}

}  // namespace

// A chain of literal steps, from its base on: the first failing step ends it.
Value Evaluator::traversal(Code node) {
    // An incomplete chain (nothing after the last dot) has no value.
    SmallVector<const Op*, 8> steps;
    Code base = node;
    for (; base.is_static_step(); base = base.child(0)) {
        if (base.is_broken()) return Value::dynamic();
        steps.push_back(&base.op());
    }
    if (!spend(node, steps.size())) return Value::dynamic();

    // Borrows values from the scope as long as possible, to avoid reference counting.
    Value held;
    const Value* current = nullptr;
    if (base.is(NodeKind::Variable)) {
        current = find_variable(base.name());
        if (!current) return unknown_variable(base);
    } else {
        current = &look(base, held);
    }
    for (std::size_t i = steps.size(); i-- > 0;) {
        const Code step(steps[i], &node.program());
        Value held_key;
        const Value* part = nullptr;
        const Value* key = &held_key;
        if (step.is(NodeKind::GetAttr)) {
            // The common case without copies.
            if (step.is_simple()) part = find_part(*current, step.name().view());
        } else {
            if (step.is(NodeKind::Index)) {
                key = &look(step.child(1), held_key);
            } else {
                auto parsed = parse_number(step.name().view(), NumberSyntax::Literal);
                if (parsed.problem == NumberProblem::Syntax || parsed.problem == NumberProblem::Exponent)
                    return Value::dynamic();
                held_key = Value::number(parsed.number);
            }
            part = find_element(*current, *key);
        }
        if (part) {
            if (current == &held) {
                Value copy = *part;
                held = std::move(copy);
            } else {
                current = part;
            }
            continue;
        }
        Value next;
        if (!take_step(step.node(), *current, *key, next)) return Value::dynamic();
        held = std::move(next);
        current = &held;
    }
    if (current == &held) return held;
    return *current;
}

// Takes a step with all diagnostics.
bool Evaluator::take_step(syntax::Node step, const Value& from, const Value& key, Value& out) {
    if (!step.is(NodeKind::GetAttr))
        return get_element(from, key, step_span(step), written_key(step), rules_, *this, out);
    std::string_view name = attribute_name(step);
    Span name_span = name.empty() ? Span() : step.token_span(step.token_end() - 1);
    return get_attribute(from, name, step_span(step), name_span, *this, out);
}

Value Evaluator::index(Code node) {
    Value held_collection, held_key, element;
    const Value& collection = look(node.child(0), held_collection);
    const Value& key = look(node.child(1), held_key);
    if (stopped_) return Value::dynamic();
    if (const Value* part = find_element(collection, key)) return *part;
    get_element(collection, key, step_span(node.node()), {}, rules_, *this, element);
    return element;
}

// ---- Constructors

Value Evaluator::tuple(Code node) {
    std::size_t base = values_.size();
    for (Code item : node.children()) {
        Value value = eval(item);
        if (!spend(node, 0, sizeof(Value))) break;
        values_.push_back(std::move(value));
    }
    Value result;
    if (!stopped_) result = made(node, Value::tuple_of(values_.from(base)));
    values_.truncate(base);
    return result;
}

// Evaluates an object's key; false when it has errors.
bool Evaluator::object_key(Code key, Value& out) {
    switch (key.kind()) {
        case NodeKind::Variable:
        case NodeKind::Bool:
        case NodeKind::Null:
            // An identifier is the name itself.
            out = Value::string(key.has_name() ? key.name().view() : key.node().text());
            return true;
        case NodeKind::GetAttr:
        case NodeKind::Index:
        case NodeKind::LegacyIndex: {
            Code base = key;
            while (base.is_static_step()) base = base.child(0);
            if (!base.is(NodeKind::Variable)) break;
            report(DiagCode::AmbiguousAttributeKey, key.span(), {key.node().text()});
            return false;
        }
        default:
            break;
    }
    std::size_t mark = diagnostics_.size();
    out = eval(key);
    return !errors_since(mark);
}

Value Evaluator::object(Code node) {
    std::vector<std::pair<std::string, Value>> attributes;
    Marks marks;
    bool known = true;
    std::string problem;
    attributes.reserve(node.child_count());
    for (Code item : node.children()) {
        if (!item.is(NodeKind::ObjectItem) || item.is_leaf()) continue;
        // A key that is being typed, so what the object lacks is not known.
        if (item.is_broken()) {
            known = false;
            continue;
        }
        Code key_node = item.child(0);
        Code value_node = item.child(1);
        Value key;
        bool key_ok = object_key(key_node, key);
        Value value = value_node ? eval(value_node) : Value::dynamic();
        if (!spend(node, 0, sizeof(Value) + 48)) return Value::dynamic();
        if (!key_ok) {
            known = false;
            continue;
        }
        if (key.is_null()) {
            report(DiagCode::NullObjectKey, value_node ? value_node.span() : key_node.span(), {});
            known = false;
            continue;
        }
        if (key.is_marked()) {
            marks |= key.marks();
            key = Value(key.unmarked());
        }
        if (!convert(key, TypeKind::String, problem)) {
            report(DiagCode::IncorrectKeyType, key_node.span(), {problem});
            known = false;
            continue;
        }
        if (key.is_unknown()) {
            known = false;
            continue;
        }
        std::string_view name = key.as_string();
        if (!spend(node, 0, name.size())) return Value::dynamic();
        attributes.emplace_back(std::string(name), std::move(value));
    }
    if (!known || stopped_) return Value::dynamic().with_marks(marks);
    Value result = made(node, Value::object(std::move(attributes)));
    return marks.empty() ? result : result.with_marks(marks);
}

// ---- Shared

bool Evaluator::convert(Value& value, const Type& type, std::string& problem) const {
    if (type.is_dynamic()) return true;
    if (!type.has_optional() && value.has_type(type)) return true;
    if (!budget_.spend(value.weight())) return false;
    ValueResult converted = convert_value(value, type, rules_);
    if (!converted) {
        problem = explain(converted.error());
        return false;
    }
    value = std::move(*converted);
    return true;
}

}  // namespace hcl::eval
