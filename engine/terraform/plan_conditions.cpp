// Conditions of resources, outputs and checks that are false whatever the inputs of the module are: no plan
// gets past them. Those of repeated blocks are looked at for each known key.
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/bind/resolution.h"
#include "engine/bind/single_outcome.h"
#include "engine/terraform/broken_condition.h"
#include "engine/terraform/built_in.h"
#include "engine/terraform/instance_elements.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/unit_evaluation.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::BoundUnit;
using bind::UnitSlot;

constexpr std::size_t kMostPlanned = 100;  // of one block

// Places are in the unit.
struct FailedCondition {
    std::uint32_t owner;  // the block at the top level
    std::uint32_t block;  // that has the condition
    Span place;
    std::string text;
    std::uint32_t repetition = bind::kNone;  // what the instances come from
};

struct ConditionFinder {
    UnitEvaluation& in;
    std::vector<FailedCondition> out{};
    std::map<std::uint32_t, bool> enabled{};  // by owner

    // False where another setting decides whether the block is there.
    bool is_enabled(std::uint32_t owner) {
        const auto [known, is_new] = enabled.try_emplace(owner, true);
        if (is_new) known->second = find_enabled(in.unit.blocks[owner]);
        return known->second;
    }
    bool find_enabled(const BoundBlock& owner) const {
        for (std::uint32_t i : in.unit.bodies[owner.body].blocks) {
            if (in.unit.blocks[i].type != "lifecycle") continue;
            const BoundAttribute* setting = attribute_of(in.unit, in.unit.blocks[i].body, "enabled");
            if (setting && !(in.value_of(*setting).is_known_bool() && in.value_of(*setting).as_bool()))
                return false;
        }
        return true;
    }

    // Others have a finding of their own.
    bool refers(const BoundBlock& condition) const {
        const BoundAttribute* expression = attribute_of(in.unit, condition.body, "condition");
        return expression && !bind::references_of(in.unit, index_of(in.unit, *expression)).empty();
    }
    // The object that the block makes, as far as it is known before an apply.
    Value self_of(const BoundBlock& owner, const eval::Scope& names) {
        if (owner.declaration == bind::kNone) return Value::dynamic();
        const Value made =
            bind::single_outcome(in.module, in.unit, in.unit.declarations[owner.declaration]).unmarked();
        return configured_object(in.unit, owner, made, [&](const BoundAttribute& argument) {
            eval::EvalResult value = in.evaluate(argument.expr, names);
            return has_errors(value.diagnostics) ? Value::dynamic() : std::move(value.value);
        });
    }

    void add(std::uint32_t owner, std::uint32_t block, const BrokenCondition& broken,
             const std::string& instance, std::uint32_t repetition) {
        out.push_back({owner, block, broken.place,
                       "The condition is false" + instance + broken.reasons + broken.message, repetition});
    }

    void look(std::uint32_t block) {
        const std::uint32_t owner = bind::outermost_block(in.unit, block);
        const BoundBlock& condition = in.unit.blocks[block];
        if (!condition.def || !refers(condition) || !is_enabled(owner)) return;
        const auto scope = in.scope_of(condition.body);
        const BoundAttribute* repetition = nullptr;
        for (std::string_view name : {"count", "for_each"})
            if (!repetition) repetition = attribute_of(in.unit, in.unit.blocks[owner].body, name);
        if (!repetition) {
            eval::MapScope with_self(scope.get());
            if (condition.type == "postcondition")
                with_self.set("self", self_of(in.unit.blocks[owner], *scope));
            if (const auto broken = broken_condition(in.slot, condition, with_self, in.options, in.budget))
                add(owner, block, *broken, "", bind::kNone);
            return;
        }
        std::optional<BrokenCondition> first;
        std::string instance;
        std::size_t others = 0;
        for (const InstanceKey& key :
             instance_keys(in.value_of(*repetition), repetition->name == "count", kMostPlanned)) {
            eval::MapScope of_instance(scope.get());
            key.add_to(of_instance);
            if (condition.type == "postcondition")
                of_instance.set("self", self_of(in.unit.blocks[owner], of_instance));
            auto broken = broken_condition(in.slot, condition, of_instance, in.options, in.budget);
            if (!broken) continue;
            others += first ? 1 : 0;
            if (first) continue;
            first = std::move(broken);
            instance = " for the instance " + key.shown;
        }
        if (!first) return;
        if (others > 0) instance += " and " + std::to_string(others) + (others == 1 ? " other" : " others");
        add(owner, block, *first, instance, index_of(in.unit, *repetition));
    }
};

std::vector<FailedCondition> conditions_of(UnitEvaluation& evaluation) {
    ConditionFinder finder{evaluation};
    for (std::uint32_t i = 0; i < evaluation.unit.blocks.size(); ++i)
        if (evaluation.unit.blocks[i].parent != 0 && is_condition(evaluation.unit.blocks[i])) finder.look(i);
    return std::move(finder.out);
}

// Another file may replace the block, or what it is repeated by.
bool is_overridden(const bind::Module& module, const UnitSlot& slot, std::uint32_t owner) {
    const std::uint32_t d = slot.unit->blocks[owner].declaration;
    return d != bind::kNone && module.files().has_overrides() &&
           module.symbols().by_address(slot.unit->declarations[d].address).size() > 1;
}

std::string title_of_condition(const BoundUnit& unit, const FailedCondition& found) {
    const BoundBlock& owner = unit.blocks[found.owner];
    if (owner.type == "check") return "Check block assertion failed";
    return (owner.type == "output" ? "Module output value " : "Resource ") + unit.blocks[found.block].type +
           " failed";
}

// Whether evaluation finds it, too.
bool is_known_to_fail(const UnitSlot& slot, const FailedCondition& found) {
    const BoundAttribute* condition =
        attribute_of(*slot.unit, slot.unit->blocks[found.block].body, "condition");
    const Value& holds = slot.state->values[index_of(*slot.unit, *condition)].unmarked();
    return holds.is_known_bool() && !holds.as_bool();
}

void report(const RuleInput& input, const UnitSlot& slot, const FailedCondition& found) {
    const BoundBlock& owner = slot.unit->blocks[found.owner];
    const Span place = found.place.shifted(slot.base);
    if (owner.type == "check") {
        Diagnostic& d = input.report("check-assertion", place, found.text + " Every plan warns about it.");
        d.severity = Severity::Warning;
    } else if (owner.type == "output") {
        input.report("output-precondition", place, found.text);
    } else {
        input.report(DiagCode::FailsInPlan, place, {found.text});
    }
    input.out.back().title = title_of_condition(*slot.unit, found);
}

// Those without a repetition are reported as other failures are.
void report(const RuleInput& input, const UsualInstance& usual, const UnitSlot& slot,
            const FailedCondition& found) {
    if (found.repetition == bind::kNone || slot.unit->blocks[found.owner].type == "check") return;
    Diagnostic* d = usual.report(input, variable_behind(*slot.unit, found.repetition),
                                 found.place.shifted(slot.base), found.text);
    if (d) d->title = title_of_condition(*slot.unit, found);
}

}  // namespace

check::ElementFindings failing_conditions(const bind::Module& module, const UnitSlot& slot,
                                          const Cancel& cancel) {
    const auto& kept = kept_findings<FailedCondition>(module, slot, cancel, conditions_of);
    check::ElementFindings out{{}, kept.steps};
    for (const FailedCondition& found : kept.list) {
        if (slot.unit->blocks[found.owner].type == "check" || is_overridden(module, slot, found.owner) ||
            is_known_to_fail(slot, found))
            continue;
        Diagnostic& d = out.list.emplace_back(
            make_diagnostic(DiagCode::FailsInPlan, found.place.shifted(slot.base), {found.text}));
        d.message = found.text;
        d.file = slot.file;
        d.title = title_of_condition(*slot.unit, found);
    }
    return out;
}

void check_broken_conditions(const RuleInput& input) {
    const auto each = [&](const bind::Module& of, const auto& visit) {
        each_kept_finding<FailedCondition>(input, of, Trait::Condition, conditions_of,
                                           [&](const UnitSlot& slot, const FailedCondition& found) {
                                               if (!is_overridden(input.module, slot, found.owner))
                                                   visit(slot, found);
                                           });
    };
    each(input.module,
         [&](const UnitSlot& slot, const FailedCondition& found) { report(input, slot, found); });
    for (const UsualInstance& usual : usual_instances(input))
        each(*usual.module,
             [&](const UnitSlot& slot, const FailedCondition& found) { report(input, usual, slot, found); });
}

}  // namespace hcl::terraform
