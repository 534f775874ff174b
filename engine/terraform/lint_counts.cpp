// Counts and keys of instances that depend on what exists only after an apply.
#include <algorithm>

#include "engine/bind/resolution.h"
#include "engine/terraform/lint.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::UnitSlot;

// When the value of a reference is known.
enum class Knowledge : std::uint8_t {
    Known,         // it is known before a plan
    AfterApply,    // an attribute that the provider sets
    Undetermined,  // it can be either
};

Knowledge knowledge_of(const bind::Module& module, const UnitSlot& slot, const bind::Reference& reference) {
    const bind::Resolution found = bind::resolve(module, slot, reference);
    if (found.kind != bind::Resolution::Kind::Symbol || found.symbols.empty()) return Knowledge::Undetermined;
    const bind::Symbol symbol = found.symbols.back();
    const bind::Declaration& declaration = module.declaration(symbol);
    if (declaration.def->kind != "resource" || declaration.block == bind::kNone)
        return module.value_of(symbol).is_wholly_known() ? Knowledge::Known : Knowledge::Undetermined;
    if (reference.steps.size() <= found.steps) return Knowledge::Undetermined;
    const bind::BoundUnit& unit = module.unit_of(symbol);
    const bind::BoundBody& body = unit.bodies[unit.blocks[declaration.block].body];
    const std::string& name = reference.steps[found.steps].name;
    // Its type is known, and so may be the length.
    if (declaration.address[0] == "terraform_data" && name == "output") return Knowledge::Undetermined;
    const bind::AttributeDef* attribute = body.attribute(name);
    return attribute && attribute->is_read_only ? Knowledge::AfterApply : Knowledge::Undetermined;
}

// Whether the number of instances, or one of their keys, is unknown.
bool is_unknown(const BoundAttribute& attribute, const Value& value) {
    const Value plain = value.unmarked_deep();
    if (attribute.name == "count") return !plain.is_known();
    // Values of maps may be unknown.
    return !plain.is_known() || (plain.type().is_set() && !plain.is_wholly_known());
}

bool compares_with_null(syntax::Node node) {
    if (node.is(syntax::NodeKind::Null)) return true;
    return std::ranges::any_of(node.children(), compares_with_null);
}

}  // namespace

std::string unknown_instances(const bind::Module& module, const UnitSlot& slot, std::uint32_t argument) {
    const BoundAttribute& attribute = slot.unit->attributes[argument];
    if (!attribute.expr || !is_unknown(attribute, slot.state->values[argument])) return {};
    // A plan may know that an attribute will not be null.
    if (compares_with_null(attribute.expr)) return {};
    bool is_after_apply = false;
    for (const bind::Reference& reference : slot.unit->references) {
        if (reference.attribute != argument || reference.is_text) continue;
        const Knowledge knowledge = knowledge_of(module, slot, reference);
        if (knowledge == Knowledge::Undetermined) return {};
        is_after_apply = is_after_apply || knowledge == Knowledge::AfterApply;
    }
    if (!is_after_apply) return {};
    return (attribute.name == "count" ? "The number of instances is"
            : attribute.name == "id"  ? "The ID is"
                                      : "The keys of the instances are") +
           std::string(" known only after an apply, so the first plan fails.");
}

}  // namespace hcl::terraform
