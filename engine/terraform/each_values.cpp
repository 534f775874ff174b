// Attributes of `each.value` that no element of `for_each` has. `terraform validate` takes it for unknown,
// and so does evaluation: these are found by the type of the elements.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/limits.h"
#include "engine/base/suggest.h"
#include "engine/bind/generated_blocks.h"
#include "engine/bind/resolution.h"
#include "engine/check/rule.h"
#include "engine/eval/analysis/guards.h"
#include "engine/eval/text/describe.h"
#include "engine/terraform/elements.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

using bind::BoundUnit;
using bind::kNone;
using bind::Reference;
using bind::UnitSlot;

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
    const std::uint32_t repetition = repetition_around(*slot.unit, reference.attribute);
    if (repetition == kNone || is_import_of_known(slot, repetition) || elements.guards.cover(reference))
        return;
    // There may be no such block in any instance.
    const std::uint32_t body = slot.unit->attributes[reference.attribute].body;
    if (!bind::generations_of(input.module.language(), *slot.unit, body).empty()) return;
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
