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

// The variables of a module that its instances, or what it passes to other modules, depend on.
struct PassedVariables {
    std::set<std::string> names;
};

const std::set<std::string>& passed_variables(const bind::Module& module) {
    return module.memo()
        .get<PassedVariables>([&] {
            PassedVariables out;
            for (const OpenInstances& open : open_instances(module))
                out.names.insert(open.variables.begin(), open.variables.end());
            for (const auto& [call, arguments] : reach_of(module).calls)
                for (const auto& [argument, reached] : arguments)
                    out.names.insert(reached.variables.begin(), reached.variables.end());
            return out;
        })
        .names;
}

// An argument in a called module that makes instances by what the call passes to it.
struct PassedOn {
    std::string variable;  // of the called module
    std::string origin;    // what is known only after an apply
    Location place;
    std::string argument;
};

// The first of the names that is among others; empty: none is.
std::string first_in(const std::set<std::string>& names, const std::set<std::string>& others) {
    const auto found =
        std::ranges::find_if(names, [&](const std::string& one) { return others.contains(one); });
    return found == names.end() ? std::string() : *found;
}

struct PassedOnSearch {
    std::size_t left = 500;  // calls and arguments to look at
    static constexpr int kDeepest = 4;

    bool take() {
        if (left == 0) return false;
        --left;
        return true;
    }

    // The variables that get values with parts that are known only after an apply.
    std::set<std::string> late_variables(PlanValues& caller, const Call& call, const bind::Module& called) {
        std::set<std::string> out;
        const std::set<std::string>& names = passed_variables(called);
        if (names.empty()) return out;
        const UnitSlot& slot = call.slot;
        for (const std::uint32_t i : slot.unit->bodies[call.bound().body].attributes) {
            const BoundAttribute& argument = slot.unit->attributes[i];
            if (!bind::is_argument(slot, call.bound(), i) || !names.contains(argument.name) || !argument.expr)
                continue;
            if (caller.may_be_late(slot, i) && !part_after_apply(caller.of(slot, i)).empty())
                out.insert(argument.name);
        }
        return out;
    }

    std::vector<PassedOn> find(PlanValues& caller, const Call& call, int depth = 0) {
        std::vector<PassedOn> out;
        const auto block = static_cast<std::uint32_t>(&call.bound() - call.slot.unit->blocks.data());
        PlanValues* there = depth < kDeepest && take() ? caller.called(call.slot, block) : nullptr;
        if (!there) return out;
        const std::set<std::string> late = late_variables(caller, call, there->module());
        if (late.empty()) return out;
        for (const OpenInstances& open : open_instances(there->module())) {
            const std::string variable = first_in(open.variables, late);
            if (variable.empty() || !take()) continue;
            const std::string origin = origin_after_apply(there->of(open.slot, open.argument));
            const BoundAttribute& argument = open.slot.unit->attributes[open.argument];
            if (!origin.empty())
                out.push_back({variable,
                               origin,
                               {open.slot.file, argument.expr.span().shifted(open.slot.base)},
                               argument.name});
        }
        const ModuleReach& reach = reach_of(there->module());
        for (const Call& inner : shape_of(there->module()).calls) {
            if (!inner.slot.state || inner.bound().labels.empty()) continue;
            const auto arguments = reach.calls.find(inner.bound().labels[0].value);
            if (arguments == reach.calls.end()) continue;
            const bool passes_late = std::ranges::any_of(arguments->second, [&](const auto& argument) {
                return !first_in(argument.second.variables, late).empty();
            });
            if (!passes_late) continue;
            for (PassedOn& one : find(*there, inner, depth + 1)) {
                const auto passed = arguments->second.find(one.variable);
                if (passed == arguments->second.end()) continue;
                one.variable = first_in(passed->second.variables, late);
                if (!one.variable.empty()) out.push_back(std::move(one));
            }
        }
        return out;
    }
};

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
    PassedOnSearch search;
    for (const Call& call : shape_of(lint.module()).calls)
        if (call.slot.file == lint.input().file.input.id && call.slot.state)
            report_passed_on(lint, call, search.find(plan, call));
}

}  // namespace hcl::terraform
