// Counts and keys of instances that depend on what exists only after an apply.
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/bind/inputs.h"
#include "engine/terraform/lint.h"
#include "engine/terraform/plan_values.h"
#include "engine/terraform/reach.h"
#include "engine/terraform/usual_values.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::UnitSlot;

constexpr int kMostCalls = 4;  // of calls in called modules

// Whether the number of instances, or one of their keys, is unknown. Values of maps may be.
bool has_unknown_instances(const UnitSlot& slot, std::uint32_t argument) {
    const Value& value = slot.state->values[argument].unmarked();
    return value.is_unknown() || (value.type().is_set() && !value.is_wholly_known());
}

// An argument by which a module makes instances, of an unknown number, with the variables that it depends on.
struct OpenInstances {
    UnitSlot slot;
    std::uint32_t argument = 0;
    std::set<std::string> variables;
};

struct OpenInstancesOf {
    std::vector<OpenInstances> list;
};

// Kept with the module.
const std::vector<OpenInstances>& open_instances(const bind::Module& module) {
    return module.memo()
        .get<OpenInstancesOf>([&] {
            OpenInstancesOf out;
            for (const bind::ModuleFile& file : module.files())
                file.each_unit([&](const UnitSlot& slot) {
                    if (!slot.state) return;
                    for (const std::uint32_t argument : instance_arguments(*slot.unit)) {
                        if (!slot.unit->attributes[argument].expr || !has_unknown_instances(slot, argument))
                            continue;
                        Reach reach = reach_of_attribute(module, slot, argument);
                        if (!reach.variables.empty())
                            out.list.push_back({slot, argument, std::move(reach.variables)});
                    }
                });
            return out;
        })
        .list;
}

// An argument in a called module that makes instances by what the call passes to it.
struct PassedOn {
    std::string variable;  // of the called module
    std::string origin;    // what is known only after an apply
    Location place;
    std::string argument;
};

// The variables of `names` that a call gives values with parts that are known only after an apply.
std::vector<std::string> late_ones(PlanValues& caller, const UnitSlot& slot, const bind::BoundBlock& call,
                                   const std::set<std::string>& names) {
    std::vector<std::string> out;
    for (const std::uint32_t i : slot.unit->bodies[call.body].attributes) {
        const BoundAttribute& argument = slot.unit->attributes[i];
        if (!bind::is_argument(slot, call, i) || !names.contains(argument.name) || !argument.expr) continue;
        if (!part_after_apply(caller.of(slot, i)).empty()) out.push_back(argument.name);
    }
    return out;
}

void find_passed_on(PlanValues& caller, const Call& call, int depth, std::vector<PassedOn>& out) {
    const auto block = static_cast<std::uint32_t>(&call.bound() - call.slot.unit->blocks.data());
    PlanValues* there = depth < kMostCalls ? caller.called(call.slot, block) : nullptr;
    if (!there) return;
    for (const OpenInstances& open : open_instances(there->module())) {
        const std::vector<std::string> late = late_ones(caller, call.slot, call.bound(), open.variables);
        if (late.empty()) continue;
        const std::string origin = origin_after_apply(there->of(open.slot, open.argument));
        const BoundAttribute& argument = open.slot.unit->attributes[open.argument];
        if (!origin.empty())
            out.push_back({late.front(),
                           origin,
                           {open.slot.file, argument.expr.span().shifted(open.slot.base)},
                           argument.name});
    }
    const ModuleReach& reach = reach_of(there->module());
    for (const Call& inner : shape_of(there->module()).calls) {
        if (!inner.slot.state || inner.bound().labels.empty()) continue;
        std::vector<PassedOn> behind;
        find_passed_on(*there, inner, depth + 1, behind);
        const auto arguments = reach.calls.find(inner.bound().labels[0].value);
        for (PassedOn& one : behind) {
            if (arguments == reach.calls.end()) break;
            const auto passed = arguments->second.find(one.variable);
            if (passed == arguments->second.end()) continue;
            const std::vector<std::string> late =
                late_ones(caller, call.slot, call.bound(), passed->second.variables);
            if (late.empty()) continue;
            one.variable = late.front();
            out.push_back(std::move(one));
        }
    }
}

void report_passed_on(Lint& lint, const Call& call, const std::vector<PassedOn>& found) {
    std::set<std::string> reported;
    for (const PassedOn& one : found) {
        if (!reported.insert(one.variable).second) continue;
        const BoundAttribute* argument = attribute_of(*call.slot.unit, call.bound().body, one.variable);
        Diagnostic* d = lint.report(
            kUnknownCount, argument->expr.span().shifted(call.slot.base),
            "\"" + one.origin + "\" is known only after an apply, and the module makes instances by it (\"" +
                one.argument + "\"), so the first plan fails.");
        if (!d) continue;
        d->severity = Severity::Warning;
        d->related.push_back({one.place, "it makes them here"});
    }
}

}  // namespace

std::string unknown_instances(PlanValues& plan, const UnitSlot& slot, std::uint32_t argument) {
    const BoundAttribute& attribute = slot.unit->attributes[argument];
    if (!attribute.expr || !has_unknown_instances(slot, argument) || !plan.may_be_late(slot, argument))
        return {};
    const std::string origin = origin_after_apply(plan.of(slot, argument));
    if (origin.empty()) return {};
    return (attribute.name == "count" ? "The number of instances depends"
            : attribute.name == "id"  ? "The ID depends"
                                      : "The keys of the instances depend") +
           (" on \"" + origin + "\", which is known only after an apply, so the first plan fails.");
}

LintedCounts::LintedCounts(const Lint& lint) : is_wanted_(lint.wants(kUnknownCount)) {
    if (!is_wanted_) return;
    const check::ExtensionContext& context = lint.input().context;
    plan_ = std::make_unique<PlanValues>(context, lint.module());
    const UsualValues* values = checked_values(context);
    if (!values || !values->with_all || !values->are_complete) return;
    usual_ = values->with_all;
    usual_plan_ = std::make_unique<PlanValues>(context, *usual_);
}

LintedCounts::~LintedCounts() = default;

void LintedCounts::report(Lint& lint, const UnitSlot& slot, const std::vector<std::uint32_t>& arguments) {
    if (!is_wanted_) return;
    for (const std::uint32_t argument : arguments) {
        std::string reason = unknown_instances(*plan_, slot, argument);
        if (reason.empty() && usual_plan_ && has_unknown_instances(slot, argument)) {
            const UnitSlot there = usual_->slot_of({slot.label, slot.file, 0});
            if (there.state) reason = unknown_instances(*usual_plan_, there, argument);
        }
        if (reason.empty()) continue;
        const Span place = slot.unit->attributes[argument].expr.span().shifted(slot.base);
        if (Diagnostic* d = lint.report(kUnknownCount, place, reason)) d->severity = Severity::Warning;
    }
}

void lint_calls(Lint& lint) {
    if (!lint.wants(kUnknownCount) || !lint.input().context.called) return;
    PlanValues plan(lint.input().context, lint.module());
    for (const Call& call : shape_of(lint.module()).calls) {
        if (call.slot.file != lint.input().file.input.id || !call.slot.state) continue;
        std::vector<PassedOn> found;
        find_passed_on(plan, call, 0, found);
        report_passed_on(lint, call, found);
    }
}

}  // namespace hcl::terraform
