// Errors in a called module that the arguments of one instance of a repeated call cause: conditions, indexes,
// calls of functions. For the call as a whole such arguments are unknown. And names of instances in calls
// that have none.
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
#include "engine/check/call_findings.h"
#include "engine/check/passed_values.h"
#include "engine/terraform/broken_condition.h"
#include "engine/terraform/elements.h"
#include "engine/terraform/instance_elements.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/unit_evaluation.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;

struct KeyChecker {
    const RuleInput& input;
    const Call& call;
    const bind::Module& other;
    const bind::Module& from;   // that calls it: the module, or an instance of it
    const bind::UnitSlot slot;  // there
    const UsualInstance* usual = nullptr;
    std::string variable{};  // that the instances come from; may be empty
    std::vector<std::uint32_t> by_key = differing_arguments(call.slot, call.bound());
    std::set<std::pair<std::uint32_t, std::string>> reported{};  // places and titles

    // The arguments that the instances do not share, with their values for one of them.
    check::GivenValues given_by(const bind::Inputs& inputs) const {
        check::GivenValues out{input.file.input.id, call.bound().header_span.shifted(call.slot.base), {}};
        for (std::uint32_t i : by_key) {
            const BoundAttribute& argument = call.slot.unit->attributes[i];
            for (const bind::Inputs::Given& given : inputs.given)
                if (given.name == argument.name)
                    out.list.push_back(
                        {given.name, given.value, argument.expr.span().shifted(call.slot.base)});
        }
        return out;
    }

    // The arguments whose values the called module's variables cannot have.
    Diagnostics misfits(const check::GivenValues& given) const {
        Diagnostics out;
        const bind::InterfacePtr there = bind::interface_of(other);
        for (const check::GivenValues::Given& one : given.list) {
            const bind::InterfaceItem* item = there->find("variable", one.name);
            const std::string why =
                item ? check::misfit(*item, one.value, *other.language().rules) : std::string();
            if (why.empty()) continue;
            out.push_back(make_diagnostic(DiagCode::IncorrectAttributeType, one.place, {one.name, why}));
            out.back().title = "Invalid value for input variable";
        }
        return out;
    }

    // Errors of all instances are found without their keys, at the same place.
    bool is_known(const Diagnostic& found) const {
        return std::ranges::any_of(input.out, [&](const Diagnostic& one) {
            return one.span.start < found.span.end && found.span.start < one.span.end;
        });
    }

    // Of unknown instances only the types of the elements are known.
    void check_types(std::uint32_t repetition) {
        if (by_key.empty() || call.repeated_by != "for_each" ||
            slot.state->values[repetition].unmarked().is_known())
            return;
        std::optional<Diagnostics> common;
        const bind::InputsPtr shared = bind::inputs_of(slot, call.bound());
        for (const Type& type : repeated_types(from, slot, repetition)) {
            InstanceKey any;
            any.each =
                Value::object({{"key", Value::unknown(Type::string())}, {"value", Value::unknown(type)}});
            Diagnostics found = misfits(
                given_by(*inputs_of_key(from, slot, call.bound(), any, *shared, input.context.cancel)));
            if (common)
                std::erase_if(found, [&](const Diagnostic& d) {
                    return std::ranges::find(*common, d.span, &Diagnostic::span) == common->end();
                });
            common = std::move(found);
        }
        for (Diagnostic& d : common.value_or(Diagnostics())) {
            if (is_known(d)) continue;
            d.message = as_sentence(d.message) + " This fails as soon as there is an element.";
            d.severity = Severity::Warning;
            input.add(std::move(d));
        }
    }

    void report(const InstanceKey& key, const Diagnostic& found) {
        if (!reported.emplace(found.span.start, found.title).second) return;
        const bool is_condition = found.code == DiagCode::ConditionNotMet;
        const std::string sentence =
            as_sentence(found.message) + " This is so for the instance " + key.shown + ".";
        Diagnostic* d = usual ? usual->report(input, variable, found.span, sentence)
                              : &input.report(DiagCode::FailsInPlan, found.span, {sentence});
        if (!d) return;
        d->title = is_condition ? "Invalid value for variable" : found.title;
        if (!is_condition) d->related.insert(d->related.end(), found.related.begin(), found.related.end());
    }

    void check(const Value& repetition, std::uint64_t& steps) {
        if (by_key.empty()) return;
        const bind::InputsPtr common = bind::inputs_of(slot, call.bound());
        // Problems of shared arguments are reported for the call as a whole.
        std::set<std::string> shared;
        for (const Diagnostic& found : findings_with(common, steps)) shared.insert(found.message);
        for (const InstanceKey& key : instance_keys(repetition, call.repeated_by == "count", kMostCallKeys)) {
            input.context.cancel.poll();
            const bind::InputsPtr inputs =
                inputs_of_key(from, slot, call.bound(), key, *common, input.context.cancel);
            const Diagnostics unfit = misfits(given_by(*inputs));
            for (const Diagnostic& found : unfit)
                if (!is_known(found)) report(key, found);
            if (!unfit.empty()) continue;
            for (const Diagnostic& found : findings_with(inputs, steps))
                if (!shared.contains(found.message)) report(key, found);
        }
    }

    Diagnostics findings_with(const bind::InputsPtr& inputs, std::uint64_t& steps) const {
        return check::instance_findings(other, inputs, given_by(*inputs), input.context.called,
                                        &instance_elements(), steps, input.context.cancel);
    }
};

// `count` and `each` in a call that is not repeated by them.
void check_instance_names(const RuleInput& input, const Call& call) {
    const bind::BoundUnit& unit = *call.slot.unit;
    const std::uint32_t body = call.bound().body;
    for (std::uint32_t a : unit.bodies[body].attributes) {
        // Nowhere do these have the names.
        if (unit.attributes[a].name == "count" || unit.attributes[a].name == "for_each") continue;
        for (const bind::Reference& reference : bind::references_of(unit, a)) {
            const std::string_view root = reference.steps[0].name;
            if (reference.is_text || (root != "count" && root != "each")) continue;
            const std::string repetition = root == "count" ? "count" : "for_each";
            if (attribute_of(unit, body, repetition) || unit.bodies[body].is_broken ||
                planned_of(call.slot, call.bound()) != Planned::Always)
                continue;
            Diagnostic& d = input.report(
                FoundBy::Plan, reference.span.shifted(call.slot.base),
                "\"" + std::string(root) + "\" exists only in blocks that set \"" + repetition + "\".");
            const bool is_value = reference.steps.size() > 1 && reference.steps[1].name == "value";
            d.title = root == "count" ? "Reference to \"count\" in non-counted context"
                      : is_value      ? "each.value cannot be used in this context"
                                      : "Reference to \"each\" in context without for_each";
        }
    }
}

}  // namespace

void check_call_keys(const RuleInput& input) {
    std::uint64_t steps = input.module.limits().file_steps;
    const std::vector<UsualInstance> usual_ones = usual_instances(input);
    for (const Call& call : shape_of(input.module).calls) {
        if (call.slot.file != input.file.input.id || !call.slot.state) continue;
        check_instance_names(input, call);
        if (call.repeated_by != "count" && call.repeated_by != "for_each") continue;
        const BoundAttribute* repetition = attribute_of(*call.slot.unit, call.bound().body, call.repeated_by);
        const bind::ModulePtr other = repetition ? input.context.called_in(call.folder) : nullptr;
        if (!other) continue;
        const auto index = index_of(*call.slot.unit, *repetition);
        KeyChecker keys{input, call, *other, input.module, call.slot};
        keys.check(call.slot.state->values[index].unmarked(), steps);
        for (const UsualInstance& usual : usual_ones) {
            const bind::UnitSlot slot = usual.module->slot_of({call.slot.label, call.slot.file, 0});
            if (!slot.state || slot.state == call.slot.state) continue;
            KeyChecker{input, call, *other, *usual.module, slot, &usual, variable_behind(*slot.unit, index)}
                .check(slot.state->values[index].unmarked(), steps);
        }
        keys.check_types(index);
    }
}

}  // namespace hcl::terraform
