// Names that a pack says should no longer be used.
#include "engine/check/rule.h"

namespace hcl::check {

namespace {

void report(UnitRule& rule, const language::Notes& notes, std::string_view name, Span place) {
    if (!notes.is_deprecated) return;
    std::string advice = notes.deprecated.empty() ? "" : " " + notes.deprecated;
    if (!advice.empty() && advice.back() != '.' && advice.back() != '!') advice += '.';
    rule.report(DiagCode::DeprecatedName, place, {name, advice}).tag = DiagTag::Deprecated;
}

}  // namespace

void deprecated(UnitRule& rule) {
    for (const bind::BoundAttribute& attribute : rule.unit.attributes)
        if (attribute.def) report(rule, attribute.def->notes, attribute.name, attribute.name_span);
    for (const bind::BoundBlock& block : rule.unit.blocks)
        if (block.def) report(rule, block.def->notes, block.type, block.type_span);
}

}  // namespace hcl::check
