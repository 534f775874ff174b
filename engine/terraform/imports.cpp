// Targets of `import` blocks: configuration can be made for a single resource of the root module alone, so
// every other one must be there, with the instance that the address names.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bind/resolution.h"
#include "engine/terraform/lint.h"
#include "engine/terraform/place.h"
#include "engine/terraform/plan_values.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/targets.h"
#include "engine/terraform/unit_evaluation.h"
#include "engine/terraform/validated.h"
#include "engine/terragrunt/generated_names.h"

namespace hcl::terraform {

namespace {

using bind::UnitSlot;

constexpr std::string_view kMissingTarget = "Configuration for import target does not exist";

// The ID of what is imported is not known from the resource that it is imported to.
void check_own_id(const RuleInput& input, PlanValues& plan, const UnitSlot& slot, std::uint32_t body,
                  const std::vector<std::string>& names) {
    const bind::BoundAttribute* id = attribute_of(*slot.unit, body, "id");
    if (!id || !id->expr || names.size() != 2) return;
    const auto index = index_of(*slot.unit, *id);
    if (const std::string why = unknown_instances(plan, slot, index); !why.empty())
        input.report("import-unknown", id->expr.span().shifted(slot.base), why).severity = Severity::Warning;
    for (const bind::Reference& reference : bind::references_of(*slot.unit, index))
        if (reference.steps.size() >= 2 && reference.steps[0].name == names[0] &&
            reference.steps[1].name == names[1])
            input.report("import-own", id->expr.span().shifted(slot.base),
                         "The ID cannot come from \"" + names[0] + "." + names[1] +
                             "\", which this block imports to.");
}

// A provider is chosen for the configuration that a plan generates; one that exists names its own.
void check_provider(const RuleInput& input, const UnitSlot& slot, std::uint32_t body,
                    const std::vector<std::string>& names) {
    const bind::BoundAttribute* provider = attribute_of(*slot.unit, body, "provider");
    if (!provider || !provider->expr || names.size() != 2) return;
    if (input.module.symbols().by_address({names[0], names[1]}).empty()) return;
    const Span place = provider->expr.span().shifted(slot.base);
    // One that is not there has a finding already.
    if (std::ranges::any_of(input.out, [&](const Diagnostic& d) { return d.span == place; })) return;
    input.report(
        "import-provider", place,
        "\"" + names[0] + "." + names[1] + "\" has a configuration: name the provider there, not here.");
}

// Instances that the values of a usual plan do not give.
void check_usual_instances(const RuleInput& input, Span place, const std::vector<AddressPart>& parts) {
    for (const UsualInstance& usual : usual_instances(input)) {
        const AddressedInstance found = find_instance(input.context, usual.module, parts, false);
        if (found.presence != AddressedInstance::Presence::Missing) continue;
        if (Diagnostic* d = usual.report(input, "", place, found.why)) d->title = kMissingTarget;
    }
}

// Whether `validate` does not know the instances of an import, so that it does not look at their addresses.
bool has_open_instances(const RuleInput& input, const bind::UnitSlot& slot, std::uint32_t body) {
    const bind::BoundAttribute* repetition = attribute_of(*slot.unit, body, "for_each");
    if (!repetition || !repetition->expr) return false;
    return !validated_value(input.context, slot, index_of(*slot.unit, *repetition))->value.is_known();
}

}  // namespace

bool report_missing_instance(const RuleInput& input, Span place, const AddressedInstance& found,
                             bool is_open) {
    using Presence = AddressedInstance::Presence;
    const bool is_of_kind = found.presence == Presence::OtherKinds && !found.is_in_call;
    if (is_of_kind && is_open) {
        input.report(FoundBy::WhenComputed, place, found.why).title = "Invalid import 'to' expression";
    } else if (is_of_kind) {
        input.report("import-instance", place, found.why);
    } else if (found.presence == Presence::OtherKinds || found.presence == Presence::Missing) {
        Diagnostic& d = input.report(FoundBy::PlanOfInstances, place,
                                     found.why + " What is imported needs a configuration.");
        d.title = kMissingTarget;
        d.rule = OwnRule("import-target").name;
        if (found.declared) d.related.push_back({*found.declared, "it is declared here"});
    } else {
        return false;
    }
    return true;
}

void check_imports(const RuleInput& input) {
    PlanValues plan(input.context, input.module);
    for (const bind::UnitSlot& slot : shape_of(input.module).units(Trait::Import)) {
        if (slot.file != input.file.input.id || !slot.state) continue;
        const bind::BoundUnit& unit = *slot.unit;
        for (std::uint32_t i : unit.bodies[0].blocks) {
            if (unit.blocks[i].type != "import") continue;
            const std::uint32_t body = unit.blocks[i].body;
            const bind::BoundAttribute* to = attribute_of(unit, body, "to");
            if (!to || !to->expr) continue;
            const auto index = index_of(*slot.unit, *to);
            const Value& address = slot.state->values[index].unmarked();
            if (!address.is_known_string()) continue;
            const std::vector<std::string> names = names_of(address.as_string());
            check_own_id(input, plan, slot, body, names);
            check_provider(input, slot, body, names);
            if (terragrunt::is_added_to_other_module(input.context)) continue;
            const bool is_open = has_open_instances(input, slot, body);
            const Span place = to->expr.span().shifted(slot.base);
            const std::vector<AddressPart> parts = parts_of_address(address.as_string());
            const AddressedInstance found = find_instance(input.context, input.context.module, parts, false);
            if (!report_missing_instance(input, place, found, is_open) &&
                found.presence == AddressedInstance::Presence::Unknown)
                check_usual_instances(input, place, parts);
            check_import_instances(input, slot, body, is_open);
            const std::string why = why_missing(input.context, input.context.module, names);
            if (why.empty()) continue;
            // Configuration can be generated for a single resource of the root module.
            const bool has_key = !parts.empty() && parts.back().key;
            if (names[0] != "module" && !attribute_of(unit, body, "for_each") && !has_key) {
                Diagnostic& d = input.report(DiagCode::FailsInPlan, place,
                                             {why + " A plan needs a configuration for it: write one, or let "
                                                    "`-generate-config-out` do it."});
                d.message = d.arg(0);
                d.title = kMissingTarget;
                d.severity = Severity::Info;
                continue;
            }
            input.report("import-target", place, why + " What is imported needs a configuration.");
        }
    }
}

}  // namespace hcl::terraform
