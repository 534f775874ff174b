#include "engine/terraform/elements.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "engine/bind/scopes.h"
#include "engine/eval/analysis/elements.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/evaluate.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

using bind::BoundUnit;
using bind::kNone;
using syntax::Node;
using syntax::NodeKind;

// The types of elements that collections have whose values are unknown, also of those that `for` makes.
class StaticElements {
  public:
    explicit StaticElements(const Rules& rules) : rules_(rules), options_(eval::eval_options(rules)) {
        constexpr std::uint64_t kMostSteps = 20'000;
        options_.limits.steps = kMostSteps;
    }

    Type of(Node expr, const std::shared_ptr<const eval::Scope>& scope) const {
        expr = eval::without_parens(expr);
        if (expr.is(NodeKind::ForTuple) || expr.is(NodeKind::ForObject)) return of_for(expr, scope);
        const eval::CallName call = expr.is(NodeKind::Call) ? eval::call_name(expr) : eval::CallName();
        const std::string_view name = call.view();
        const bool keeps_elements =
            name == "toset" || name == "tolist" || name == "tomap" || name == "distinct";
        if (keeps_elements && expr.child(1)) return of(expr.child(1), scope);
        return eval::element_of(value(expr, *scope), rules_).type();
    }

  private:
    Value value(Node node, const eval::Scope& scope) const {
        const eval::EvalResult result = eval::evaluate(node, &scope, options_);
        return has_errors(result.diagnostics) ? Value::dynamic() : Value(result.value.unmarked());
    }
    Type of_for(Node expr, const std::shared_ptr<const eval::Scope>& scope) const {
        std::vector<Node> names;
        std::vector<Node> parts;
        for (const Node child : expr.children()) (child.is(NodeKind::Name) ? names : parts).push_back(child);
        const std::size_t result = expr.is(NodeKind::ForObject) ? 2 : 1;
        if (names.empty() || parts.size() <= result || expr.has(syntax::kGroup)) return Type::dynamic();
        const Value collection = value(parts[0], *scope);
        auto inner = std::make_shared<eval::MapScope>(scope);
        inner->allow_variables();
        if (names.size() > 1) inner->set(std::string(names[0].text()), eval::key_of(collection));
        const Type element = of(parts[0], scope);
        inner->set(std::string(names.back().text()), Value::unknown(element));
        return value(parts[result], *inner).type();
    }

    const Rules& rules_;
    eval::EvalOptions options_;
};

}  // namespace

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

// The `for_each` of the block around an argument, if it is not that argument.
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
    const StaticElements elements(*module.language().rules);
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

}  // namespace hcl::terraform
