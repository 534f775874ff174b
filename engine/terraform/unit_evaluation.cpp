#include "engine/terraform/unit_evaluation.h"

#include <algorithm>

#include "engine/bind/resolution.h"

namespace hcl::terraform {

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
