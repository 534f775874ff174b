// Attributes of `each.value` that no element of `for_each` has. `terraform validate` takes it for unknown,
// and so does evaluation: these are found by the type of the elements.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/limits.h"
#include "engine/base/suggest.h"
#include "engine/bind/resolution.h"
#include "engine/check/rule.h"
#include "engine/eval/analysis/guards.h"
#include "engine/eval/text/describe.h"
#include "engine/terraform/elements.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

Type part_of(const Type& type, const std::string& name) {
    if (type.is_map()) return Type(type.element());
    const ObjectAttribute* attribute = type.is_object() ? type.find_attribute(name) : nullptr;
    return attribute ? Type(attribute->type) : Type::dynamic();
}

std::vector<Type> element_types(const Type& collection) {
    if (collection.is_map() || collection.is_set()) return {collection.element()};
    constexpr std::size_t kMost = 100;
    std::vector<Type> types;
    if (!collection.is_object()) return types;
    for (const ObjectAttribute& attribute : collection.attributes()) {
        if (std::ranges::find(types, attribute.type) != types.end()) continue;
        if (types.size() == kMost) return {};
        types.push_back(attribute.type);
    }
    return types;
}

namespace {

using bind::BoundUnit;
using bind::kNone;
using bind::Reference;
using bind::UnitSlot;

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
    const auto index = index_of(unit, *repetition);
    return index == argument ? kNone : index;
}

// True if the instances of the import are evaluated.
bool is_import_of_known(const UnitSlot& slot, std::uint32_t repetition) {
    const BoundUnit& unit = *slot.unit;
    return unit.blocks[unit.bodies[unit.attributes[repetition].body].block].type == "import" &&
           slot.state->values[repetition].unmarked().is_known();
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

// The elements of the repetitions of a unit.
struct Elements {
    const UnitSlot& slot;
    bind::Guards guards{*slot.unit, eval::error_catching_functions()};
    std::map<std::uint32_t, std::vector<Type>> known{};

    const std::vector<Type>& types(std::uint32_t repetition) {
        const auto [it, is_new] = known.try_emplace(repetition);
        if (is_new) it->second = element_types(slot.state->values[repetition].unmarked().type());
        return it->second;
    }
};

// `names`: how many may still be compared with misspelt ones.
void check_reference(const RuleInput& input, const Reference& reference, Elements& elements,
                     std::size_t& names) {
    const UnitSlot& slot = elements.slot;
    const std::uint32_t repetition = repetition_of(*slot.unit, reference.attribute);
    if (repetition == kNone || is_import_of_known(slot, repetition) || elements.guards.cover(reference))
        return;
    std::optional<Fault> fault;
    for (const Type& type : elements.types(repetition)) {
        const std::optional<Fault> one = fault_in(type, reference);
        if (!one || (fault && fault->step != one->step)) return;
        fault = one;
    }
    if (!fault) return;
    const bind::ReferenceStep& step = reference.steps[fault->step];
    const Span place = step.span.shifted(slot.base);
    // An instance that surely exists fails, and is reported.
    if (std::ranges::any_of(input.out, [&](const Diagnostic& d) { return d.span.touches(place.start); }))
        return;
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
    check::add_nearest(d, place, step.name, near.best());
}

}  // namespace

std::optional<check::ExtensionHover> element_hover(const check::ExtensionContext& context, FileId id,
                                                   std::uint32_t offset) {
    const bind::ModuleFile* file = context.module->file(id);
    const std::optional<UnitSlot> slot = file ? file->unit_at(offset) : std::nullopt;
    if (!slot || !slot->unit || !slot->state || offset < slot->base) return std::nullopt;
    const std::uint32_t place = offset - slot->base;
    for (const Reference& reference : slot->unit->references) {
        if (reference.is_text || reference.steps.size() < 2 || reference.steps[0].name != "each" ||
            reference.steps[1].name != "value")
            continue;
        std::size_t last = 1;
        while (last < reference.steps.size() && !reference.steps[last].span.touches(place)) ++last;
        if (last == reference.steps.size()) continue;
        const std::uint32_t repetition = repetition_of(*slot->unit, reference.attribute);
        if (repetition == kNone) return std::nullopt;
        std::optional<Type> common;
        for (Type type : element_types(slot->state->values[repetition].unmarked().type())) {
            for (std::size_t i = 2; i <= last; ++i) type = part_of(type, reference.steps[i].name);
            if (common && *common != type) return std::nullopt;
            common = type;
        }
        if (!common || common->is_dynamic()) return std::nullopt;
        const Span shown{reference.span.start, reference.steps[last].span.end};
        return check::ExtensionHover{shown.shifted(slot->base), "",
                                     "`" + common->to_constraint_source() + "`"};
    }
    return std::nullopt;
}

void check_each_values(const RuleInput& input) {
    std::size_t names = limits::compared_names;
    for (const UnitSlot& slot : shape_of(input.module).units(Trait::ElementPart)) {
        if (slot.file != input.file.input.id || !slot.state) continue;
        Elements elements{slot};
        for (const Reference& reference : slot.unit->references)
            if (reads_part_of_element(reference)) check_reference(input, reference, elements, names);
    }
}

}  // namespace hcl::terraform
