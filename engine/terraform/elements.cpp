#include "engine/terraform/elements.h"

#include <algorithm>

#include "engine/bind/named_expressions.h"
#include "engine/bind/scopes.h"
#include "engine/eval/analysis/static_elements.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

using bind::BoundUnit;
using bind::kNone;

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

std::uint32_t repetition_around(const BoundUnit& unit, std::uint32_t argument) {
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

std::vector<Type> repeated_types(const bind::Module& module, const bind::UnitSlot& slot,
                                 std::uint32_t repetition) {
    std::vector<Type> types = element_types(slot.state->values[repetition].unmarked().type());
    if (std::ranges::any_of(types, [](const Type& type) { return !type.is_dynamic(); })) return types;
    const bind::BoundAttribute& attribute = slot.unit->attributes[repetition];
    if (!attribute.expr) return types;
    const eval::StaticElements elements(*module.language().rules, bind::named_expressions(module));
    const Type type = elements.of(attribute.expr, bind::scope_of(module, slot, attribute.body));
    return type.is_dynamic() ? types : std::vector<Type>{type};
}

std::optional<check::ExtensionHover> element_hover(const check::ExtensionContext& context, FileId id,
                                                   std::uint32_t offset) {
    const bind::ModuleFile* file = context.module->file(id);
    const std::optional<bind::UnitSlot> slot = file ? file->unit_at(offset) : std::nullopt;
    if (!slot || !slot->unit || !slot->state || offset < slot->base) return std::nullopt;
    const std::uint32_t place = offset - slot->base;
    for (const bind::Reference& reference : slot->unit->references) {
        if (reference.is_text || reference.steps.size() < 2 || reference.steps[0].name != "each" ||
            reference.steps[1].name != "value")
            continue;
        std::size_t last = 1;
        while (last < reference.steps.size() && !reference.steps[last].span.touches(place)) ++last;
        if (last == reference.steps.size()) continue;
        const std::uint32_t repetition = repetition_around(*slot->unit, reference.attribute);
        if (repetition == kNone) return std::nullopt;
        std::optional<Type> common;
        for (Type type : repeated_types(*context.module, *slot, repetition)) {
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

std::vector<std::pair<std::string, Value>> names_of_repetition(const check::ExtensionContext& context,
                                                               FileId id, std::uint32_t offset) {
    const bind::ModuleFile* file = context.module->file(id);
    const std::optional<bind::UnitSlot> slot = file ? file->unit_at(offset) : std::nullopt;
    if (!slot || !slot->unit || !slot->state || offset < slot->base) return {};
    for (const bind::BoundAttribute& attribute : slot->unit->attributes) {
        if (!attribute.span.touches(offset - slot->base)) continue;
        const std::uint32_t repetition = repetition_around(*slot->unit, index_of(*slot->unit, attribute));
        if (repetition == kNone) return {};
        const std::vector<Type> types = repeated_types(*context.module, *slot, repetition);
        if (types.size() != 1 || types.front().is_dynamic()) return {};
        std::vector<std::pair<std::string, Value>> members;
        members.emplace_back("key", Value::unknown(Type::string()));
        members.emplace_back("value", Value::unknown(types.front()));
        return {{"each", Value::object(std::move(members))}};
    }
    return {};
}

}  // namespace hcl::terraform
