// Evaluation of parts of a unit for single instances, which the evaluation of the module takes for unknown.
// Private to terraform/.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/bind/scopes.h"
#include "engine/eval/budget.h"
#include "engine/eval/evaluate.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/usual_values.h"

namespace hcl::terraform {

struct UnitEvaluation {
    const bind::Module& module;
    const bind::UnitSlot& slot;
    const bind::BoundUnit& unit;
    eval::EvalOptions options;
    eval::Budget budget;
    std::shared_ptr<const eval::Scope> names;  // of the module

    UnitEvaluation(const bind::Module& of, const bind::UnitSlot& in, const Cancel& cancel)
        : module(of),
          slot(in),
          unit(*in.unit),
          options(options_for(of, cancel)),
          budget(options.limits, cancel),
          names(bind::module_scope_of(of, in)) {}

    std::shared_ptr<const eval::Scope> scope_of(std::uint32_t body) const {
        return bind::scope_of(module, slot, body, names);
    }
    eval::EvalResult evaluate(syntax::Node expr, const eval::Scope& scope) {
        return eval::evaluate(expr, &scope, options, budget);
    }
    // A value that does not have the type of the argument.
    std::optional<Diagnostic> misfit_of(const bind::BoundAttribute& attribute,
                                        const eval::EvalResult& made) const;
    const Value& value_of(const bind::BoundAttribute& attribute) const {
        return slot.state->values[index_of(unit, attribute)].unmarked();
    }

  private:
    static eval::EvalOptions options_for(const bind::Module& of, const Cancel& cancel) {
        constexpr std::uint64_t kMostSteps = 100'000;  // for one unit and kind of finding
        eval::EvalOptions options = eval::eval_options(*of.language().rules);
        options.cancel = cancel;
        options.limits.steps = std::min(kMostSteps, of.limits().file_steps);
        return options;
    }
};

// What evaluation finds in a unit; kept with its values.
template <typename Finding>
struct KeptFindings {
    std::vector<Finding> list{};
    std::uint64_t steps = 0;
};

template <typename Finding, typename Find>
const KeptFindings<Finding>& kept_findings(const bind::Module& of, const bind::UnitSlot& slot,
                                           const Cancel& cancel, const Find& find) {
    return slot.state->memo.template get<KeptFindings<Finding>>([&] {
        UnitEvaluation evaluation(of, slot, cancel);
        KeptFindings<Finding> out{find(evaluation)};
        out.steps = evaluation.budget.steps();
        return out;
    });
}

// Calls visit(slot, finding) for what `find(evaluation)` gives for each unit of the file with the trait,
// until the steps of a file are used up. `of`: the module, or an instance of it.
template <typename Finding, typename Find, typename Visit>
void each_kept_finding(const RuleInput& input, const bind::Module& of, Trait trait, const Find& find,
                       const Visit& visit) {
    const bool is_instance = &of != &input.module;
    std::uint64_t steps = 0;
    for (const bind::UnitSlot& own : shape_of(input.module).units(trait)) {
        if (own.file != input.file.input.id || !own.state) continue;
        if (steps >= input.module.limits().file_steps) return;
        bind::UnitSlot slot = own;
        if (is_instance) {
            slot = of.slot_of({own.label, own.file, 0});
            slot.base = own.base;
            if (!slot.state || slot.state == own.state) continue;
        }
        const auto& kept = kept_findings<Finding>(of, slot, input.context.cancel, find);
        steps += kept.steps;
        for (const Finding& found : kept.list) visit(slot, found);
    }
}

// The variable that an argument refers to; empty when it is none or several.
std::string variable_behind(const bind::BoundUnit& unit, std::uint32_t attribute);

// An instance of the module with the values of a usual plan.
struct UsualInstance {
    const UsualValues& values;
    bind::ModulePtr module;
    bool is_of_files;  // others than those of files are unknown

    // Nothing when the place has a finding already.
    Diagnostic* report(const RuleInput& input, const std::string& variable, Span place,
                       const std::string& sentence) const;
};
std::vector<UsualInstance> usual_instances(const RuleInput& input);

}  // namespace hcl::terraform
