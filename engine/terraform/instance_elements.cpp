#include "engine/terraform/instance_elements.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

#include "engine/bind/resolution.h"
#include "engine/bind/scopes.h"
#include "engine/eval/evaluate.h"
#include "engine/terraform/broken_condition.h"
#include "engine/terraform/unit_traits.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;

constexpr std::uint64_t kStepsOfArgument = 10'000;  // for one argument

class ElementsOfInstances final : public check::InstanceElements {
  public:
    check::ElementFindings findings(const bind::Module& module, const bind::UnitSlot& slot,
                                    const Cancel& cancel) const override {
        if (!slot.state || module.language().id != "terraform") return {};
        const Traits traits = traits_of(*slot.unit);
        check::ElementFindings out;
        const auto add = [&](check::ElementFindings found) {
            std::ranges::move(found.list, std::back_inserter(out.list));
            out.steps += found.steps;
        };
        if (traits.has(Trait::ReadingInstance)) add(failing_arguments(module, slot, cancel));
        if (traits.has(Trait::Condition)) add(failing_conditions(module, slot, cancel));
        return out;
    }

    std::vector<check::InputsOfElement> inputs(const bind::Module& from, const bind::UnitSlot& slot,
                                               const bind::BoundBlock& call,
                                               const Cancel& cancel) const override {
        std::vector<check::InputsOfElement> out;
        if (!slot.state || from.language().id != "terraform" || differing_arguments(slot, call).empty())
            return out;
        for (const std::string_view name : {"count", "for_each"}) {
            const BoundAttribute* repetition = attribute_of(*slot.unit, call.body, name);
            if (!repetition) continue;
            const Value& value = slot.state->values[index_of(*slot.unit, *repetition)].unmarked();
            const bind::InputsPtr common = bind::inputs_of(slot, call);
            for (const InstanceKey& key : instance_keys(value, name == "count", kMostCallKeys))
                out.push_back({key.shown, inputs_of_key(from, slot, call, key, *common, cancel)});
        }
        return out;
    }
};

}  // namespace

const check::InstanceElements& instance_elements() {
    static const ElementsOfInstances elements{};
    return elements;
}

std::vector<std::uint32_t> differing_arguments(const bind::UnitSlot& slot, const bind::BoundBlock& call) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t i : slot.unit->bodies[call.body].attributes) {
        if (!bind::is_argument(slot, call, i)) continue;
        const auto references = bind::references_of(*slot.unit, i);
        if (std::ranges::any_of(references, [](const bind::Reference& reference) {
                return reference.steps[0].name == "each" || reference.steps[0].name == "count";
            }))
            out.push_back(i);
    }
    return out;
}

bind::InputsPtr inputs_of_key(const bind::Module& from, const bind::UnitSlot& slot,
                              const bind::BoundBlock& call, const InstanceKey& key,
                              const bind::Inputs& common, const Cancel& cancel) {
    const auto scope = bind::scope_of(from, slot, call.body);
    eval::MapScope names(scope.get());
    key.add_to(names);
    eval::EvalOptions options = eval::eval_options(*from.language().rules);
    options.limits.steps = kStepsOfArgument;
    options.cancel = cancel;
    auto inputs = std::make_shared<bind::Inputs>(common);
    for (std::uint32_t i : differing_arguments(slot, call)) {
        const BoundAttribute& argument = slot.unit->attributes[i];
        const eval::EvalResult made = eval::evaluate(argument.expr, &names, options);
        for (bind::Inputs::Given& given : inputs->given)
            if (given.name == argument.name && !has_errors(made.diagnostics)) given.value = made.value;
    }
    return inputs;
}

}  // namespace hcl::terraform
