// What triggers the replacement of a resource. `validate` takes any resource; a plan fails where the resource
// has no change to look at: it is the one that is replaced, or an instance that the plan does not make.
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/evaluate.h"
#include "engine/terraform/beyond.h"
#include "engine/terraform/broken_condition.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/targets.h"
#include "engine/terraform/unit_evaluation.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::UnitSlot;

constexpr std::size_t kMostTriggered = 100;  // instances of one block

struct TriggerChecker {
    const RuleInput& input;
    UnitEvaluation& in;
    const bind::BoundBlock& owner;

    // The address at the beginning of an element, which may go on to an attribute.
    template <typename KeyOf>
    std::vector<AddressPart> address_of(syntax::Node element, const KeyOf& key_of) const {
        constexpr int kMostSteps = 20;
        syntax::Node node = element;
        for (int i = 0; node && i < kMostSteps; ++i, node = node.child(0)) {
            std::vector<AddressPart> parts = parts_of_address(node, key_of);
            if (!parts.empty()) return parts;
        }
        return {};
    }

    bool is_own(const AddressPart& part) const {
        return part.names.size() == 2 && !part.key && owner.labels.size() == 2 &&
               part.names[0] == owner.labels[0].value && part.names[1] == owner.labels[1].value;
    }

    // The instances of the owner; a single one without keys when it is not repeated.
    std::vector<InstanceKey> instances() const {
        for (const std::string_view name : {"count", "for_each"})
            if (const BoundAttribute* repetition = attribute_of(in.unit, owner.body, name))
                return instance_keys(in.value_of(*repetition), name == "count", kMostTriggered);
        return {{"", Value::null(), Value::null()}};
    }

    void report_own(Span place, const std::string& address) const {
        const std::string why = "\"" + address + "\" cannot trigger its own replacement.";
        const Planned planned = planned_of(in.slot, owner);
        if (planned == Planned::Never) return;
        Diagnostic& d = input.report(FoundBy::Plan, place, why);
        d.title = "No change found";
        if (planned == Planned::Always) return;
        d.severity = Severity::Warning;
        d.message = why + " Every plan with an instance of the block fails.";
    }

    // One that is still in the state is removed by the plan, which is a change.
    void report_missing(Span place, const std::string& why, const InstanceKey& instance) const {
        const std::string whose = instance.shown.empty() ? "" : " for the instance " + instance.shown;
        Diagnostic& d = input.report(DiagCode::FailsInPlan, place, {why});
        d.message = why + " Plans fail" + whose + ", unless the state still has it.";
        d.severity = Severity::Warning;
        d.title = "No change found";
    }

    void look(syntax::Node element) const {
        const Span place = element.span().shifted(in.slot.base);
        const std::vector<AddressPart> written = address_of(element, std::function<Value(syntax::Node)>());
        if (written.size() != 1 || written[0].is_call() || written[0].names[0] == "data") return;
        if (is_own(written[0])) return report_own(place, written[0].text());
        const auto scope = in.scope_of(owner.body);
        for (const InstanceKey& instance : instances()) {
            eval::MapScope names(scope.get());
            instance.add_to(names);
            const std::vector<AddressPart> parts = address_of(element, [&](syntax::Node key) {
                eval::EvalResult made = in.evaluate(key, names);
                return has_errors(made.diagnostics) ? Value::dynamic() : std::move(made.value);
            });
            const std::string why = why_no_change(parts);
            if (why.empty()) continue;
            return report_missing(place, why, instance);
        }
    }

    std::string why_no_change(const std::vector<AddressPart>& parts) const {
        if (parts.size() != 1) return {};
        const AddressedInstance found = find_instance(input.context, input.context.module, parts, false);
        if (found.presence == AddressedInstance::Presence::Missing) return found.why;
        if (found.presence != AddressedInstance::Presence::OtherKinds) return {};
        // A key where there are none has another finding; without a key it stands for all instances.
        const Triggering all = triggering(parts[0]);
        if (parts[0].key) return all.is_repeated ? found.why : std::string();
        return all.is_repeated && all.is_empty ? "\"" + parts[0].text() + "\" has no instances."
                                               : std::string();
    }

    struct Triggering {
        bool is_repeated = false;
        bool is_empty = false;  // it is known that it has no instances
    };
    Triggering triggering(const AddressPart& part) const {
        for (const bind::Symbol symbol : input.module.symbols().by_address(part.names)) {
            if (!symbol.is_declaration()) continue;
            const bind::BoundUnit& unit = input.module.unit_of(symbol);
            const std::uint32_t block = input.module.declaration(symbol).block;
            if (block == bind::kNone) return {};
            const std::uint32_t body = unit.blocks[block].body;
            const Value& all = input.module.value_of(symbol).unmarked();
            const bool is_collection = all.type().is_tuple() || all.type().is_object();
            return {attribute_of(unit, body, "count") || attribute_of(unit, body, "for_each"),
                    is_collection && all.is_known() && !all.is_null() && all.size() == 0};
        }
        return {};
    }
};

}  // namespace

void check_triggers(const RuleInput& input) {
    for (const UnitSlot& slot : shape_of(input.module).units(Trait::Triggered)) {
        if (slot.file != input.file.input.id || !slot.state) continue;
        UnitEvaluation evaluation(input, input.module, slot);
        for (const BoundAttribute& attribute : slot.unit->attributes) {
            if (!is_trigger(attribute)) continue;
            std::uint32_t block = slot.unit->bodies[attribute.body].block;
            while (slot.unit->blocks[block].parent != 0)
                block = slot.unit->bodies[slot.unit->blocks[block].parent].block;
            const TriggerChecker checker{input, evaluation, slot.unit->blocks[block]};
            const syntax::Node list = eval::without_parens(attribute.expr);
            if (!list.is(syntax::NodeKind::Tuple)) continue;
            for (const syntax::Node element : list.children()) checker.look(element);
        }
    }
}

}  // namespace hcl::terraform
