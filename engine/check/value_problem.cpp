#include "engine/check/value_problem.h"

#include <algorithm>
#include <array>

#include "engine/eval/text/print.h"
#include "engine/language/language.h"
#include "engine/language/value_format.h"
#include "engine/language/version_order.h"
#include "engine/value/ops.h"

namespace hcl::check {

namespace {

std::string shown(const Value& value) {
    return value.to_display(60);
}

// The span of the string without its quotes, if it has any.
// Empty if it is written in another form.
Span span_of_text(Span place, std::string_view text) {
    if (place.length() == text.size() + 2) return {place.start + 1, place.end - 1};
    return place.length() == text.size() ? place : Span{};
}

// An allowed value may be deprecated, or belong to another version.
void check_known_choice(UnitRule& rule, const language::Choice& choice, const Value& value, Span place) {
    std::string shown_value = shown(value);
    std::string_view bare = shown_value;
    if (bare.size() >= 2 && bare.starts_with('"')) bare = bare.substr(1, bare.size() - 2);
    Diagnostic* d = nullptr;
    if (!choice.is_available) {
        d = &report_unavailable(rule, choice, bare, place);
    } else if (choice.is_deprecated) {
        d = &rule.report(DiagCode::DeprecatedName, place, {bare, deprecation_advice(choice)});
        d->tag = DiagTag::Deprecated;
    }
    if (Span text = span_of_text(place, bare); d && !choice.replaced_by.empty() && !text.is_empty())
        add_successor(*d, text, choice.replaced_by);
}

// Whether something else is put in place of a part of the text before it is read.
bool has_placeholder(std::string_view text) {
    return std::ranges::any_of(
        std::array<std::string_view, 3>{"${", "{{", "[["},
        [&](std::string_view start) { return text.find(start) != std::string_view::npos; });
}

// Whether only listed values of that form are allowed, although others are.
bool is_closed_for(const language::ValueRules& rules, const Value& value) {
    return value.is_known_string() && !has_placeholder(value.as_string()) &&
           std::ranges::any_of(rules.reserved, [&](const Value& reserved) {
               return reserved.is_known_string() &&
                      reserved.as_string().find('*') != std::string_view::npos &&
                      language::name_matches(reserved.as_string(), value.as_string());
           });
}

constexpr std::size_t kMostShown = 30;

// `values` are the first of `count`.
std::string listed(const std::vector<const Value*>& values, std::size_t count) {
    if (count > kMostShown) return "one of " + std::to_string(count) + " values";
    std::string list;
    for (std::size_t i = 0; i < values.size(); ++i)
        list += (i == 0 ? "" : i + 1 == values.size() ? " or " : ", ") + shown(*values[i]);
    return list;
}

// For lists of values that are not complete: reports a value that is one letter from a listed one.
void check_slip(UnitRule& rule, const language::ValueRules& rules, const Value& value, Span place,
                std::string_view name) {
    constexpr std::size_t kLeast = 3;
    constexpr std::size_t kNamesOfStep = 4;
    if (!value.is_known_string() || has_placeholder(value.as_string()) ||
        !rule.work.spend(rules.values.size() / kNamesOfStep))
        return;
    const std::string_view given = value.as_string();
    for (const language::Choice& choice : rules.values) {
        if (!choice.value.is_known_string() || !choice.is_available || choice.is_deprecated) continue;
        const std::string_view known = choice.value.as_string();
        if (known.size() < kLeast || edit_distance(given, known, 1) > 1) continue;
        Diagnostic& d = rule.report(DiagCode::ValueNotAllowed, place, {name, shown(value), "", ""});
        d.title = "Unknown value";
        d.message =
            shown(value) + " is no known value of \"" + std::string(name) + "\"." + did_you_mean(known);
        d.severity = Severity::Warning;
        if (Span text = span_of_text(place, given); !text.is_empty()) add_replacement(d, text, known);
        return;
    }
}

void check_choice(UnitRule& rule, const language::ValueRules& rules, const Value& value, Span place,
                  std::string_view name) {
    if (const language::Choice* choice = rules.choice_of(value))
        return check_known_choice(rule, *choice, value, place);
    if (rules.is_open && rules.is_doubtful) return check_slip(rule, rules, value, place, name);
    if (rules.values.empty() || (rules.is_open && !is_closed_for(rules, value))) return;
    std::vector<const Value*> values;
    const std::string given = value.is_known_string() ? std::string(value.as_string()) : std::string();
    Suggester near(given);
    constexpr std::size_t kNamesOfStep = 4;
    const bool may_compare = rule.work.spend(rules.values.size() / kNamesOfStep);
    std::size_t count = 0;
    for (const language::Choice& choice : rules.values) {
        if (!may_compare && count > kMostShown) break;
        if (!choice.is_available || choice.is_deprecated) continue;
        if (++count <= kMostShown) values.push_back(&choice.value);
        if (may_compare && choice.value.is_known_string()) near.offer(choice.value.as_string());
    }
    std::string best = value.is_known_string() ? near.best() : std::string();
    if (!may_compare) count = rules.values.size();
    Diagnostic& d = rule.report(DiagCode::ValueNotAllowed, place,
                                {name, shown(value), listed(values, count), did_you_mean(best)});
    // Another version may know the value.
    if (rules.is_open || rules.is_doubtful) d.severity = Severity::Warning;
    if (best.empty()) return;
    if (Span text = span_of_text(place, value.as_string()); !text.is_empty()) add_replacement(d, text, best);
}

// A constraint that admits no version that these checks support.
void check_version(UnitRule& rule, const language::ValueRules& rules, const Value& value, Span place,
                   std::string_view name) {
    // An override file may replace it.
    if (rule.module.files().has_overrides()) return;
    std::string_view text = value.as_string();
    const std::string& version = rule.module.language().version;
    std::string problem;
    if (!language::admits_from(rules.oldest, text))
        problem = "it admits no version from " + rules.oldest + " on";
    else if (!version.empty() && !language::is_admitted(version, text))
        problem = "it does not admit " + version + ", and " + version_in_use(rule.module.language());
    if (!problem.empty()) rule.report(DiagCode::UnsuitableString, place, {name, shown(value), problem});
}

}  // namespace

void report_value_problems(UnitRule& rule, const language::ValueRules& rules, const Value& value, Span place,
                           std::string_view name) {
    if (!value.has_content() || value.is_marked()) return;
    constexpr std::size_t kNamesOfStep = 4;
    if (!rules.reserved.empty() && !rule.work.spend(rules.reserved.size() / kNamesOfStep)) return;
    for (const Value& reserved : rules.reserved)
        if (reserved.identical(value)) rule.report(DiagCode::ReservedValue, place, {name, shown(value)});
    check_choice(rule, rules, value, place, name);
    if (value.is_known_string()) {
        std::string_view text = value.as_string();
        const bool may_name_symbol = rules.is_open && !rules.refers_to.empty();
        if (rules.pattern && !may_name_symbol && rule.work.spend(rules.pattern->steps_for(text)) &&
            !rules.pattern->matches(text))
            rule.report(DiagCode::UnsuitableString, place,
                        {name, shown(value),
                         rules.pattern_meaning.empty() ? "it must match \"" + rules.pattern_text + "\""
                                                       : rules.pattern_meaning + " is needed"});
        if (rules.format != language::Format::None &&
            rule.work.spend(language::format_steps(rules.format, text))) {
            if (std::string problem = language::format_problem(rules.format, text); !problem.empty())
                rule.report(DiagCode::UnsuitableString, place, {name, shown(value), problem});
            else if (!rules.oldest.empty())
                check_version(rule, rules, value, place, name);
        }
    }
    if (value.is_known_number()) {
        Number number = value.as_number();
        std::string wanted;
        // A duration without a unit is a count of nanoseconds.
        const bool is_whole = rules.is_whole || rules.format == language::Format::Duration;
        if (rules.min && number < rules.min->as_number()) wanted = "at least " + shown(*rules.min);
        if (is_whole && !number.is_integer())
            wanted = "a whole number";
        else if (is_whole && !number.to_int64())
            wanted = "a whole number of at most 64 bits";
        if (rules.max && rules.max->as_number() < number) wanted = "at most " + shown(*rules.max);
        if (!wanted.empty()) rule.report(DiagCode::OutOfRange, place, {name, shown(value), wanted});
    }
}

}  // namespace hcl::check
