// Targets of the overrides in tests, which the tested module must have, and the values that they get.
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/suggest.h"
#include "engine/bind/address.h"
#include "engine/bind/interface.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/walk/access.h"
#include "engine/terraform/place.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/targets.h"
#include "engine/terraform/test_names.h"
#include "engine/value/convert.h"

namespace hcl::terraform {

namespace {

constexpr std::string_view kNoEffect = " The value has no effect.";

// An argument of the object that an override gives.
struct OverriddenValue {
    std::string name;
    Value value;
    Span place;  // of the name, in the file
    Span whole;  // of the value
};

std::vector<OverriddenValue> values_in(const bind::UnitSlot& slot, const bind::BoundAttribute* argument) {
    std::vector<OverriddenValue> out;
    if (!argument || !argument->expr) return out;
    const Value& all = slot.state->values[index_of(*slot.unit, *argument)].unmarked();
    const syntax::Node object = eval::without_parens(argument->expr);
    if (!object.is(syntax::NodeKind::Object) || !all.is_known() || !all.type().is_object()) return out;
    for (const syntax::Node item : object.children()) {
        const std::string name = item.child(0) ? bind::literal_text(item.child(0)) : std::string();
        if (name.empty() || !item.child(1)) continue;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all.key_at(i).as_string() == name)
                out.push_back({name, all.value_at(i), item.child(0).span().shifted(slot.base),
                               item.child(1).span().shifted(slot.base)});
    }
    return out;
}

void report_unused(const RuleInput& input, const OverriddenValue& value, const std::string& why,
                   const std::string& nearest) {
    Diagnostic& d =
        input.report("override-unused", value.place, why + did_you_mean(nearest) + std::string(kNoEffect));
    d.severity = Severity::Warning;
    add_nearest(d, input.file.input.id, value.place, value.name, nearest);
}

// Outputs that the module does not have.
void check_outputs(const RuleInput& input, const bind::Module& called,
                   const std::vector<OverriddenValue>& values) {
    const bind::InterfacePtr there = bind::interface_of(called);
    for (const OverriddenValue& value : values)
        if (!there->find("output", value.name))
            report_unused(input, value, "The module has no output \"" + value.name + "\".",
                          there->names_of("output").nearest(value.name));
}

// Attributes that the object does not have, and values that those which the provider computes cannot have.
void check_attributes(const RuleInput& input, const bind::BoundBody& body, const std::string& address,
                      const std::vector<OverriddenValue>& values, bool is_used) {
    if (body.is_lenient) return;
    for (const bind::BodyDef* def : body.defs)
        if (def->any_attribute || def->any_block) return;
    for (const OverriddenValue& value : values) {
        const language::AttributeDef* attribute = body.attribute(value.name);
        if (is_used && attribute && attribute->is_read_only && !attribute->type.is_dynamic()) {
            const ValueResult fits =
                convert_value(value.value, attribute->type, *input.module.language().rules);
            if (!fits)
                input
                    .report(
                        FoundBy::Test, value.whole,
                        "\"" + value.name + "\" cannot have this value: " + eval::explain(fits.error()) + ".")
                    .title = "Failed to compute attribute";
            continue;
        }
        if (attribute) continue;
        Suggester near(value.name);
        bool is_block = false;
        for (const bind::BodyDef* def : body.defs) {
            is_block = is_block || def->slots.contains(value.name);
            for (const auto& [known, slot] : def->slots) near.offer(known);
        }
        if (!is_block)
            report_unused(input, value, "\"" + address + "\" has no attribute \"" + value.name + "\".",
                          std::string(near.best()));
    }
}

// Whether the values of an override or mock can be needed: only an apply, or reading data, computes
// attributes.
bool is_used(const bind::UnitSlot& slot, const bind::BoundBlock& giving, RunsApply when) {
    return when == RunsApply::Sometimes || giving.type.ends_with("_data") ||
           attribute_of(*slot.unit, giving.body, "override_during");
}

// The values that an override gives to what it targets.
void check_values_of(const RuleInput& input, const bind::UnitSlot& slot, const bind::BoundBlock& override,
                     bind::ModulePtr module, std::span<const std::string> names, RunsApply when) {
    const bool is_of_module = override.type == "override_module";
    const std::vector<OverriddenValue> values =
        values_in(slot, attribute_of(*slot.unit, override.body, is_of_module ? "outputs" : "values"));
    if (values.empty()) return;
    for (; module && names.size() > 2 && names[0] == "module"; names = names.subspan(2))
        module = module_of_call(input.context, *module, names[1]);
    if (!module) return;
    if (is_of_module) {
        if (const bind::ModulePtr called = module_of_call(input.context, *module, names.back()))
            check_outputs(input, *called, values);
        return;
    }
    const auto found = module->symbols().by_address(std::vector<std::string>(names.begin(), names.end()));
    if (found.size() != 1 || !found.front().is_declaration()) return;
    const bind::Declaration& declaration = module->declaration(found.front());
    if (declaration.block == bind::kNone) return;
    const bind::BoundUnit& home = module->unit_of(found.front());
    check_attributes(input, home.bodies[home.blocks[declaration.block].body],
                     bind::address_text(declaration.address), values, is_used(slot, override, when));
}

}  // namespace

void check_mock_defaults(const RuleInput& input, const bind::UnitSlot& slot, std::uint32_t body,
                         const bind::ModulePtr& tested, RunsApply when) {
    if (!tested || !slot.state) return;
    const bind::BoundUnit& unit = *slot.unit;
    for (const std::uint32_t i : unit.bodies[body].blocks) {
        const bind::BoundBlock& mock = unit.blocks[i];
        const bool is_data = mock.type == "mock_data";
        if ((!is_data && mock.type != "mock_resource") || mock.labels.empty()) continue;
        const std::vector<OverriddenValue> values =
            values_in(slot, attribute_of(unit, mock.body, "defaults"));
        if (values.empty()) continue;
        const std::string& type = mock.labels[0].value;
        // The schema of the type is that of any object of it in the module.
        const auto objects =
            is_data ? tested->symbols().by_prefix({"data", type}) : tested->symbols().by_prefix({type});
        for (const bind::Symbol symbol : objects) {
            if (!symbol.is_declaration()) continue;
            const bind::Declaration& declaration = tested->declaration(symbol);
            if (declaration.block == bind::kNone || declaration.def->kind != (is_data ? "data" : "resource"))
                continue;
            const bind::BoundUnit& home = tested->unit_of(symbol);
            check_attributes(input, home.bodies[home.blocks[declaration.block].body], type, values,
                             is_used(slot, mock, when));
            break;
        }
    }
}

void check_overrides(const RuleInput& input, const bind::UnitSlot& slot, std::uint32_t body,
                     const bind::ModulePtr& tested, RunsApply when,
                     const std::function<bool(const std::vector<std::string>& target)>& is_elsewhere) {
    if (!tested || !slot.state) return;
    const bind::BoundUnit& unit = *slot.unit;
    for (const std::uint32_t i : unit.bodies[body].blocks) {
        const bind::BoundBlock& block = unit.blocks[i];
        if (!block.type.starts_with("override_")) continue;
        const bind::BoundAttribute* target = attribute_of(unit, block.body, "target");
        const std::string address = address_in(slot, target);
        if (address.empty()) continue;
        // Another kind has a finding of its own.
        const std::vector<std::string> names = names_of(address);
        const bool is_data = names.size() > 2 && names[names.size() - 3] == "data";
        const bool is_call = names.size() > 1 && names[names.size() - 2] == "module";
        if (is_data != (block.type == "override_data") || is_call != (block.type == "override_module"))
            continue;
        const std::string why = why_missing(input.context, tested, names);
        if (why.empty()) {
            check_values_of(input, slot, block, tested, names, when);
            continue;
        }
        if (is_elsewhere && is_elsewhere(names)) continue;
        Diagnostic& d = input.report("override-missing", target->expr.span().shifted(slot.base),
                                     why + " The override has no effect.");
        d.severity = Severity::Warning;
    }
}

}  // namespace hcl::terraform
