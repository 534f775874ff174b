#include "engine/terraform/test_runs.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "engine/bind/instance.h"
#include "engine/bind/resolution.h"
#include "engine/bind/scopes.h"
#include "engine/eval/evaluate.h"
#include "engine/terraform/broken_condition.h"

namespace hcl::terraform {

namespace {

using bind::BoundBlock;
using bind::BoundUnit;
using bind::UnitSlot;

constexpr std::uint64_t kSteps = 100'000;  // for one argument, or the assertions of one run
constexpr std::size_t kMostRuns = 100;     // that one expression takes as a whole

// The names of the tested module, as the assertions of a run see them. Of what providers give nothing is
// known.
class TestedScope final : public eval::Scope {
  public:
    TestedScope(std::shared_ptr<const eval::Scope> around, const bind::Module& tested, Value runs)
        : Scope(std::move(around)), tested_(tested) {
        made_.emplace("run", std::move(runs));
    }

    const Value* variable(std::string_view name) const override {
        auto known = made_.find(name);
        if (known == made_.end()) known = made_.emplace(std::string(name), make(name)).first;
        return &known->second;
    }
    bool has_variables() const override { return true; }

  private:
    Value make(std::string_view name) const {
        std::string_view kind = name;
        if (name == "var") kind = "variable";
        if (kind != "variable" && kind != "local" && kind != "output" && kind != "module")
            return Value::dynamic();
        std::vector<std::pair<std::string, Value>> members;
        for (const bind::Symbol symbol : tested_.symbols().by_kind(kind))
            if (symbol.is_declaration())
                members.emplace_back(tested_.declaration(symbol).address.back(), tested_.value_of(symbol));
        return Value::object(std::move(members));
    }

    const bind::Module& tested_;
    mutable std::map<std::string, Value, std::less<>> made_;
};

eval::EvalOptions options_of(const RuleInput& input) {
    eval::EvalOptions options = eval::eval_options(*input.module.language().rules);
    options.limits.steps = kSteps;
    options.cancel = input.context.cancel;
    return options;
}

}  // namespace

void TestRuns::set_variable(const std::string& name, const Value& value) {
    variables_.emplace_back(name, value);
    variables_value_.reset();
}

Value TestRuns::results_for(const BoundUnit& unit) const {
    std::map<std::string, Value> named;
    for (const bind::Reference& reference : unit.references) {
        if (reference.steps.empty() || reference.steps[0].name != "run") continue;
        if (reference.steps.size() == 1) {
            // All of them, which later units may do again.
            if (runs_.size() > kMostRuns) return Value::dynamic();
            named = runs_;
            break;
        }
        if (const auto run = runs_.find(reference.steps[1].name); run != runs_.end()) named.insert(*run);
    }
    return Value::object({named.begin(), named.end()});
}

Value TestRuns::value_of(const UnitSlot& slot, std::uint32_t index) const {
    const BoundUnit& unit = *slot.unit;
    const bind::BoundAttribute& attribute = unit.attributes[index];
    const auto references = bind::references_of(unit, index);
    if (references.empty() || !attribute.expr) return slot.state->values[index];
    const auto around = bind::scope_of(input_.module, slot, attribute.body);
    eval::MapScope names(around.get());
    names.set("run", results_for(unit));
    if (!variables_value_) variables_value_ = Value::object(std::vector(variables_));
    names.set("var", *variables_value_);
    eval::EvalResult made = eval::evaluate(attribute.expr, &names, options_of(input_));
    return has_errors(made.diagnostics) ? Value::dynamic() : std::move(made.value);
}

void TestRuns::skip(const BoundBlock& run) {
    if (!run.labels.empty()) runs_.insert_or_assign(run.labels[0].value, Value::dynamic());
}

void TestRuns::check(const UnitSlot& slot, const BoundBlock& run, const bind::Module& tested,
                     std::map<std::string, Value> given, std::uint64_t& steps) {
    const BoundUnit& unit = *slot.unit;
    const bind::Instance made =
        bind::instantiate(tested, bind::inputs_with(tested, "variable", std::move(given)),
                          input_.context.called, input_.context.cancel);
    const bool is_too_much = made.steps > steps;
    steps -= std::min(steps, made.steps);
    if (is_too_much || !made.module) return skip(run);
    const eval::EvalOptions options = options_of(input_);
    eval::Budget budget(options.limits, input_.context.cancel);
    const TestedScope scope(bind::scope_of(input_.module, slot, run.body), *made.module, results_for(unit));
    const bool is_opentofu = input_.file.input.path.find(".tofutest.") != std::string::npos;
    for (std::uint32_t i : unit.bodies[run.body].blocks) {
        const BoundBlock& block = unit.blocks[i];
        if (block.type != "assert" || !block.def) continue;
        const auto broken = broken_condition(slot, block, scope, options, budget);
        if (!broken) continue;
        const std::string text = "The condition is false" + broken->reasons + broken->message +
                                 (is_opentofu ? " \"tofu test\"" : " \"terraform test\"") + " fails here.";
        input_.report("test-assertion", broken->place.shifted(slot.base), text).title =
            "Test assertion failed";
    }
    if (!run.labels.empty()) runs_.insert_or_assign(run.labels[0].value, *scope.variable("output"));
}

}  // namespace hcl::terraform
