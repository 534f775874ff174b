#include "engine/terraform/unit_evaluation.h"

#include <algorithm>

#include "engine/bind/resolution.h"
#include "engine/eval/analysis/literal_part.h"
#include "engine/eval/walk/access.h"
#include "engine/value/convert.h"

namespace hcl::terraform {

std::optional<Diagnostic> UnitEvaluation::misfit_of(const bind::BoundAttribute& attribute,
                                                    const eval::EvalResult& made) const {
    if (!attribute.def || attribute.def->type.is_dynamic() || !attribute.def->types.empty() ||
        has_errors(made.diagnostics))
        return std::nullopt;
    const Rules& rules = *options.rules;
    const auto& defaults = attribute.def->defaults;
    const ValueResult converted =
        convert_value(defaults ? defaults->apply(made.value, rules) : made.value, attribute.def->type, rules);
    if (converted) return std::nullopt;
    const syntax::Node part = eval::literal_part(attribute.expr, converted.error().path());
    return make_diagnostic(DiagCode::IncorrectAttributeType, part.span(),
                           {attribute.name, eval::explain(converted.error())});
}

std::string variable_behind(const bind::BoundUnit& unit, std::uint32_t attribute) {
    std::string name;
    for (const bind::Reference& reference : bind::references_of(unit, attribute)) {
        if (reference.is_text || reference.steps.size() < 2 || reference.steps[0].name != "var") continue;
        if (!name.empty() && name != reference.steps[1].name) return {};
        name = reference.steps[1].name;
    }
    return name;
}

Diagnostic* UsualInstance::report(const RuleInput& input, const std::string& variable, Span place,
                                  const std::string& sentence) const {
    if (std::ranges::any_of(input.out, [&](const Diagnostic& d) { return d.span == place; })) return nullptr;
    Diagnostic& d = report_usual(input, values, variable, place, sentence);
    if (is_of_files) d.severity = Severity::Error;
    return &d;
}

std::vector<UsualInstance> usual_instances(const RuleInput& input) {
    std::vector<UsualInstance> out;
    const UsualValues* values = checked_values(input.context);
    if (!values || values->may_differ) return out;
    if (values->with_files) out.push_back({*values, values->with_files, true});
    if (values->with_all && values->are_complete) out.push_back({*values, values->with_all, false});
    return out;
}

}  // namespace hcl::terraform
