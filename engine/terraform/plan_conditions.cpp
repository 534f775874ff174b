// Conditions of resources, outputs and checks that are false whatever the inputs of the module are: no plan
// gets past them. Those of repeated blocks are looked at for each known key.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/bind/scopes.h"
#include "engine/terraform/broken_condition.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::BoundUnit;
using bind::UnitSlot;

constexpr std::size_t kMostPlanned = 100;              // of one block
constexpr std::uint64_t kStepsOfConditions = 100'000;  // for the conditions of one unit

// Places are in the unit.
struct Found {
    std::uint32_t owner;  // the block at the top level
    std::uint32_t block;  // that has the condition
    Span place;
    std::string text;
};
struct FoundConditions {
    std::vector<Found> list{};
    std::uint64_t steps = 0;
};

std::uint32_t outermost(const BoundUnit& unit, std::uint32_t block) {
    while (unit.blocks[block].parent != 0) block = unit.bodies[unit.blocks[block].parent].block;
    return block;
}

struct ConditionFinder {
    const bind::Module& module;
    const UnitSlot& slot;
    const BoundUnit& unit;
    eval::EvalOptions options;
    eval::Budget budget;
    FoundConditions out{};
    std::shared_ptr<const eval::Scope> names = bind::module_scope_of(module, slot);
    std::map<std::uint32_t, bool> enabled{};  // by owner

    const Value& value_of(const BoundAttribute& attribute) const {
        return slot.state->values[index_of(unit, attribute)].unmarked();
    }

    // False where another setting decides whether the block is there.
    bool is_enabled(std::uint32_t owner) {
        const auto [known, is_new] = enabled.try_emplace(owner, true);
        if (is_new) known->second = find_enabled(unit.blocks[owner]);
        return known->second;
    }
    bool find_enabled(const BoundBlock& owner) const {
        for (std::uint32_t i : unit.bodies[owner.body].blocks) {
            if (unit.blocks[i].type != "lifecycle") continue;
            const BoundAttribute* setting = attribute_of(unit, unit.blocks[i].body, "enabled");
            if (setting && !(value_of(*setting).is_known_bool() && value_of(*setting).as_bool()))
                return false;
        }
        return true;
    }

    void add(std::uint32_t owner, std::uint32_t block, const BrokenCondition& broken,
             const std::string& instance) {
        out.list.push_back({owner, block, broken.place,
                            "The condition is false" + instance + broken.reasons + broken.message});
    }

    void look(std::uint32_t block) {
        const std::uint32_t owner = outermost(unit, block);
        const BoundBlock& condition = unit.blocks[block];
        if (!condition.def || !is_enabled(owner)) return;
        const auto scope = bind::scope_of(module, slot, condition.body, names);
        const BoundAttribute* repetition = nullptr;
        for (std::string_view name : {"count", "for_each"})
            if (!repetition) repetition = attribute_of(unit, unit.blocks[owner].body, name);
        if (!repetition) {
            if (const auto broken = broken_condition(slot, condition, *scope, options, budget))
                add(owner, block, *broken, "");
            return;
        }
        std::optional<BrokenCondition> first;
        std::string instance;
        std::size_t others = 0;
        for (const InstanceKey& key :
             instance_keys(value_of(*repetition), repetition->name == "count", kMostPlanned)) {
            eval::MapScope of_instance(scope.get());
            key.add_to(of_instance);
            auto broken = broken_condition(slot, condition, of_instance, options, budget);
            if (!broken) continue;
            others += first ? 1 : 0;
            if (first) continue;
            first = std::move(broken);
            instance = " for the instance " + key.shown;
        }
        if (!first) return;
        if (others > 0) instance += " and " + std::to_string(others) + (others == 1 ? " other" : " others");
        add(owner, block, *first, instance);
    }
};

const FoundConditions& conditions_of(const RuleInput& input, const UnitSlot& slot) {
    return slot.state->memo.get<FoundConditions>([&] {
        eval::EvalOptions options = eval::eval_options(*input.module.language().rules);
        options.cancel = input.context.cancel;
        options.limits.steps = std::min(kStepsOfConditions, input.module.limits().file_steps);
        ConditionFinder finder{input.module, slot, *slot.unit, options,
                               eval::Budget(options.limits, input.context.cancel)};
        for (std::uint32_t i = 0; i < slot.unit->blocks.size(); ++i)
            if (slot.unit->blocks[i].parent != 0 && is_condition(slot.unit->blocks[i])) finder.look(i);
        finder.out.steps = finder.budget.steps();
        return std::move(finder.out);
    });
}

// Another file may replace the block, or what it is repeated by.
bool is_overridden(const bind::Module& module, const UnitSlot& slot, std::uint32_t owner) {
    const std::uint32_t d = slot.unit->blocks[owner].declaration;
    return d != bind::kNone && module.files().has_overrides() &&
           module.symbols().by_address(slot.unit->declarations[d].address).size() > 1;
}

void report(const RuleInput& input, const UnitSlot& slot, const Found& found) {
    const BoundBlock& owner = slot.unit->blocks[found.owner];
    const std::string& type = slot.unit->blocks[found.block].type;
    const Span place = found.place.shifted(slot.base);
    if (owner.type == "check") {
        Diagnostic& d = input.report("check-assertion", place, found.text + " Every plan warns about it.");
        d.severity = Severity::Warning;
        d.title = "Check block assertion failed";
    } else if (owner.type == "output") {
        input.report("output-precondition", place, found.text).title =
            "Module output value precondition failed";
    } else {
        input.report(DiagCode::FailsInPlan, place, {found.text}).title = "Resource " + type + " failed";
    }
}

}  // namespace

void check_broken_conditions(const RuleInput& input) {
    std::uint64_t steps = 0;
    for (const UnitSlot& slot : shape_of(input.module).units(Trait::Condition)) {
        if (slot.file != input.file.input.id || !slot.state) continue;
        if (steps >= input.module.limits().file_steps) return;
        const FoundConditions& conditions = conditions_of(input, slot);
        steps += conditions.steps;
        for (const Found& found : conditions.list)
            if (!is_overridden(input.module, slot, found.owner)) report(input, slot, found);
    }
}

}  // namespace hcl::terraform
