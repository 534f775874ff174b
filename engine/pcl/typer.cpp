#include "engine/pcl/typer.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/counted.h"
#include "engine/base/hcl_string.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/pcl/convert.h"
#include "engine/pcl/fixes.h"
#include "engine/pcl/known_values.h"
#include "engine/pcl/packages.h"
#include "engine/pcl/traverse.h"
#include "engine/pcl/unify.h"
#include "engine/pcl/value_check.h"
#include "engine/syntax/lex/literal.h"
#include "engine/value/text.h"

namespace hcl::pcl {

using syntax::BinaryOp;
using syntax::Node;
using SyntaxKind = syntax::NodeKind;
using syntax::UnaryOp;

Node value_node(Node expr) {
    while (expr) {
        Node inner;
        if (expr.is(SyntaxKind::Paren)) inner = expr.child(0);
        if (expr.is(SyntaxKind::Template) && expr.child_count() == 1 &&
            expr.child(0).is(SyntaxKind::Interpolation))
            inner = expr.child(0).child(0);
        if (!inner) return expr;
        expr = inner;
    }
    return expr;
}

namespace {

constexpr std::size_t kMostFindings = 1000;

// A name followed by literal steps.
bool is_traversal(Node expr) {
    while (true) {
        expr = value_node(expr);
        if (!expr || expr.is(SyntaxKind::Variable)) return static_cast<bool>(expr);
        if (!eval::is_static_step(expr)) return false;
        expr = expr.child(0);
    }
}

std::string_view text_of_name(Node name) {
    return name ? name.text() : std::string_view();
}

class Typer {
  public:
    Typer(const TypeScope& scope, const Functions& functions, const TyperOptions& options,
          Diagnostics& findings)
        : scope_(scope), functions_(functions), options_(options), findings_(findings) {}

    Type type(Node expr) { return typed(expr).type; }

  private:
    struct Typed {
        Type type{};
        // The value of a literal: a number, bool, null, or an identifier used as a key.
        std::optional<Value> literal{};
        Definition::Steps steps = Definition::Steps::Typed;
    };
    struct Local {
        std::string name;
        Type type;
    };

    bool may_report() const { return findings_.size() < kMostFindings; }
    void report(DiagCode code, Span span, std::initializer_list<std::string_view> arguments = {}) {
        if (may_report()) add_diagnostic(findings_, code, span, arguments);
    }
    void report(const StepProblem& problem, Span span) {
        std::string_view arguments[3];
        std::vector<std::string> words = options_.is_reference ? problem.arguments : problem.readable();
        // The reference counts one too many.
        const bool is_range = !options_.is_reference && problem.code == DiagCode::PclTupleRange;
        if (is_range && words[0] != "0") words[0] = std::to_string(std::stoull(words[0]) - 1);
        for (std::size_t i = 0; i < std::min(words.size(), std::size(arguments)); ++i)
            arguments[i] = words[i];
        report(problem.code, span, {arguments[0], arguments[1], arguments[2]});
        if (is_range && problem.arguments[0] == "0" && !findings_.empty() &&
            findings_.back().code == problem.code)
            findings_.back().title = "the tuple has no elements";
    }
    // The members of a union can each refuse a step: one finding says so.
    std::vector<StepProblem> reported_of(const std::vector<StepProblem>& problems) const {
        if (options_.is_reference || problems.size() < 2) return problems;
        auto best = std::ranges::find(problems, DiagCode::PclUnknownProperty, &StepProblem::code);
        return {best == problems.end() ? problems.back() : *best};
    }

    Typed typed(Node expr) {
        if (!expr) return {};
        Typed found = typed_anew(expr);
        if (options_.on_type) options_.on_type(expr, found.type);
        return found;
    }

    Typed typed_anew(Node expr) {
        switch (expr.kind()) {
            case SyntaxKind::Number:
                return number(expr);
            case SyntaxKind::Bool:
                return literal(Value::boolean(expr.has(syntax::kTrue)));
            case SyntaxKind::Null:
                return literal(Value::null());
            case SyntaxKind::Variable:
                return variable(expr);
            case SyntaxKind::GetAttr:
            case SyntaxKind::LegacyIndex:
                return step(expr);
            case SyntaxKind::Index:
                return eval::is_static_step(expr) ? step(expr) : index(expr);
            case SyntaxKind::AttrSplat:
            case SyntaxKind::FullSplat:
                return {splat(expr)};
            case SyntaxKind::SplatItem:
                return {splat_items_.empty() ? Type() : splat_items_.back()};
            case SyntaxKind::Call:
                return {call(expr)};
            case SyntaxKind::Unary:
                return unary(expr);
            case SyntaxKind::Binary:
                return {binary(expr)};
            case SyntaxKind::Conditional:
                return {conditional(expr)};
            case SyntaxKind::Paren:
                return typed(expr.child(0));
            case SyntaxKind::Tuple:
                return {tuple(expr)};
            case SyntaxKind::Object:
                return {object(expr)};
            case SyntaxKind::ForTuple:
            case SyntaxKind::ForObject:
                return {for_expression(expr)};
            case SyntaxKind::Template:
                if (Node inner = value_node(expr); inner != expr) return typed(inner);
                return {template_parts(expr)};
            case SyntaxKind::Heredoc:
            case SyntaxKind::TemplateBody:
                return {template_parts(expr)};
            default:
                return {};  // the parser reports the error
        }
    }

    // ---- Literals and names

    Typed literal(const Value& value) { return {Type::constant(value, options_.integers), value}; }

    Typed number(Node expr) {
        const ParsedNumber parsed = parse_number(syntax::number_text(expr), NumberSyntax::Literal);
        // Pulumi rounds it.
        if (parsed.problem == NumberProblem::Inexact && may_report()) {
            report(DiagCode::InexactNumber, expr.span(), {expr.text()});
            findings_.back().severity = Severity::Warning;
        }
        if (parsed.problem == NumberProblem::Syntax) return {Type::number()};
        return literal(Value::number(parsed.number));
    }

    Typed variable(Node expr) {
        const std::string_view name = expr.text();
        for (auto local = locals_.rbegin(); local != locals_.rend(); ++local)
            if (local->name == name) return {local->type};
        std::optional<Definition> found = scope_.find(name);
        if (!found && !is_ascii(name)) found = scope_.find(to_nfc(name));
        if (!found) {
            undefined(expr, name);
            return {};
        }
        return {found->type, std::nullopt, found->steps};
    }

    void undefined(Node expr, std::string_view name) {
        if (!may_report()) return;
        Suggester suggester(name);
        for (const Local& local : locals_) suggester.offer(local.name);
        scope_.offer(suggester);
        Diagnostic& d = add_diagnostic(findings_, DiagCode::PclUndefinedVariable, expr.span(),
                                       {name, did_you_mean(suggester.best())});
        offer_name(d, expr.span(), suggester.best());
        if (options_.missing_variables_are_warnings) d.severity = Severity::Warning;
    }

    // ---- Parts of values

    static std::optional<Value> number_key(std::string_view text) {
        const ParsedNumber parsed = parse_number(text, NumberSyntax::Literal);
        if (parsed.problem == NumberProblem::Syntax) return std::nullopt;
        return Value::number(parsed.number);
    }

    static std::optional<Value> written_key(Node step) {
        if (step.is(SyntaxKind::LegacyIndex)) return number_key(step.token_text(step.token_end() - 1));
        Node key = step.child(1);
        if (key.is(SyntaxKind::Null)) return Value::null();
        if (key.is(SyntaxKind::Bool)) return Value::boolean(key.has(syntax::kTrue));
        if (key.is(SyntaxKind::Number)) return number_key(syntax::number_text(key));
        if (std::optional<std::string> text = syntax::quoted_text(key)) return Value::string(*text);
        return std::nullopt;
    }

    Typed step(Node expr) {
        Typed operand = typed(expr.child(0));
        const Span span = eval::step_span(expr);
        if (operand.steps == Definition::Steps::Same) return {operand.type, std::nullopt, operand.steps};
        if (operand.steps == Definition::Steps::Refused) {
            report(DiagCode::PclPulumiTraversed, span);
            return {};
        }
        StepKey key;
        if (expr.is(SyntaxKind::GetAttr)) {
            const std::string_view name = eval::attribute_name(expr);
            if (name.empty()) return {};
            key = StepKey::name(is_ascii(name) ? std::string(name) : to_nfc(name));
        } else {
            const std::optional<Value> value = written_key(expr);
            if (!value) return {};
            key = StepKey::literal(*value);
        }
        if (!options_.is_reference && key.value && key.value->is_known_string() &&
            is_name_of_list(operand.type, *key.value) && !chooses_instance(expr, operand.type)) {
            report_unchosen(expr, operand.type, key.value->as_string());
            return {};
        }
        if (refuses_index(operand.type, key.value, span)) return {};
        Step found = traverse(operand.type, key);
        const bool is_allowed = options_.missing_properties_are_allowed &&
                                std::ranges::find(found.problems, DiagCode::PclUnknownProperty,
                                                  &StepProblem::code) != found.problems.end();
        if (!is_allowed) report_step(expr, operand.type, found.problems);
        return {found.type};
    }

    void report_step(Node expr, const Type& type, const std::vector<StepProblem>& problems) {
        for (const StepProblem& problem : reported_of(problems)) {
            report(problem, eval::step_span(expr));
            if (!expr.is(SyntaxKind::GetAttr) || !may_report()) continue;
            if (!options_.is_reference && problem.code == DiagCode::PclUnknownProperty)
                explain_instances(expr, without_wrappers(type));
            const auto length = static_cast<std::uint32_t>(eval::attribute_name(expr).size());
            if (!problem.meant.empty())
                offer_name(findings_.back(), {expr.span().end - length, expr.span().end}, problem.meant);
        }
    }

    // A property of the instances by their keys, where that of one of them is meant.
    void explain_instances(Node expr, const Type& type) {
        if (!type.is(Kind::Object) || !keyed_instance(type)) return;
        const std::string source(expr.child(0).text());
        const std::string key = "[" + hcl_string(type.properties()[0].name) + "]";
        Diagnostic& d = findings_.back();
        d.message = "\"" + source + "\" has a range, so it is the map of its instances. Write " + source +
                    key + "." + std::string(eval::attribute_name(expr)) + " for one of them.";
        const std::uint32_t end = expr.child(0).span().end;
        d.fixes.push_back(
            {.title = "Take one: " + source + key, .edits = {{d.file, {{end, end}, key}}}, .is_guess = true});
    }

    // Reports a known number that is no index of a list.
    bool refuses_index(const Type& collection, const std::optional<Value>& key, Span span) {
        if (options_.is_reference || !key || !without_wrappers(collection).is(Kind::List)) return false;
        const std::optional<Value> number = key->is_known_string() ? number_key(key->as_string()) : key;
        if (!number || !number->is_known_number()) return false;
        const Number index = number->as_number();
        if (index.is_integer() && !(index < Number::integer(0))) return false;
        if (!may_report()) return true;
        add_diagnostic(findings_, DiagCode::PclListIndex, span, {"", ""}).title =
            "list indices must be whole numbers from 0";
        return true;
    }

    // Reports an index that is computed from literals alone, and no index of the list or tuple.
    bool refuses_known_index(const Type& collection, Node key_node) {
        const Type inner = without_wrappers(collection);
        if (!inner.is(Kind::List) && !inner.is(Kind::Tuple)) return false;
        const std::optional<Value> key =
            known_value(key_node, [](std::string_view) { return std::optional<Value>(); });
        if (!key || !key->is_known_number()) return false;
        if (refuses_index(collection, key, key_node.span())) return true;
        const Step found = traverse(collection, StepKey::literal(*key));
        for (const StepProblem& problem : reported_of(found.problems)) report(problem, key_node.span());
        return !found.problems.empty();
    }

    static bool is_name_of_list(const Type& type, const Value& key) {
        return without_wrappers(type).is(Kind::List) && !number_key(key.as_string());
    }

    // A resource with a `range` over a list has one instance for each element, and takes the element as
    // index.
    static bool chooses_instance(Node expr, const Type& list) {
        const Type element = without_wrappers(without_wrappers(list).element());
        return !expr.is(SyntaxKind::GetAttr) && (is_instance_type(element) || may_be_anything(element));
    }

    // A property of a list, where that of an element is meant.
    void report_unchosen(Node expr, const Type& list, std::string_view name) {
        if (!may_report()) return;
        const Node source = expr.child(0);
        const bool is_instance = is_instance_type(without_wrappers(without_wrappers(list).element()));
        const std::string text(source.text());
        const bool is_name = expr.is(SyntaxKind::GetAttr);
        const std::string after = "." + std::string(name);
        Diagnostic& d = add_diagnostic(
            findings_, DiagCode::PclListIndex, eval::step_span(expr),
            {is_instance ? " \"" + text + "\" has a range, so it is the list of its instances." : "",
             is_name ? " Write " + text + "[0]" + after + " for one of them, or " + text + "[*]" + after +
                           " for all."
                     : ""});
        if (!is_name) return;
        for (const auto& [index, title] : {std::pair("[0]", "Take the first: "), {"[*]", "Take all: "}})
            d.fixes.push_back({.title = title + text + index + after,
                               .edits = {{d.file, {{source.span().end, source.span().end}, index}}},
                               .is_guess = true});
    }

    // An index that is not a literal.
    Typed index(Node expr) {
        Node collection_node = expr.child(0);
        Node key_node = expr.child(1);
        const Type collection = type(collection_node);
        const Typed key = typed(key_node);
        if (!collection_node || !key_node) return {};
        const IterationTypes types = iterated(collection, collection_node);
        if (!options_.is_reference && refuses_known_index(collection, key_node)) return {};
        if (key.literal) {
            Step found = traverse(collection, StepKey::literal(*key.literal));
            if (found.problems.empty()) return {found.type};
        }
        expect(types.key, key.type, key_node);
        return {lifted(rewrapped(collection, types.value), {key.type})};
    }

    IterationTypes iterated(const Type& collection, Node expr) {
        IterationTypes types = iteration_types(collection);
        if (!types.problem || !may_report()) return types;
        report(*types.problem, expr.span());
        if (options_.skips_range_types) findings_.back().severity = Severity::Warning;
        return types;
    }

    // The instances of a resource by their keys: a splat takes each, as languages that Pulumi generates do.
    static std::optional<Type> keyed_instance(const Type& type) {
        if (type.is(Kind::Map) && is_instance_type(type.element())) return type.element();
        const bool has_keys =
            type.is(Kind::Object) && type.annotation().empty() && !type.properties().empty();
        if (!has_keys || !is_instance_type(type.properties()[0].type)) return std::nullopt;
        return type.properties()[0].type;
    }

    Type splat(Node expr) {
        Node source_node = expr.child(0);
        Node each_node = expr.child(1);
        const Type source = type(source_node);
        const Type inner = without_wrappers(source);
        Type item = inner;
        bool is_sequence = true;
        if (inner.is(Kind::List) || inner.is(Kind::Set))
            item = inner.element();
        else if (inner.is(Kind::Tuple))
            item = common_types(inner.elements()).safe;
        else if (const std::optional<Type> instance =
                     options_.is_reference ? std::nullopt : keyed_instance(inner))
            item = *instance;
        else
            is_sequence = inner.is_dynamic();
        splat_items_.push_back(item);
        const Type each = type(each_node);
        splat_items_.pop_back();
        const Type list = Type::list(each);
        return is_sequence || !options_.splat_drops_eventuals ? rewrapped(source, list) : list;
    }

    // ---- Operators

    // Reports an operand or argument that does not fit; outputs of the wanted type fit, too.
    void expect(const Type& wanted, const Type& given, Node expr) {
        expect_at(wanted, given, value_span(expr), expr, {});
    }
    // `name`: what the value is for.
    void expect_at(const Type& wanted, const Type& given, Span span, Node expr, std::string_view name);
    KnownNames known_names() const {
        return [this](std::string_view name) -> std::optional<Value> {
            if (std::ranges::find(locals_, name, &Local::name) != locals_.end()) return std::nullopt;
            return scope_.value(name);
        };
    }

    Typed unary(Node expr) {
        const Typed operand = typed(expr.child(0));
        const bool negates = expr.unary_op() == UnaryOp::Negate;
        const bool is_int = negates && operand.type == Type::integer();
        const Type wanted = !negates ? Type::boolean() : is_int ? Type::integer() : Type::number();
        if (expr.child(0)) expect(wanted, operand.type, expr.child(0));
        // A minus before a literal is part of it.
        if (negates && operand.literal && operand.literal->is_known_number())
            return literal(Value::number(operand.literal->as_number().negated()));
        return {lifted(wanted, {operand.type})};
    }

    Type binary(Node expr) {
        const Type left = type(expr.child(0));
        const Type right = type(expr.child(1));
        Type wanted;
        Type result = Type::boolean();
        switch (expr.binary_op()) {
            case BinaryOp::Or:
            case BinaryOp::And:
                wanted = Type::boolean();
                break;
            case BinaryOp::Equal:
            case BinaryOp::NotEqual:
                return lifted(result, {left, right});
            case BinaryOp::Less:
            case BinaryOp::LessEqual:
            case BinaryOp::Greater:
            case BinaryOp::GreaterEqual:
                wanted = Type::number();
                break;
            case BinaryOp::Add:
            case BinaryOp::Subtract:
            case BinaryOp::Multiply:
            case BinaryOp::Divide:
            case BinaryOp::Modulo:
                wanted = result = Type::number();
                break;
        }
        if (left == Type::integer() && right == Type::integer() && wanted == Type::number()) {
            wanted = Type::integer();
            if (result == Type::number()) result = wanted;
        }
        if (expr.child(0)) expect(wanted, left, expr.child(0));
        if (expr.child(1)) expect(wanted, right, expr.child(1));
        return lifted(result, {left, right});
    }

    Type conditional(Node expr) {
        const Type condition = type(expr.child(0));
        const Type results[] = {type(expr.child(1)), type(expr.child(2))};
        if (expr.child(0)) expect(Type::boolean(), condition, expr.child(0));
        return lifted(common_types(results).safe, {condition});
    }

    // ---- Collections

    Type tuple(Node expr) {
        std::vector<Type> elements;
        for (Node element : expr.children()) elements.push_back(type(element));
        return Type::tuple(elements);
    }

    // A key that is an identifier or a single literal has that text.
    Typed object_key(Node key) {
        // An identifier is its text, even if it is `null` or the name of a variable.
        if (key.is(SyntaxKind::Variable) || key.is(SyntaxKind::Null) || key.is(SyntaxKind::Bool))
            return literal(Value::string(key.text()));
        Typed found = typed(key);
        if (Node value = value_node(key); value && !found.literal)
            if (std::optional<std::string> text = syntax::quoted_text(value))
                found.literal = Value::string(*text);
        return found;
    }

    Type object(Node expr) {
        struct Item {
            Node key_node;
            Typed key;
            Type value;
        };
        std::vector<Item> items;
        for (Node item : expr.children()) {
            if (!item.is(SyntaxKind::ObjectItem) || !item.child(0)) continue;
            Item read{item.child(0), object_key(item.child(0)), {}};
            read.value = type(item.child(1));
            items.push_back(std::move(read));
        }
        std::vector<Property> properties;
        std::vector<Type> keys, values;
        bool is_map = false;
        for (Item& item : items) {
            const bool is_bad = !is_convertible(input_type(Type::string()), item.key.type);
            if (is_bad)
                report(DiagCode::PclObjectKey, value_span(item.key_node),
                       {options_.is_reference ? item.key.type.to_string() : in_short(item.key.type)});
            keys.push_back(item.key.type);
            values.push_back(item.value);
            const std::optional<Value>& literal = item.key.literal;
            if (!literal || literal->is_null()) {
                is_map = is_map || !literal;
                continue;
            }
            properties.push_back({property_name(*literal), item.value});
        }
        if (is_map) return lifted(Type::map(common_types(values).safe), keys);
        return lifted(Type::object(std::move(properties)), keys);
    }

    // Declares loop variables while it lives.
    class Scoped {
      public:
        explicit Scoped(Typer& typer) : typer_(typer), count_(typer.locals_.size()) {}
        ~Scoped() { typer_.locals_.resize(count_); }
        Scoped(const Scoped&) = delete;

      private:
        Typer& typer_;
        std::size_t count_;
    };

    void define(std::string_view name, const Type& type) {
        locals_.push_back({is_ascii(name) ? std::string(name) : to_nfc(name), type});
    }

    void define_loop(Node loop, Node key_name, Node value_name, const IterationTypes& types) {
        if (options_.on_type && key_name) options_.on_type(key_name, types.key);
        if (options_.on_type && value_name) options_.on_type(value_name, types.value);
        if (key_name) define(text_of_name(key_name), types.key);
        if (key_name && text_of_name(key_name) == text_of_name(value_name))
            report(DiagCode::PclNameTwice, loop.span(), {text_of_name(value_name)});
        else
            define(text_of_name(value_name), types.value);
    }

    Type for_expression(Node expr) {
        std::uint32_t next = 0;
        Node key_name = expr.has(syntax::kHasKeyName) ? expr.child(next++) : Node();
        Node value_name = expr.child(next++);
        Node collection_node = expr.child(next++);
        const bool is_object = expr.is(SyntaxKind::ForObject);
        Node key_node = is_object ? expr.child(next++) : Node();
        Node value_node_ = expr.child(next++);
        Node condition_node = expr.has(syntax::kHasCondition) ? expr.child(next++) : Node();
        if (!collection_node) return {};

        const Type collection = type(collection_node);
        const IterationTypes types = iterated(collection, collection_node);
        Scoped scoped(*this);
        define_loop(expr, key_name, value_name, types);
        const Type key = key_node ? type(key_node) : Type::string();
        const Type value = type(value_node_);
        const Type condition = condition_node ? type(condition_node) : Type::boolean();
        if (key_node) expect(Type::string(), key, key_node);
        if (condition_node) expect(Type::boolean(), condition, condition_node);
        const Type element = expr.has(syntax::kGroup) && is_object ? Type::list(value) : value;
        const Type result = is_object ? Type::map(element) : Type::list(element);
        return lifted(rewrapped(collection, result), {key, condition});
    }

    // ---- Templates

    Type template_parts(Node node) {
        std::vector<Type> parts;
        for (Node part : node.children()) {
            if (part.is(SyntaxKind::Interpolation))
                parts.push_back(type(part.child(0)));
            else if (part.is(SyntaxKind::IfDirective))
                parts.push_back(if_directive(part));
            else if (part.is(SyntaxKind::ForDirective))
                parts.push_back(for_directive(part));
        }
        return lifted(Type::string(), parts);
    }

    Type if_directive(Node node) {
        const Type condition = type(node.child(0));
        const Type results[] = {
            node.child(1) ? template_parts(node.child(1)) : Type::string(),
            node.has(syntax::kHasElse) && node.child(2) ? template_parts(node.child(2)) : Type::string()};
        if (node.child(0)) expect(Type::boolean(), condition, node.child(0));
        return lifted(common_types(results).safe, {condition});
    }

    Type for_directive(Node node) {
        std::uint32_t next = 0;
        Node key_name = node.has(syntax::kHasKeyName) ? node.child(next++) : Node();
        Node value_name = node.child(next++);
        Node collection_node = node.child(next++);
        Node body = node.child(next++);
        if (!collection_node) return Type::string();
        const Type collection = type(collection_node);
        const IterationTypes types = iterated(collection, collection_node);
        Scoped scoped(*this);
        define_loop(node, key_name, value_name, types);
        const Type text = body ? template_parts(body) : Type::string();
        return lifted(Type::string(), {rewrapped(collection, Type::list(text))});
    }

    // ---- Calls

    Type call(Node expr) {
        const eval::CallName called = eval::call_name(expr);
        const std::string_view name = called.view();
        std::vector<Argument> arguments;
        for (Node child : expr.children()) {
            if (child.is(SyntaxKind::FunctionName)) continue;
            Scoped scoped(*this);
            // The replacement for a failed value can use `error`.
            if (name == "recover" && arguments.size() == 1) define("error", Type::string());
            const Type argument = type(child);
            arguments.push_back({argument, value_span(child), child});
        }
        if (expr.has(syntax::kExpand)) expand(arguments);
        Node name_node = expr.child(0);
        const Call described{name,
                             arguments,
                             expr.span(),
                             name_node ? name_node.span() : expr.span(),
                             options_.is_reference,
                             options_.skips_range_types};
        std::optional<Signature> signature = functions_.signature(described, findings_);
        if (!signature) {
            if (may_report()) {
                Suggester suggester(name);
                for (std::string_view known : functions_.names()) suggester.offer(known);
                offer_name(add_diagnostic(findings_, DiagCode::PclUnknownFunction, described.name_span,
                                          {name, did_you_mean(suggester.best())}),
                           described.name_span, suggester.best());
            }
            return {};
        }
        check(described, *signature);
        return lifts(described, *signature) ? lifted_by(arguments, signature->result) : signature->result;
    }

    // `f(xs...)`: a tuple expands to its elements, a list or set to one argument of its element type.
    static void expand(std::vector<Argument>& arguments) {
        if (arguments.empty()) return;
        const Argument last = arguments.back();
        const Type inner = resolve_outputs(last.type).resolved();
        std::vector<Type> elements;
        if (inner.is(Kind::Tuple))
            elements.assign(inner.elements().begin(), inner.elements().end());
        else if (inner.is(Kind::List) || inner.is(Kind::Set))
            elements.push_back(inner.element());
        else
            return;
        arguments.pop_back();
        for (Type& element : elements) arguments.push_back({std::move(element), last.span, {}});
    }

    void check(const Call& call, const Signature& signature) {
        const std::size_t count = call.arguments.size();
        for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
            const Parameter& parameter = signature.parameters[i];
            if (i < count)
                expect_argument(parameter, call.arguments[i], call.name);
            else if (!is_optional(parameter.type))
                report(DiagCode::PclMissingParameter, call.span, {parameter.name, call.name});
        }
        if (count <= signature.parameters.size()) return;
        if (!signature.rest) {
            const std::size_t wanted = signature.parameters.size();
            report(DiagCode::PclTooManyArguments, call.span,
                   {std::to_string(wanted), std::to_string(count), call.name,
                    wanted == 0 ? std::string("no arguments") : counted(wanted, "argument")});
            return;
        }
        for (std::size_t i = signature.parameters.size(); i < count; ++i)
            expect_argument(*signature.rest, call.arguments[i], call.name);
    }

    void expect_argument(const Parameter& parameter, const Argument& argument, std::string_view function) {
        // The object of a call of a package's function has the arguments that people know.
        const bool is_object = parameter.name == "args" && (function == "invoke" || function == "call");
        expect_at(parameter.type, argument.type, argument.span, argument.node,
                  is_object ? std::string_view() : parameter.name);
    }

    // Whether a parameter does not accept an eventual argument, so that the call is lifted.
    static bool lifts(const Call& call, const Signature& signature) {
        for (std::size_t i = 0; i < call.arguments.size(); ++i) {
            const bool is_rest = i >= signature.parameters.size();
            if (is_rest && !signature.rest) break;
            const Type& wanted = is_rest ? signature.rest->type : signature.parameters[i].type;
            if (!is_assignable(wanted, call.arguments[i].type)) return true;
        }
        return false;
    }

    static Type lifted_by(const std::vector<Argument>& arguments, const Type& result) {
        std::vector<Type> types;
        types.reserve(arguments.size());
        for (const Argument& argument : arguments) types.push_back(argument.type);
        return lifted(result, types);
    }

    const TypeScope& scope_;
    const Functions& functions_;
    const TyperOptions& options_;
    Diagnostics& findings_;
    std::vector<Local> locals_;
    std::vector<Type> splat_items_;
};

bool report_misfit(const Type& to, const Type& from, Span span, bool is_reference, Diagnostics& findings) {
    if (is_convertible(to, from)) return true;
    if (findings.size() >= kMostFindings) return false;
    const std::optional<Misfit> misfit = explain_misfit(to, from);
    if (!misfit) return true;
    const std::string detail = describe(*misfit);
    const std::size_t before = findings.size();
    auto words = [&](const Type& wanted, const Type& given) {
        return is_reference ? Contrast{wanted.to_pretty(), given.to_pretty()} : contrast(wanted, given);
    };
    switch (misfit->reason) {
        case Misfit::Reason::Type:
            add_diagnostic(
                findings, DiagCode::PclCannotAssignValue, span,
                {words(misfit->to, misfit->from).from, words(misfit->to, misfit->from).to, detail});
            break;
        case Misfit::Reason::Length:
            add_diagnostic(
                findings, DiagCode::PclTupleLengths, span,
                {is_reference ? misfit->to.to_string() : words(misfit->to, misfit->from).to,
                 is_reference ? misfit->from.to_string() : words(misfit->to, misfit->from).from, detail});
            break;
        case Misfit::Reason::Union:
            add_diagnostic(findings, DiagCode::PclCannotAssignExpression, span,
                           {words(to, from).from, words(to, from).to, detail});
            break;
    }
    if (findings.size() > before) offer_conversions(findings.back(), span, to, from);
    return false;
}

void Typer::expect_at(const Type& wanted, const Type& given, Span span, Node expr, std::string_view name) {
    const Type accepted = input_type(wanted);
    const bool is_clear = expr && !options_.is_reference && may_report() &&
                          check_value(accepted, given, expr, name, known_names(), findings_);
    if (!is_clear) report_misfit(accepted, given, span, options_.is_reference, findings_);
}

}  // namespace

Type type_of(Node expr, const TypeScope& scope, const Functions& functions, const TyperOptions& options,
             Diagnostics& findings) {
    return Typer(scope, functions, options, findings).type(expr);
}

bool expect_fit(const Type& to, const Type& from, Node expr, bool is_reference, Diagnostics& findings) {
    return report_misfit(to, from, value_span(expr), is_reference, findings);
}

Span value_span(Node expr) {
    const Node value = value_node(expr);
    if (!value) return {};
    // The parentheses around a traversal are not part of a longer traversal that starts with it.
    if (eval::is_static_step(value) && is_traversal(value.child(0)))
        return {value_span(value.child(0)).start, value.span().end};
    return value.span();
}

}  // namespace hcl::pcl
