// Targets of the overrides in tests, which the tested module must have.
#include <string>
#include <string_view>
#include <vector>

#include "engine/terraform/place.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/targets.h"
#include "engine/terraform/test_names.h"

namespace hcl::terraform {

void check_overrides(const RuleInput& input, const bind::UnitSlot& slot, std::uint32_t body,
                     const bind::ModulePtr& tested) {
    if (!tested || !slot.state) return;
    const bind::BoundUnit& unit = *slot.unit;
    for (const std::uint32_t i : unit.bodies[body].blocks) {
        const bind::BoundBlock& block = unit.blocks[i];
        if (!block.type.starts_with("override_")) continue;
        const bind::BoundAttribute* target = attribute_of(unit, block.body, "target");
        const std::string address = address_in(slot, target);
        if (address.empty()) continue;
        // Another kind has a finding of its own.
        const std::vector<std::string> names = names_of(address);
        const bool is_data = names.size() > 2 && names[names.size() - 3] == "data";
        if (is_data != (block.type == "override_data")) continue;
        const std::string why = why_missing(input.context, tested, names);
        if (why.empty()) continue;
        Diagnostic& d = input.report("override-missing", target->expr.span().shifted(slot.base),
                                     why + " The override has no effect.");
        d.severity = Severity::Warning;
    }
}

}  // namespace hcl::terraform
