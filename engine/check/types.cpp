// Values that do not convert to the type of their attribute.
#include "engine/check/rule.h"
#include "engine/eval/analysis/literal_part.h"
#include "engine/eval/walk/access.h"

namespace hcl::check {

using syntax::Node;
using syntax::NodeKind;

Diagnostic& report_misfit(UnitRule& rule, const bind::BoundAttribute& attribute, const ValueError& error,
                          const Type& wanted) {
    Node part = eval::literal_part(attribute.expr, error.path());
    Diagnostic& d =
        rule.report(DiagCode::IncorrectAttributeType, part.span(), {attribute.name, eval::explain(error)});
    // A single value where a list of such values is expected.
    const bool lone = error.path().empty() && (wanted.is_list() || wanted.is_set()) &&
                      (part.is(NodeKind::Template) || part.is(NodeKind::Number) || part.is(NodeKind::Bool));
    if (lone)
        d.fixes.push_back({.title = "Make it a list",
                           .edits = {{{}, {{part.span().start, part.span().start}, "["}},
                                     {{}, {{part.span().end, part.span().end}, "]"}}},
                           .preferred = true});
    return d;
}

void types(UnitRule& rule) {
    for (const bind::Mismatch& mismatch : rule.slot.state->mismatches) {
        const bind::BoundAttribute& attribute = rule.unit.attributes[mismatch.attribute];
        report_misfit(rule, attribute, mismatch.error, attribute.def->type);
    }
}

}  // namespace hcl::check
