// Names that do not exist in the version that the workspace selects.
#include "engine/check/rule.h"
#include "engine/language/version_order.h"

namespace hcl::check {

namespace {

void report(UnitRule& rule, const language::Notes& notes, std::string_view name, Span place, bool is_name) {
    if (notes.is_available) return;
    const std::string& version = rule.module.language().version;
    bool has_come = language::is_available(version, notes.since, "");
    std::string when =
        has_come ? "was there until version " + notes.until : "came with version " + notes.since;
    std::string advice = ".";
    if (!notes.replaced_by.empty())
        advice = ". Use \"" + notes.replaced_by + "\" instead.";
    else if (!notes.deprecated.empty())
        advice = ": " + notes.deprecated + ".";
    Diagnostic& d = rule.report(DiagCode::NotAvailable, place, {name, when, version, advice});
    if (!notes.replaced_by.empty() && is_name) add_successor(d, unquoted(place, name), notes.replaced_by);
}

}  // namespace

void availability(UnitRule& rule) {
    if (rule.module.language().version.empty()) return;
    each_known_name(rule, report);
}

}  // namespace hcl::check
