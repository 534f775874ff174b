// Names that a pack declares as deprecated.
#include "engine/check/rule.h"

namespace hcl::check {

namespace {

void report_deprecated(UnitRule& rule, const language::Notes& notes, std::string_view name, Span place,
                       bool is_name) {
    if (!notes.is_deprecated || !notes.is_available) return;
    Diagnostic& d = rule.report(DiagCode::DeprecatedName, place, {name, deprecation_advice(notes)});
    d.tag = DiagTag::Deprecated;
    if (!notes.replaced_by.empty() && is_name) add_successor(d, unquoted(place, name), notes.replaced_by);
}

}  // namespace

std::string deprecation_advice(const language::Notes& notes) {
    std::string advice = notes.deprecated;
    if (advice.empty() && !notes.replaced_by.empty()) advice = "Use \"" + notes.replaced_by + "\" instead";
    if (advice.empty()) return ".";
    // Advice in lower case follows a colon and is not capitalised, because its first word may be a name.
    const bool is_clause = advice.front() >= 'a' && advice.front() <= 'z';
    if (advice.back() != '.' && advice.back() != '!') advice += '.';
    return (is_clause ? ": " : ". ") + advice;
}

void deprecated(UnitRule& rule) {
    each_known_name(rule, report_deprecated);
}

}  // namespace hcl::check
