#include "engine/check/value_problem.h"

#include <algorithm>

#include "engine/eval/print.h"
#include "engine/language/pattern.h"
#include "engine/value/ops.h"

namespace hcl::check {

namespace {

std::string shown(const Value& value) {
    return value.to_display(60);
}

void check_choice(UnitRule& rule, const language::ValueRules& rules, const Value& value, Span place,
                  std::string_view name) {
    if (rules.values.empty() || rules.is_open) return;
    std::vector<std::string> names;
    Suggester near(value.is_known_string() ? std::string(value.as_string()) : std::string());
    for (const language::Choice& choice : rules.values) {
        if (choice.value.identical(value)) return;
        names.push_back(shown(choice.value));
        if (choice.value.is_known_string()) near.offer(choice.value.as_string());
    }
    std::string list;
    for (std::size_t i = 0; i < names.size(); ++i)
        list += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
    std::string best = value.is_known_string() ? near.best() : std::string();
    Diagnostic& d =
        rule.report(DiagCode::ValueNotAllowed, place, {name, shown(value), list, did_you_mean(best)});
    if (!best.empty() && place.length() == value.as_string().size() + 2)
        add_replacement(d, {place.start + 1, place.end - 1}, best);
}

}  // namespace

void report_value_problems(UnitRule& rule, const language::ValueRules& rules, const Value& value, Span place,
                           std::string_view name) {
    if (!value.has_content() || value.is_marked()) return;
    check_choice(rule, rules, value, place, name);
    if (value.is_known_string()) {
        std::string_view text = value.as_string();
        if (rules.pattern && !rules.pattern->matches(text))
            rule.report(DiagCode::UnsuitableText, place,
                        {name, shown(value), "it must match " + rules.pattern_text});
        if (rules.format != language::Format::None)
            if (std::string problem = language::format_problem(rules.format, text); !problem.empty())
                rule.report(DiagCode::UnsuitableText, place, {name, shown(value), problem});
    }
    if (value.is_known_number()) {
        Number number = value.as_number();
        std::string wanted;
        if (rules.min && number < rules.min->as_number()) wanted = "at least " + shown(*rules.min);
        if (rules.max && rules.max->as_number() < number) wanted = "at most " + shown(*rules.max);
        if (!wanted.empty()) rule.report(DiagCode::OutOfRange, place, {name, shown(value), wanted});
    }
}

}  // namespace hcl::check
