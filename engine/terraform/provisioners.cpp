// Provisioners of the built-in resource: an apply runs them with the whole object as `self`, of which
// evaluation of the module knows only types.
#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/bind/resolution.h"
#include "engine/bind/single_outcome.h"
#include "engine/check/rule.h"
#include "engine/terraform/built_in.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/titles.h"
#include "engine/terraform/unit_evaluation.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;

// Its place is in the unit.
struct FaultOfApply {
    Diagnostic found;
};

struct ProvisionerFaults {
    UnitEvaluation& in;
    std::vector<FaultOfApply> out{};

    bool is_run_by_apply(const BoundBlock& provisioner) const {
        const BoundAttribute* when = attribute_of(in.unit, provisioner.body, "when");
        return !when || (when->expr && when->expr.text() == "create");
    }
    // The object after the apply.
    Value self_of(const BoundBlock& owner) {
        const auto names = in.scope_of(owner.body);
        const auto value_of = [&](const BoundAttribute& argument) {
            eval::EvalResult made = in.evaluate(argument.expr, *names);
            return has_errors(made.diagnostics) ? Value::dynamic() : std::move(made.value);
        };
        const auto computed = [&](std::string_view name) {
            if (name != "output") return Value::unknown(Type::string());
            const BoundAttribute* input = attribute_of(in.unit, owner.body, "input");
            return input && input->expr ? value_of(*input) : Value::null();
        };
        const Value made =
            bind::single_outcome(in.module, in.unit, in.unit.declarations[owner.declaration]).unmarked();
        return configured_object(in.unit, owner, made, value_of, computed);
    }

    void look(const BoundBlock& owner) {
        if (owner.declaration == bind::kNone || !has_configured_values(in.unit, owner) ||
            attribute_of(in.unit, owner.body, "count") || attribute_of(in.unit, owner.body, "for_each"))
            return;
        const Value self = self_of(owner);
        for (const std::uint32_t i : in.unit.bodies[owner.body].blocks)
            if (in.unit.blocks[i].type == "provisioner" && is_run_by_apply(in.unit.blocks[i]))
                look_into(in.unit.blocks[i].body, self);
    }

    void look_into(std::uint32_t body, const Value& self) {
        for (const std::uint32_t i : in.unit.bodies[body].attributes) look_at(in.unit.attributes[i], i, self);
        for (const std::uint32_t i : in.unit.bodies[body].blocks) look_into(in.unit.blocks[i].body, self);
    }

    void look_at(const BoundAttribute& attribute, std::uint32_t index, const Value& self) {
        const auto references = bind::references_of(in.unit, index);
        const bool reads_self = std::ranges::any_of(references, [](const bind::Reference& reference) {
            return !reference.is_text && !reference.is_address && reference.steps[0].name == "self";
        });
        if (!reads_self || !attribute.expr || attribute.expr.is_broken()) return;
        const auto names = in.scope_of(attribute.body);
        // A type error that does not depend on the object has a finding already.
        if (in.misfit_of(attribute, in.evaluate(attribute.expr, *names))) return;
        eval::MapScope with_self(names.get());
        with_self.set("self", self);
        eval::EvalResult made = in.evaluate(attribute.expr, with_self);
        if (auto misfit = in.misfit_of(attribute, made)) made.diagnostics.push_back(*std::move(misfit));
        for (Diagnostic& found : made.diagnostics) {
            const bool is_known = std::ranges::any_of(in.slot.state->findings, [&](const Diagnostic& other) {
                return other.span.touches(found.span.start);
            });
            if (found.severity == Severity::Error && !is_known) out.push_back({std::move(found)});
        }
    }
};

std::vector<FaultOfApply> faults_in_provisioners(UnitEvaluation& evaluation) {
    ProvisionerFaults finder{evaluation};
    for (const std::uint32_t i : evaluation.unit.bodies[0].blocks)
        if (is_of_built_in_provider(evaluation.unit.blocks[i])) finder.look(evaluation.unit.blocks[i]);
    return std::move(finder.out);
}

}  // namespace

void check_provisioners(const RuleInput& input) {
    each_kept_finding<FaultOfApply>(
        input, input.module, Trait::Provisioned, faults_in_provisioners,
        [&](const bind::UnitSlot& slot, const FaultOfApply& fault) {
            const Diagnostic here = check::finding_in_file(fault.found, slot.base, slot.file);
            input.report(FoundBy::Apply, here.span, here.message).title = shown_title(input.module, here);
        });
}

}  // namespace hcl::terraform
