// Names that do not exist in the version in use.
#include "engine/check/rule.h"
#include "engine/language/version_order.h"

namespace hcl::check {

namespace {

void check_available(UnitRule& rule, const language::Notes& notes, std::string_view name, Span place,
                     bool is_name) {
    if (notes.is_available) return;
    Diagnostic& d = report_unavailable(rule, notes, name, place);
    if (!notes.replaced_by.empty() && is_name) add_successor(d, unquoted(place, name), notes.replaced_by);
}

}  // namespace

std::string version_in_use(const language::Language& language) {
    return language.is_version_selected
               ? "this workspace is for version " + language.version
               : "version " + language.version + " is assumed, as the workspace selects none";
}

Diagnostic& report_unavailable(UnitRule& rule, const language::Notes& notes, std::string_view name,
                               Span place) {
    const language::Language& language = rule.module.language();
    const bool is_removed = language::is_available(language.version, notes.since, "");
    std::string when =
        is_removed ? "was removed after version " + notes.until : "was added in version " + notes.since;
    return rule.report(DiagCode::NotAvailable, place,
                       {name, when, version_in_use(language), deprecation_advice(notes)});
}

void availability(UnitRule& rule) {
    if (rule.module.language().version.empty()) return;
    each_known_name(rule, check_available);
}

}  // namespace hcl::check
