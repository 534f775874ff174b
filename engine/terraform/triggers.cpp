// What triggers the replacement of a resource. `validate` takes any resource; a plan fails where the resource
// has no change to look at: it is the one that is replaced, or an instance that the plan does not make.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/bind/resolution.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/evaluate.h"
#include "engine/terraform/beyond.h"
#include "engine/terraform/broken_condition.h"
#include "engine/terraform/reference_walk.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/targets.h"
#include "engine/terraform/unit_evaluation.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::UnitSlot;

constexpr std::size_t kMostTriggered = 100;  // instances of one block

// The address at the beginning of an element, which may go on to an attribute.
template <typename KeyOf>
std::vector<AddressPart> address_of(syntax::Node element, const KeyOf& key_of) {
    constexpr int kMostSteps = 20;
    syntax::Node node = element;
    for (int i = 0; node && i < kMostSteps; ++i, node = node.child(0)) {
        std::vector<AddressPart> parts = parts_of_address(node, key_of);
        if (!parts.empty()) return parts;
    }
    return {};
}

// An element of the list; the address is of one resource, and its key unknown when it is not a literal.
struct Trigger {
    std::uint32_t block;  // at the top level
    syntax::Node element;
    AddressPart written;
};

struct TriggersOfUnit {
    std::vector<Trigger> list{};

    explicit TriggersOfUnit(const bind::BoundUnit& unit) {
        for (const BoundAttribute& attribute : unit.attributes) {
            const syntax::Node list_of =
                is_trigger(attribute) ? eval::without_parens(attribute.expr) : syntax::Node();
            if (!list_of || !list_of.is(syntax::NodeKind::Tuple)) continue;
            const std::uint32_t block = bind::outermost_block(unit, unit.bodies[attribute.body].block);
            for (const syntax::Node element : list_of.children()) {
                std::vector<AddressPart> parts = address_of(element, std::function<Value(syntax::Node)>());
                if (parts.size() == 1 && !parts[0].is_call())
                    list.push_back({block, element, std::move(parts[0])});
            }
        }
    }
};

struct Triggering {
    bool is_declared = false;
    bool is_repeated = false;
    bool is_empty = false;  // it is known that it has no instances
};
Triggering triggering(const bind::Module& module, const AddressPart& part) {
    for (const bind::Symbol symbol : module.symbols().by_address(part.names)) {
        if (!symbol.is_declaration()) continue;
        const bind::BoundUnit& unit = module.unit_of(symbol);
        const std::uint32_t block = module.declaration(symbol).block;
        if (block == bind::kNone) return {};
        const std::uint32_t body = unit.blocks[block].body;
        const Value& all = module.value_of(symbol).unmarked();
        const bool is_collection = all.type().is_tuple() || all.type().is_object();
        return {true, attribute_of(unit, body, "count") || attribute_of(unit, body, "for_each"),
                is_collection && all.is_known() && !all.is_null() && all.size() == 0};
    }
    return {};
}

bool is_own(const bind::BoundBlock& owner, const AddressPart& part) {
    return part.names.size() == 2 && !part.key && owner.labels.size() == 2 &&
           part.names[0] == owner.labels[0].value && part.names[1] == owner.labels[1].value;
}

// A data source that every plan reads, which is no change: nothing that a plan may not know leads to it.
bool is_read_in_plans(const bind::Module& module, const AddressPart& part) {
    const bind::SymbolList symbols = module.symbols().by_address(part.names);
    if (symbols.empty() || !symbols.back().is_declaration()) return false;
    constexpr std::size_t kMostFollowed = 200;
    ReferenceWalk walk{.open = {{module.slot_of(symbols.back()), bind::kNone}}, .most = kMostFollowed};
    return !walk.run([&](const UnitSlot& slot, const bind::Reference& reference) {
        const bind::Resolution found = bind::resolve(module, slot, reference);
        for (const bind::Symbol symbol : found.symbols) {
            if (!symbol.is_declaration()) return true;
            const bind::Declaration& declaration = module.declaration(symbol);
            const std::string& kind = declaration.def->kind;
            if (kind != "variable" && kind != "local") return true;
            if (declaration.attribute != bind::kNone)
                walk.open.emplace_back(module.slot_of(symbol), declaration.attribute);
        }
        return false;
    });
}

// Another resource that has one instance without a key: nothing needs to be evaluated.
bool is_single(const bind::Module& module, const bind::BoundBlock& owner, const AddressPart& part) {
    if (part.key || part.names[0] == "data" || is_own(owner, part)) return false;
    const Triggering found = triggering(module, part);
    return found.is_declared && !found.is_repeated;
}

struct TriggerChecker {
    const RuleInput& input;
    UnitEvaluation& in;
    const bind::BoundBlock& owner;

    // The instances of the owner; a single one without keys when it is not repeated.
    std::vector<InstanceKey> instances() const {
        for (const std::string_view name : {"count", "for_each"})
            if (const BoundAttribute* repetition = attribute_of(in.unit, owner.body, name))
                return instance_keys(in.value_of(*repetition), name == "count", kMostTriggered);
        return {{"", Value::null(), Value::null()}};
    }

    void report_never(Span place, const std::string& why) const {
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

    void look(const Trigger& trigger) const {
        const Span place = trigger.element.span().shifted(in.slot.base);
        const std::string address = "\"" + trigger.written.text() + "\"";
        if (is_own(owner, trigger.written))
            return report_never(place, address + " cannot trigger its own replacement.");
        if (trigger.written.names[0] == "data") {
            // A call can make its data sources wait for others (`depends_on`).
            const bool is_root = !input.context.is_called || !input.context.is_called();
            if (is_root && is_read_in_plans(input.module, trigger.written))
                report_never(place,
                             address + " is only read, which is no change: resources trigger replacements.");
            return;
        }
        const auto scope = in.scope_of(owner.body);
        for (const InstanceKey& instance : instances()) {
            eval::MapScope names(scope.get());
            instance.add_to(names);
            const std::vector<AddressPart> parts = address_of(trigger.element, [&](syntax::Node key) {
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
        const Triggering all = triggering(input.module, parts[0]);
        if (parts[0].key) return all.is_repeated ? found.why : std::string();
        return all.is_repeated && all.is_empty ? "\"" + parts[0].text() + "\" has no instances."
                                               : std::string();
    }
};

}  // namespace

void check_triggers(const RuleInput& input) {
    for (const UnitSlot& slot : shape_of(input.module).units(Trait::Triggered)) {
        if (slot.file != input.file.input.id || !slot.state) continue;
        std::optional<UnitEvaluation> evaluation;
        const auto& triggers =
            slot.unit->memo.get<TriggersOfUnit>([&] { return TriggersOfUnit(*slot.unit); });
        for (const Trigger& trigger : triggers.list) {
            const bind::BoundBlock& owner = slot.unit->blocks[trigger.block];
            if (is_single(input.module, owner, trigger.written)) continue;
            if (!evaluation) evaluation.emplace(input.module, slot, input.context.cancel);
            TriggerChecker{input, *evaluation, owner}.look(trigger);
        }
    }
}

}  // namespace hcl::terraform
