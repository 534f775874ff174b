// Constraints of the pack on values of attributes, beyond types.
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "engine/base/utf8.h"
#include "engine/bind/resolution.h"
#include "engine/check/rule.h"
#include "engine/check/value_problem.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/evaluate.h"
#include "engine/language/value_format.h"
#include "engine/syntax/lex/literal.h"
#include "engine/value/ops.h"

namespace hcl::check {

namespace {

using syntax::Node;
using syntax::NodeKind;

// Checks each element of a literal collection, otherwise the whole value.
void check_parts(UnitRule& rule, const language::ValueRules& rules, const Value& value, Node node,
                 std::string_view name, int depth) {
    const Value& plain = value.unmarked();
    if (value.is_marked() || !plain.has_content() || depth > 20) return;
    Type type = plain.type();
    if (type.is_primitive()) {
        report_value_problems(rule, rules, plain, node.span(), name);
        return;
    }
    if (!type.is_collection() && !type.is_tuple()) return;
    Node inner = eval::without_parens(node);
    bool is_list = inner.is(NodeKind::Tuple) || inner.is(NodeKind::JsonArray);
    bool is_object = inner.is(NodeKind::Object) || inner.is(NodeKind::JsonObject);
    std::unordered_map<std::string, Node>
        written;  // literal items by key; the last of several equal keys wins
    if (is_object && type.is_map())
        for (Node item : inner.children())
            if (Node key = item.child(0); key && item.child(1)) {
                std::string word(key.text());
                if (word.size() > 1 && word.front() == '"' && word.back() == '"')
                    word = word.substr(1, word.size() - 2);
                written.insert_or_assign(std::move(word), item.child(1));
            }
    bool by_place = is_list && inner.child_count() == plain.size() && !type.is_set();
    syntax::NodeChildren::Iterator element;
    if (by_place) element = inner.children().begin();
    for (std::size_t at = 0; at < plain.size(); ++at) {
        Node part = node;
        if (by_place) part = *element++;
        if (!written.empty())
            if (auto it = written.find(std::string(plain.key_at(at).as_string())); it != written.end())
                part = it->second;
        if (!rules.takes_null_parts && plain.value_at(at).unmarked().is_null()) {
            Diagnostic& d = rule.report(DiagCode::NullNotAllowed, part.span(), {name, "", "Leave it out"});
            d.message = "An element of \"" + std::string(name) + "\" cannot be null. Leave it out.";
        }
        check_parts(rule, rules, plain.value_at(at), part, name, depth + 1);
    }
}

// Literal elements must be unique. The value of a set has lost duplicates, so the source text is compared.
void check_unique(UnitRule& rule, Node expr, std::string_view name) {
    Node list = eval::without_parens(expr);
    if (!list.is(NodeKind::Tuple) && !list.is(NodeKind::JsonArray)) return;
    std::unordered_map<std::string, Span> seen;
    for (Node element : list.children()) {
        eval::EvalResult result = eval::evaluate(element, nullptr);
        if (has_errors(result.diagnostics) || !result.value.has_content()) continue;
        std::string shown = result.value.to_display(200);
        auto [it, is_new] = seen.emplace(shown, element.span());
        if (is_new) continue;
        Diagnostic& d = rule.report(DiagCode::DuplicateElement, element.span(), {name, shown});
        d.related.push_back({{{}, it->second}, "it is here already"});
    }
}

// The last step of the address that the block of the body declares.
std::string declared_name(const bind::BoundUnit& unit, std::uint32_t body) {
    const bind::Declaration* declaration = declaration_of(unit, body);
    return declaration ? declaration->address.back() : std::string();
}

// A condition without such a reference is reported separately.
bool refers_to_own(const bind::BoundUnit& unit, std::uint32_t index) {
    const bind::BoundAttribute& attribute = unit.attributes[index];
    const bind::Declaration* own = declaration_of(unit, attribute.body);
    if (attribute.def->must_refer != language::MustRefer::Own || !own) return true;
    return std::ranges::any_of(bind::references_of(unit, index), [&](const bind::Reference& reference) {
        return begins_with(reference, own->address);
    });
}

// Why no value meets a condition: a regular expression in it that is none fails for each.
std::string why_none_does(Node condition) {
    std::string problem;
    eval::each_call(condition, [&](Node call, std::string_view name) {
        if (!problem.empty() || (name != "regex" && name != "regexall") || call.child_count() < 2) return;
        const std::optional<std::string> pattern = syntax::quoted_text(call.child(1));
        if (!pattern) return;
        problem = language::format_problem(language::Format::Regex, *pattern);
        if (!problem.empty())
            problem = "no value does, because \"" + *pattern + "\" is no regular expression: " + problem;
    });
    return problem.empty() ? "no value does." : problem + ".";
}

}  // namespace

void report_constraint_problems(UnitRule& rule, const language::ValueRules& rules, const Value& value,
                                Node expr, std::string_view name) {
    if (rules.is_unique) check_unique(rule, expr, name);
    if (rules.min_length || rules.max_length) {
        std::optional<std::uint64_t> length;
        std::string unit_word = "element";
        if (value.is_known_string()) {
            length = count_characters(value.as_string());
            unit_word = "character";
        } else if (value.type().is_collection() || value.type().is_structural()) {
            length = value.size();
        }
        auto count = [&](std::uint64_t n) {
            return std::to_string(n) + " " + unit_word + (n == 1 ? "" : "s");
        };
        if (length && rules.min_length && *length < *rules.min_length)
            rule.report(DiagCode::WrongLength, expr.span(),
                        {name, count(*length), "at least " + count(*rules.min_length)});
        if (length && rules.max_length && *length > *rules.max_length)
            rule.report(DiagCode::WrongLength, expr.span(),
                        {name, count(*length), "at most " + count(*rules.max_length)});
    }
    if (rules.values.empty() && rules.reserved.empty() && !rules.pattern &&
        rules.format == language::Format::None && !rules.min && !rules.max && !rules.is_whole &&
        rules.takes_null_parts)
        return;
    check_parts(rule, rules, value, expr, name, 0);
}

void report_unsettable(UnitRule& rule, const language::AttributeDef& def, const Value& value, Node expr,
                       Span name_place, std::string_view name) {
    // A null argument counts as not set.
    if (def.is_read_only && ops::definitely_not_null(value.unmarked()))
        rule.report(DiagCode::ReadOnlyArgument, name_place, {name});
    if (def.allows_null || !value.unmarked().is_null() || expr.is(NodeKind::Missing)) return;
    rule.report(DiagCode::NullNotAllowed, expr.span(),
                {name, def.is_required ? "is required and " : "",
                 def.is_required ? "Give it a value" : "Leave it out, or give it a value"});
}

void constraints(UnitRule& rule) {
    for (std::uint32_t i = 0; i < rule.unit.attributes.size(); ++i) {
        const bind::BoundAttribute& attribute = rule.unit.attributes[i];
        if (!attribute.def || !attribute.expr || !has_value(attribute.def->decoder)) continue;
        const language::ValueRules& rules = attribute.def->rules;
        const Value& value = rule.slot.state->values[i];
        if (!attribute.def->validates.empty() && attribute.def->must_refer != language::MustRefer::Any &&
            value.unmarked().is_known_bool() && !value.unmarked().as_bool() && refers_to_own(rule.unit, i))
            rule.report(DiagCode::ConditionNotMet, attribute.expr.span(),
                        {declared_name(rule.unit, attribute.body), why_none_does(attribute.expr)});
        report_unsettable(rule, *attribute.def, value, attribute.expr, attribute.name_span, attribute.name);
        if (value.is_marked() || !value.has_content()) continue;
        report_constraint_problems(rule, rules, value, attribute.expr, attribute.name);
    }
}

}  // namespace hcl::check
