// Conditions of variables that the arguments of one instance of a repeated call do not meet. For the call as
// a whole such arguments are unknown.
#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/bind/inputs.h"
#include "engine/bind/instance.h"
#include "engine/bind/resolution.h"
#include "engine/bind/scopes.h"
#include "engine/check/call_findings.h"
#include "engine/eval/evaluate.h"
#include "engine/terraform/broken_condition.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;

constexpr std::size_t kMostKeys = 16;     // of one call
constexpr std::uint64_t kSteps = 10'000;  // for one argument

struct KeyChecker {
    const RuleInput& input;
    const Call& call;
    const bind::Module& other;
    std::vector<std::uint32_t> by_key{};  // arguments that differ from instance to instance
    std::set<std::string> reported{};

    void find_arguments() {
        const bind::BoundUnit& unit = *call.slot.unit;
        for (std::uint32_t i : unit.bodies[call.bound().body].attributes) {
            if (!bind::is_argument(call.slot, call.bound(), i)) continue;
            const auto references = bind::references_of(unit, i);
            if (std::ranges::any_of(references, [](const bind::Reference& reference) {
                    return reference.steps[0].name == "each" || reference.steps[0].name == "count";
                }))
                by_key.push_back(i);
        }
    }

    // The arguments of one instance.
    bind::InputsPtr inputs_for(const InstanceKey& key, const bind::Inputs& common) const {
        const auto scope = bind::scope_of(input.module, call.slot, call.bound().body);
        eval::MapScope names(scope.get());
        key.add_to(names);
        eval::EvalOptions options = eval::eval_options(*input.module.language().rules);
        options.limits.steps = kSteps;
        options.cancel = input.context.cancel;
        auto inputs = std::make_shared<bind::Inputs>(common);
        for (std::uint32_t i : by_key) {
            const BoundAttribute& argument = call.slot.unit->attributes[i];
            const eval::EvalResult made = eval::evaluate(argument.expr, &names, options);
            for (bind::Inputs::Given& given : inputs->given)
                if (given.name == argument.name && !has_errors(made.diagnostics)) given.value = made.value;
        }
        return inputs;
    }

    void report(const InstanceKey& key, const std::string& variable, const std::string& message) {
        const auto argument = std::ranges::find_if(
            by_key, [&](std::uint32_t i) { return call.slot.unit->attributes[i].name == variable; });
        if (argument == by_key.end() || !reported.insert(variable).second) return;
        const Span place = call.slot.unit->attributes[*argument].expr.span().shifted(call.slot.base);
        const std::string sentence =
            as_sentence(make_diagnostic(DiagCode::ConditionNotMet, {}, {variable, message}).message) +
            " This is so for the instance " + key.shown + ".";
        input.report(DiagCode::FailsInPlan, place, {sentence}).title = "Invalid value for variable";
    }

    void check(const Value& repetition) {
        find_arguments();
        if (by_key.empty()) return;
        const bind::InputsPtr common = bind::inputs_of(call.slot, call.bound());
        for (const InstanceKey& key : instance_keys(repetition, call.repeated_by == "count", kMostKeys)) {
            input.context.cancel.poll();
            const bind::Instance made =
                bind::instantiate(other, inputs_for(key, *common), {}, input.context.cancel, 0);
            if (!made.module) return;
            for (const auto& [variable, message] : check::broken_conditions(*made.module))
                report(key, variable, message);
        }
    }
};

}  // namespace

void check_call_keys(const RuleInput& input) {
    for (const Call& call : shape_of(input.module).calls) {
        if (call.slot.file != input.file.input.id || !call.slot.state) continue;
        if (call.repeated_by != "count" && call.repeated_by != "for_each") continue;
        const BoundAttribute* repetition = attribute_of(*call.slot.unit, call.bound().body, call.repeated_by);
        const bind::ModulePtr other = repetition ? input.context.called_in(call.folder) : nullptr;
        if (!other) continue;
        const auto index = static_cast<std::size_t>(repetition - call.slot.unit->attributes.data());
        KeyChecker{input, call, *other}.check(call.slot.state->values[index].unmarked());
    }
}

}  // namespace hcl::terraform
