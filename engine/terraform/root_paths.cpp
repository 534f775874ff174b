// Files behind `path.root`. It is unknown to evaluation, because the root is the module that calls all
// others; where nothing calls the module, it is the module itself.
#include <algorithm>

#include "engine/check/rule.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/validated.h"

namespace hcl::terraform {

void check_root_paths(const RuleInput& input) {
    const std::vector<bind::UnitSlot>& units = shape_of(input.module).units(Trait::ReadingRoot);
    if (units.empty() || !input.context.is_root()) return;
    // Terragrunt runs a copy of the module in another folder.
    if (input.context.mentioning && !input.context.mentioning("terragrunt", 1).empty()) return;
    const bool is_certain = is_surely_root(shape_of(input.module));
    for (const bind::UnitSlot& slot : units) {
        if (slot.file != input.file.input.id || !slot.state) continue;
        auto is_known = [&](const Diagnostic& d) {
            return std::ranges::any_of(slot.state->findings, [&](const Diagnostic& known) {
                return known.span.touches(d.span.start);
            });
        };
        std::uint32_t last = bind::kNone;
        for (const bind::Reference& reference : slot.unit->references) {
            if (!reads_root(reference) || reference.attribute == last) continue;
            last = reference.attribute;
            for (const Diagnostic& d : validated_value(input.context, slot, last)->diagnostics) {
                if (d.severity != Severity::Error || is_known(d)) continue;
                input.out.push_back(check::finding_in_file(d, slot.base, slot.file));
                if (is_certain) continue;
                input.out.back().severity = Severity::Warning;
                input.out.back().message += " That matters if no module elsewhere calls this one.";
            }
        }
    }
}

}  // namespace hcl::terraform
