// Errors of single instances of repeated blocks. Evaluation takes `each` and `count` for unknown; where the
// keys are known, each argument that reads them is evaluated for each key.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bind/scopes.h"
#include "engine/check/rule.h"
#include "engine/terraform/broken_condition.h"
#include "engine/terraform/elements.h"
#include "engine/terraform/place.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/titles.h"

namespace hcl::terraform {

namespace {

using bind::BoundBlock;
using bind::BoundUnit;
using bind::kNone;
using bind::UnitSlot;

constexpr std::size_t kMostEvaluated = 100;           // instances of one block
constexpr std::uint64_t kStepsOfInstances = 100'000;  // for one unit

struct FaultsOfInstances {
    std::vector<Diagnostic> list{};  // places are in the unit
    std::uint64_t steps = 0;
};

// The block that is repeated around an argument that a plan evaluates for each instance.
std::optional<std::uint32_t> owner_of(const BoundUnit& unit, std::uint32_t attribute) {
    std::uint32_t block = unit.bodies[unit.attributes[attribute].body].block;
    for (; block != kNone; block = unit.bodies[unit.blocks[block].parent].block) {
        if (unit.blocks[block].parent == 0) return block;
        // Provisioners run later, and conditions have a rule of their own.
        if (is_common_type(unit.blocks[block].type) || is_iterated_as_each(unit, unit.blocks[block]))
            return std::nullopt;
    }
    return std::nullopt;
}

struct InstanceEvaluation {
    const bind::Module& module;
    const UnitSlot& slot;
    const BoundUnit& unit;
    eval::EvalOptions options;
    eval::Budget budget;
    FaultsOfInstances out{};
    std::shared_ptr<const eval::Scope> names = bind::module_scope_of(module, slot);

    bool is_known(const Diagnostic& found) const {
        auto is_there = [&](const Diagnostic& other) {
            return other.span.start < found.span.end && found.span.start < other.span.end;
        };
        return std::ranges::any_of(slot.state->findings, is_there) || std::ranges::any_of(out.list, is_there);
    }

    void look(std::uint32_t repetition) {
        const bind::BoundAttribute& repeated = unit.attributes[repetition];
        const std::uint32_t owner = unit.bodies[repeated.body].block;
        const bool is_count = repeated.name == "count";
        const std::vector<InstanceKey> keys =
            instance_keys(slot.state->values[repetition].unmarked(), is_count, kMostEvaluated);
        if (keys.empty()) return;
        std::uint32_t last = kNone;
        for (const bind::Reference& reference : unit.references) {
            const std::uint32_t attribute = reference.attribute;
            if (reference.is_text || reference.is_address || attribute == last || attribute == repetition ||
                reference.steps[0].name != (is_count ? "count" : "each") ||
                owner_of(unit, attribute) != owner)
                continue;
            last = attribute;
            evaluate(unit.attributes[attribute], keys);
        }
    }

    void evaluate(const bind::BoundAttribute& attribute, const std::vector<InstanceKey>& keys) {
        if (!attribute.expr || attribute.expr.is_broken()) return;
        // Addresses have no value.
        if (attribute.def && attribute.def->decoder != language::Decoder::None) return;
        const auto scope = bind::scope_of(module, slot, attribute.body, names);
        for (const InstanceKey& key : keys) {
            eval::MapScope of_instance(scope.get());
            key.add_to(of_instance);
            for (const Diagnostic& d :
                 eval::evaluate(attribute.expr, &of_instance, options, budget).diagnostics) {
                if (d.severity != Severity::Error || is_known(d)) continue;
                out.list.push_back(d);
                out.list.back().message =
                    as_sentence(d.message) + " That is so for the instance " + key.shown + ".";
            }
        }
    }
};

const FaultsOfInstances& faults_of(const RuleInput& input, const UnitSlot& slot) {
    return slot.state->memo.get<FaultsOfInstances>([&] {
        eval::EvalOptions options = eval::eval_options(*input.module.language().rules);
        options.cancel = input.context.cancel;
        options.limits.steps = std::min(kStepsOfInstances, input.module.limits().file_steps);
        InstanceEvaluation evaluation{input.module, slot, *slot.unit, options,
                                      eval::Budget(options.limits, input.context.cancel)};
        for (const std::uint32_t repetition : instance_arguments(*slot.unit)) evaluation.look(repetition);
        evaluation.out.steps = evaluation.budget.steps();
        return std::move(evaluation.out);
    });
}

}  // namespace

void check_instance_values(const RuleInput& input) {
    std::uint64_t steps = 0;
    for (const UnitSlot& slot : shape_of(input.module).units(Trait::ReadingInstance)) {
        if (slot.file != input.file.input.id || !slot.state) continue;
        if (steps >= input.module.limits().file_steps) return;
        const FaultsOfInstances& faults = faults_of(input, slot);
        steps += faults.steps;
        for (const Diagnostic& fault : faults.list) {
            Diagnostic here = check::finding_in_file(fault, slot.base, slot.file);
            const std::optional<Place> place = place_at(input.file, here.span);
            std::string title = place ? title_of(input.module, input.file, *place, here) : std::string();
            Diagnostic& d = input.report(FoundBy::Plan, here.span, std::move(here.message));
            d.title = title.empty() ? std::move(here.title) : std::move(title);
            d.fixes = std::move(here.fixes);
            d.related = std::move(here.related);
        }
    }
}

}  // namespace hcl::terraform
