// What the values of variables in a usual plan lead to: defaults, and files that every plan reads. A default
// that its own variable refuses is wrong in every module; others matter in a module that nothing calls, where
// every variable has a value. Those of defaults are warnings, because the command line and the environment
// can give others.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/bind/instance.h"
#include "engine/check/call_findings.h"
#include "engine/check/fallback_findings.h"
#include "engine/terraform/instance_elements.h"
#include "engine/terraform/place.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/titles.h"
#include "engine/terraform/usual_values.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::BoundUnit;

constexpr std::string_view kRefused = "Invalid value for variable";

// Whether the module has a variable with a default and a condition.
bool has_validated_defaults(const bind::Module& module) {
    return std::ranges::any_of(module.symbols().by_kind("variable"), [&](const bind::Symbol symbol) {
        if (!symbol.is_declaration() || module.declaration(symbol).block == bind::kNone) return false;
        const BoundUnit& unit = module.unit_of(symbol);
        const std::uint32_t body = unit.blocks[module.declaration(symbol).block].body;
        return attribute_of(unit, body, "default") &&
               std::ranges::any_of(unit.bodies[body].blocks,
                                   [&](std::uint32_t i) { return unit.blocks[i].type == "validation"; });
    });
}

std::string title_of_fault(const RuleInput& input, const Diagnostic& found) {
    if (found.code != DiagCode::ConditionNotMet) return shown_title(input.module, found);
    const std::optional<Place> place = place_at(input.file, found.span);
    if (!place) return found.title;
    const bind::BoundBlock* outer = place->outer();
    const bool is_of_variable = !outer || outer == place->inner() || outer->type == "variable";
    if (is_of_variable) return std::string(kRefused);
    return (outer->type == "output" ? "Module output value " : "Resource ") + place->inner()->type +
           " failed";
}

void report_refused(const RuleInput& input, const check::InputFinding& fault) {
    const std::optional<Location> value = check::fallback_of(input.module, "variable", fault.input);
    if (!value || value->file != input.file.input.id) return;
    Diagnostic& d =
        input.report("default-refused", value->span,
                     "The default of \"" + fault.input + "\" does not meet a condition of the variable: " +
                         as_sentence(fault.found.message) + " Plans that use it fail.");
    d.severity = Severity::Warning;
    d.title = kRefused;
    d.related.push_back({{fault.found.file, fault.found.span}, "this condition"});
}

void report_failure(const RuleInput& input, const UsualValues& values, check::InputFinding fault) {
    std::string title = title_of_fault(input, fault.found);
    Diagnostic& d = report_usual(input, values, fault.input, fault.found.span, fault.found.message);
    d.title = std::move(title);
    std::ranges::move(fault.found.related, std::back_inserter(d.related));
}

bool is_same_place(const check::InputFinding& a, const check::InputFinding& b) {
    return a.found.span == b.found.span && a.found.code == b.found.code;
}

}  // namespace

Diagnostic& report_usual(const RuleInput& input, const UsualValues& values, const std::string& variable,
                         Span place, const std::string& sentence) {
    const auto given = values.given.find(variable);
    const bool is_given = given != values.given.end();
    const std::optional<Location> written = is_given ? given->second.place
                                            : variable.empty()
                                                ? std::nullopt
                                                : check::fallback_of(input.module, "variable", variable);
    const std::string quoted = " of \"" + variable + "\"";
    const std::string cause = is_given  ? "the value" + quoted + " in \"" + given->second.file + "\""
                              : written ? "the default" + quoted
                              : values.given.empty()
                                  ? std::string("the defaults of all variables")
                                  : std::string("the values of all variables, by files and defaults,");
    Diagnostic& d = input.report("default-fails", place,
                                 as_sentence(sentence) + " A plan with " + cause + " fails here.");
    if (!is_given) d.severity = Severity::Warning;
    if (written) d.related.push_back({*written, is_given ? "the value" : "the default"});
    return d;
}

void check_default_values(const RuleInput& input) {
    const UsualValues* values = checked_values(input.context);
    if (!values) return;
    const FileId file = input.file.input.id;
    const check::ExtensionContext& context = input.context;
    if (has_validated_defaults(input.module)) {
        const bind::ModulePtr by_default = bind::instantiate(input.module, bind::inputs_given("variable", {}),
                                                             context.called, context.cancel)
                                               .module;
        for (const check::InputFinding& fault : check::findings_of_instance(
                 input.module, file, by_default, context.called, nullptr, context.cancel))
            if (fault.is_own_condition) report_refused(input, fault);
    }
    if (!values->with_all || !values->are_complete || values->may_differ) return;
    // What a single file leads to is reported at its values.
    std::vector<check::InputFinding> known;
    const auto findings_in = [&](const bind::ModulePtr& instance) {
        return check::findings_of_instance(input.module, file, instance, context.called, &instance_elements(),
                                           context.cancel);
    };
    for (const bind::ModulePtr& instance : values->with_single_files)
        std::ranges::move(findings_in(instance), std::back_inserter(known));
    const auto report_others = [&](const bind::ModulePtr& instance) {
        for (check::InputFinding& fault : findings_in(instance)) {
            const bool is_reported = std::ranges::any_of(
                input.out, [&](const Diagnostic& d) { return d.span == fault.found.span; });
            if (is_reported || fault.is_own_condition ||
                std::ranges::any_of(
                    known, [&](const check::InputFinding& other) { return is_same_place(fault, other); }))
                continue;
            known.push_back(fault);
            report_failure(input, *values, std::move(fault));
        }
    };
    if (values->with_files) report_others(values->with_files);
    report_others(values->with_all);
}

}  // namespace hcl::terraform
