// Attributes of `each.value` that no element of `for_each` has. `terraform validate` takes it for unknown,
// and so does evaluation: these are found by the type of the elements.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/limits.h"
#include "engine/base/suggest.h"
#include "engine/bind/resolution.h"
#include "engine/check/rule.h"
#include "engine/eval/analysis/guards.h"
#include "engine/eval/text/describe.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

std::vector<Type> element_types(const Type& collection) {
    if (collection.is_map() || collection.is_set()) return {collection.element()};
    std::vector<Type> types;
    if (!collection.is_object()) return types;
    for (const ObjectAttribute& attribute : collection.attributes())
        if (std::ranges::find(types, attribute.type) == types.end()) types.push_back(attribute.type);
    return types;
}

namespace {

using bind::BoundUnit;
using bind::kNone;
using bind::Reference;
using bind::UnitSlot;

// A dynamic block can give the name to its own elements.
bool is_iterated_as_each(const BoundUnit& unit, const bind::BoundBlock& block) {
    const bind::BoundAttribute* iterator = attribute_of(unit, block.body, "iterator");
    if (iterator && iterator->expr) return iterator->expr.text().find("each") != std::string_view::npos;
    return block.type == "dynamic" && !block.labels.empty() && block.labels[0].value == "each";
}

// The `for_each` of the block around an argument, if it is not that argument.
std::uint32_t repetition_of(const BoundUnit& unit, std::uint32_t argument) {
    std::uint32_t block = unit.bodies[unit.attributes[argument].body].block;
    if (block == kNone) return kNone;
    while (unit.blocks[block].parent != 0) {
        if (is_iterated_as_each(unit, unit.blocks[block])) return kNone;
        block = unit.bodies[unit.blocks[block].parent].block;
        if (block == kNone) return kNone;
    }
    const bind::BoundAttribute* repetition = attribute_of(unit, unit.blocks[block].body, "for_each");
    if (!repetition || !repetition->expr) return kNone;
    const auto index = static_cast<std::uint32_t>(repetition - unit.attributes.data());
    return index == argument ? kNone : index;
}

struct Fault {
    std::size_t step = 0;
    Type type;  // of what lacks the step
};

// The first step that values of the type do not have.
std::optional<Fault> fault_in(Type type, const Reference& reference) {
    for (std::size_t i = 2; i < reference.steps.size(); ++i) {
        const std::string& name = reference.steps[i].name;
        if (type.is_map()) {
            type = Type(type.element());
            continue;
        }
        if (type.is_primitive() || (type.is_object() && !type.find_attribute(name))) return Fault{i, type};
        if (!type.is_object()) return std::nullopt;
        type = Type(type.find_attribute(name)->type);
    }
    return std::nullopt;
}

// `names`: how many may still be compared with misspelt ones.
void check_reference(const RuleInput& input, const UnitSlot& slot, const Reference& reference,
                     std::size_t& names) {
    const std::uint32_t repetition = repetition_of(*slot.unit, reference.attribute);
    if (repetition == kNone || bind::is_guarded(*slot.unit, reference, eval::error_catching_functions()))
        return;
    std::optional<Fault> fault;
    for (const Type& type : element_types(slot.state->values[repetition].unmarked().type())) {
        const std::optional<Fault> one = fault_in(type, reference);
        if (!one || (fault && fault->step != one->step)) return;
        fault = one;
    }
    if (!fault) return;
    const bind::ReferenceStep& step = reference.steps[fault->step];
    const Span place = step.span.shifted(slot.base);
    const std::string when = "This fails as soon as there is an element.";
    Suggester near(step.name);
    if (fault->type.is_object() && fault->type.attributes().size() <= names) {
        names -= fault->type.attributes().size();
        for (const ObjectAttribute& attribute : fault->type.attributes()) near.offer(attribute.name);
    }
    Diagnostic& d = fault->type.is_object()
                        ? input.report(DiagCode::UnsupportedAttribute, place,
                                       {step.name, did_you_mean(near.best()) + " " + when})
                        : input.report(DiagCode::AttributeOfPrimitive, place,
                                       {eval::with_article(fault->type), step.name});
    if (!fault->type.is_object()) d.message += " " + when;
    d.severity = Severity::Warning;
    if (!near.best().empty() && place.length() == step.name.size())
        check::add_replacement(d, place, std::string(near.best()));
}

}  // namespace

void check_each_values(const RuleInput& input) {
    std::size_t names = limits::compared_names;
    for (const UnitSlot& slot : shape_of(input.module).elements) {
        if (slot.file != input.file.input.id || !slot.state) continue;
        for (const Reference& reference : slot.unit->references)
            if (reads_part_of_element(reference)) check_reference(input, slot, reference, names);
    }
}

}  // namespace hcl::terraform
