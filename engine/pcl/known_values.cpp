#include "engine/pcl/known_values.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "engine/base/hcl_string.h"
#include "engine/base/suggest.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/evaluate.h"
#include "engine/pcl/convert.h"
#include "engine/pcl/fixes.h"
#include "engine/pcl/literals.h"
#include "engine/pcl/program_binder.h"
#include "engine/pcl/traverse.h"
#include "engine/pcl/typer.h"
#include "engine/syntax/lex/literal.h"
#include "engine/value/convert.h"

namespace hcl::pcl {

using syntax::Node;
using SyntaxKind = syntax::NodeKind;

namespace {

constexpr std::size_t kLongestKnown = 256;
constexpr std::uint32_t kMostNodes = 64;

// The names of an expression, for its evaluation.
class KnownScope final : public eval::Scope {
  public:
    void add(std::string name, Value value) { values_.emplace(std::move(name), std::move(value)); }
    const Value* variable(std::string_view name) const override {
        auto found = values_.find(name);
        return found == values_.end() ? nullptr : &found->second;
    }
    bool has_variables() const override { return true; }

  private:
    std::map<std::string, Value, std::less<>> values_;
};

bool is_constant_kind(SyntaxKind kind) {
    switch (kind) {
        case SyntaxKind::Number:
        case SyntaxKind::Bool:
        case SyntaxKind::Null:
        case SyntaxKind::Variable:
        case SyntaxKind::Unary:
        case SyntaxKind::Binary:
        case SyntaxKind::Paren:
        case SyntaxKind::Template:
        case SyntaxKind::Interpolation:
        case SyntaxKind::Heredoc:
        case SyntaxKind::TemplateBody:
        case SyntaxKind::TemplateLiteral:
            return true;
        default:
            return false;
    }
}

std::optional<Value> if_short(Value value) {
    if (value.is_null() || value.is_known_bool() || value.is_known_number()) return value;
    if (value.is_known_string() && value.as_string().size() <= kLongestKnown) return value;
    return std::nullopt;
}

// Operations and templates, by evaluation.
std::optional<Value> computed_value(Node expr, const KnownNames& names) {
    if (expr.data().size > kMostNodes) return std::nullopt;
    KnownScope scope;
    const std::uint32_t end = expr.id() + expr.data().size;
    for (std::uint32_t id = expr.id(); id < end; ++id) {
        const Node node(&expr.chunk(), expr.base(), id);
        if (!is_constant_kind(node.kind())) return std::nullopt;
        if (!node.is(SyntaxKind::Variable)) continue;
        std::optional<Value> value = names(node.text());
        if (!value) return std::nullopt;
        scope.add(std::string(node.text()), std::move(*value));
    }
    eval::EvalResult found = eval::evaluate(expr, &scope, eval::eval_options(Rules::reference()));
    return has_errors(found.diagnostics) ? std::nullopt : if_short(std::move(found.value));
}

std::optional<Number> number_of(const Value& value) {
    if (value.is_known_number()) return value.as_number();
    if (value.is_known_string()) return number_from_text(value.as_string(), Rules::reference());
    return std::nullopt;
}

std::string text_of(const Value& value) {
    return value.is_null() ? std::string() : property_name(value);
}

Type type_of_known(const Value& value) {
    return value.is_known_string() ? Type::string() : Type::constant(value);
}

std::string_view noun_of(const Value& value) {
    return value.is_known_string() ? "string" : value.is_known_number() ? "number" : "bool";
}

}  // namespace

std::optional<Value> known_value(Node expr, const KnownNames& names) {
    expr = value_node(expr);
    if (!expr) return std::nullopt;
    if (expr.is(SyntaxKind::Bool)) return Value::boolean(expr.has(syntax::kTrue));
    if (expr.is(SyntaxKind::Null)) return Value::null();
    if (expr.is(SyntaxKind::Variable)) return names(expr.text());
    if (expr.is(SyntaxKind::Template))
        if (std::optional<std::string> text = syntax::quoted_text(expr))
            return if_short(Value::string(*text));
    return is_constant_kind(expr.kind()) ? computed_value(expr, names) : std::nullopt;
}

bool may_become(const Type& wanted, const Value& value) {
    const Type type = wanted.resolved();
    switch (type.kind()) {
        case Kind::None:
            return value.is_null();
        case Kind::Bool: {
            // Through its text, which "1" and "0" are, too.
            const std::string text = text_of(value);
            return text == "true" || text == "false" || text == "1" || text == "0";
        }
        case Kind::Int: {
            const std::optional<Number> number = number_of(value);
            return number && number->is_integer();
        }
        case Kind::Number:
            return number_of(value).has_value();
        case Kind::Enum:
            // Strings and numbers are checked as members (literals.h).
            return !value.is_known_bool() || std::ranges::any_of(type.values(), [&](const Value& member) {
                return text_of(member) == text_of(value);
            });
        case Kind::Const:
            return text_of(type.value()) == text_of(value);
        case Kind::Union:
            return std::ranges::any_of(type.members(), [&](const Type& m) { return may_become(m, value); });
        case Kind::Promise:
        case Kind::Output:
            return may_become(type.element(), value);
        default:
            return is_convertible(type, type_of_known(value));
    }
}

std::string refusal_words(const Type& wanted, const Value& value) {
    const std::string shown = value.to_display(60);
    const Type type = without_none(resolve_outputs(wanted).resolved()).resolved();
    if (type.is(Kind::Bool) && value.is_known_string()) return shown + R"( is neither "true" nor "false")";
    if (type.is(Kind::Int) && !value.is_known_bool()) return shown + " is no whole number";
    if (type.is(Kind::Number) && value.is_known_string()) return shown + " is no number";
    return type.is(Kind::Const) ? shown + " is another value" : shown;
}

namespace {

// Compares an expression with a type, part by part.
class ValueChecker {
  public:
    explicit ValueChecker(const KnownNames& names) : names_(names) {}

    struct Found {
        Node node;         // the value, or the key of a property that does not exist
        std::string path;  // ".tags[0]"
        Type wanted;       // of the value; the object without the property
        std::optional<Value> value;
    };
    enum class Fit : std::uint8_t {
        Yes,
        Wrong,  // a known value does not fit
        No,     // the type does not
    };

    Fit look(const Type& wanted, Node expr, const std::string& path, std::vector<Found>& found) {
        if (++steps_ > kMostSteps) return Fit::Yes;
        const Node node = value_node(expr);
        const Type type = wanted.resolved();
        if (!node || type.is_dynamic() || may_be_anything(type)) return Fit::Yes;
        if (const std::vector<Node> outcomes = outcomes_of(node); !outcomes.empty()) {
            Fit worst = Fit::Yes;
            for (Node one : outcomes) worst = std::max(worst, look(type, one, path, found));
            return worst;
        }
        const bool is_tuple = node.is(SyntaxKind::Tuple);
        if (is_tuple || node.is(SyntaxKind::Object)) {
            if (type.is(Kind::Union)) return look_at_members(type, node, path, found);
            return is_tuple ? look_at_elements(type, node, path, found)
                            : look_at_properties(type, node, path, found);
        }
        const std::optional<Value> value = known_value(node, names_);
        if (!value) return Fit::Yes;
        if (!is_convertible(type, type_of_known(*value))) return Fit::No;
        if (value->is_null() || may_become(type, *value)) return Fit::Yes;
        found.push_back({node, path, type, value});
        return Fit::Wrong;
    }

  private:
    static constexpr int kMostSteps = 1 << 14;

    // The member that fits best says what is wrong.
    Fit look_at_members(const Type& type, Node node, const std::string& path, std::vector<Found>& found) {
        Fit best = Fit::No;
        std::size_t best_weight = 0;
        std::vector<Found> chosen;
        for (const Type& member : type.members()) {
            std::vector<Found> here;
            const Fit fit = look(member, node, path, here);
            // A constant tells which of several objects is meant.
            std::size_t weight = here.size();
            for (const Found& one : here) weight += one.value && one.wanted.is(Kind::Const) ? 1000 : 0;
            const bool is_better = fit < best || (fit == best && fit != Fit::No && weight < best_weight);
            if (!is_better) continue;
            best = fit;
            best_weight = weight;
            chosen = std::move(here);
        }
        std::ranges::move(chosen, std::back_inserter(found));
        return best;
    }

    Fit look_at_elements(const Type& type, Node node, const std::string& path, std::vector<Found>& found) {
        const bool is_list = type.is(Kind::List) || type.is(Kind::Set);
        if (!is_list && !type.is(Kind::Tuple)) return Fit::No;
        Fit worst = Fit::Yes;
        std::size_t index = 0;
        for (Node element : node.children()) {
            if (!is_list && index >= type.elements().size()) return Fit::No;
            const Type& wanted = is_list ? type.element() : type.elements()[index];
            worst = std::max(worst, look(wanted, element, path + "[" + std::to_string(index) + "]", found));
            ++index;
        }
        return worst;
    }

    Fit look_at_properties(const Type& type, Node node, const std::string& path, std::vector<Found>& found) {
        if (!type.is(Kind::Map) && !type.is(Kind::Object)) return Fit::No;
        Fit worst = Fit::Yes;
        std::vector<std::string> given;
        bool is_computed = false;
        for (Node item : node.children()) {
            if (!item.is(SyntaxKind::ObjectItem)) continue;
            const std::optional<std::string> name = key_name(item.child(0));
            is_computed = is_computed || !name;
            if (!name && type.is(Kind::Object)) continue;
            const std::string place = path + (name ? "." + *name : "[]");
            if (type.is(Kind::Map)) {
                worst = std::max(worst, look(type.element(), item.child(1), place, found));
                continue;
            }
            given.push_back(*name);
            if (const Property* property = type.find_property(*name))
                worst = std::max(worst, look(property->type, item.child(1), place, found));
            else if (!type.properties().empty())
                found.push_back({item.child(0), place, type, std::nullopt});
        }
        if (is_computed || type.is(Kind::Map)) return worst;
        const bool is_whole = std::ranges::all_of(type.properties(), [&](const Property& one) {
            return is_optional(one.type) || std::ranges::find(given, one.name) != given.end();
        });
        return is_whole ? worst : Fit::No;
    }

    const KnownNames& names_;
    int steps_ = 0;
};

// A bool in other words.
std::string bool_meant(const Type& wanted, const Value& value) {
    if (!value.is_known_string() || !may_become(wanted, Value::boolean(true))) return {};
    const std::string word = to_lower(value.as_string());
    if (word == "true" || word == "yes" || word == "on") return "true";
    if (word == "false" || word == "no" || word == "off") return "false";
    return {};
}

void report_value(const ValueChecker::Found& found, std::string_view name, Diagnostics& findings) {
    const std::string place = std::string(name) + found.path;
    const std::string wanted = in_short(found.wanted);
    const std::string given(noun_of(*found.value));
    const std::string words = refusal_words(found.wanted, *found.value);
    Diagnostic& d =
        place.empty()
            ? add_diagnostic(
                  findings, DiagCode::PclCannotAssignValue, found.node.span(),
                  {given, wanted, "Expected " + wanted + ", but this is " + given + ": " + words + "."})
            : add_diagnostic(findings, DiagCode::PclWrongInputType, found.node.span(),
                             {place.starts_with('.') ? place.substr(1) : place, wanted, given, ": " + words});
    offer_name(d, found.node.span(), bool_meant(found.wanted, *found.value));
}

void report_key(const ValueChecker::Found& found, Diagnostics& findings) {
    const std::string name = key_name(found.node).value_or("");
    Suggester suggester(name);
    for (const Property& property : found.wanted.properties()) suggester.offer(property.name);
    const std::string& meant = suggester.best();
    Diagnostic& d = add_diagnostic(findings, DiagCode::PclUnsupportedAttribute, found.node.span(),
                                   {name, did_you_mean(meant)});
    d.severity = Severity::Warning;
    if (found.node.is(SyntaxKind::Variable))
        offer_name(d, found.node.span(), meant);
    else
        offer_string(d, found.node.span(), meant);
}

}  // namespace

void check_known_values(const Type& wanted, Node expr, std::string_view name, const KnownNames& names,
                        Diagnostics& findings) {
    std::vector<ValueChecker::Found> found;
    ValueChecker(names).look(resolve_outputs(wanted), expr, {}, found);
    for (const ValueChecker::Found& one : found) {
        if (one.value)
            report_value(one, name, findings);
        else
            report_key(one, findings);
    }
}

}  // namespace hcl::pcl
