// Outputs of root modules that read sensitive values from the arguments of resources. `validate` does not
// know them, and evaluation takes what resources have for unknown.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "engine/bind/resolution.h"
#include "engine/bind/unit_tree.h"
#include "engine/check/unit_marks.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/terraform/mark_origins.h"
#include "engine/terraform/place.h"
#include "engine/terraform/plan_values.h"
#include "engine/terraform/reference_walk.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::BoundUnit;
using bind::UnitSlot;

bool has_sensitive_values(const bind::UnitState* state) {
    return state && std::ranges::any_of(state->values, [](const Value& value) {
               return value.contains_marks() && value.marks_deep().has(MarkKind::Sensitive);
           });
}

// Declarations by blocks with sensitive values in their arguments.
struct Sensitive : check::Marked {};

bool has_sensitive_arguments(const bind::Module& module) {
    const auto is_sensitive = [](const bind::UnitCell& cell, std::uint32_t) {
        return cell.unit && has_sensitive_values(cell.state.get()) &&
               std::ranges::any_of(cell.unit->declarations, [](const bind::Declaration& declaration) {
                   return declaration.attribute == bind::kNone;
               });
    };
    return std::ranges::any_of(module.files(), [&](const bind::ModuleFile& file) {
        return !check::marks_of<Sensitive>(*file.units, 0, is_sensitive).list.empty();
    });
}

// Whether something behind the attribute surely has an argument with a sensitive value: a quick look at
// names.
bool reads_sensitive_argument(const bind::Module& module, const UnitSlot& slot, std::uint32_t attribute) {
    constexpr std::size_t kMostRead = 200;
    constexpr std::size_t kMostDeclarations = 1000;  // of names with many of them
    if (has_choice(slot.unit->attributes[attribute].expr)) return false;
    ReferenceWalk walk{{{slot, attribute}}, kMostRead};
    bool is_there = false;
    std::size_t looked_at = 0;
    // Whether values decide what is read, or it is too much to look at.
    const auto visit = [&](const UnitSlot& reader, const bind::Reference& reference) {
        for (const bind::Symbol symbol : bind::resolve(module, reader, reference).symbols) {
            if (!symbol.is_declaration()) continue;
            if (++looked_at > kMostDeclarations) return true;
            const UnitSlot home = module.slot_of(symbol);
            const std::uint32_t local = module.declaration(symbol).attribute;
            if (local != bind::kNone) {
                if (has_choice(home.unit->attributes[local].expr)) return true;
                walk.open.emplace_back(home, local);
            } else if (has_sensitive_values(home.state)) {
                is_there = true;
                for (const BoundAttribute& argument : home.unit->attributes)
                    if (argument.expr && has_choice(argument.expr)) return true;
            }
        }
        return false;
    };
    return !walk.run(visit) && is_there;
}

bool is_declared_sensitive(const UnitSlot& slot, std::uint32_t body) {
    const BoundAttribute* sensitive = attribute_of(*slot.unit, body, "sensitive");
    if (!sensitive) return false;
    const Value& value = slot.state->values[index_of(*slot.unit, *sensitive)].unmarked();
    return !value.is_known_bool() || value.as_bool();
}

}  // namespace

void check_sensitive_outputs(const RuleInput& input) {
    if (!has_sensitive_arguments(input.module) || !input.context.is_root()) return;
    PlanValues plan(input.context, input.module);
    for (const bind::Symbol symbol : input.module.symbols().by_kind("output")) {
        if (symbol.file != input.file.input.id || !symbol.is_declaration()) continue;
        const UnitSlot slot = input.module.slot_of(symbol);
        const std::uint32_t block = input.module.declaration(symbol).block;
        if (block == bind::kNone || !slot.state) continue;
        const std::uint32_t body = slot.unit->blocks[block].body;
        const BoundAttribute* value = attribute_of(*slot.unit, body, "value");
        if (!value || !value->expr || is_declared_sensitive(slot, body)) continue;
        const std::uint32_t index = index_of(*slot.unit, *value);
        const Value& known = slot.state->values[index];
        if (known.is_wholly_known() || known.marks_deep().has(MarkKind::Sensitive) ||
            !reads_sensitive_argument(input.module, slot, index) ||
            !plan.of(slot, index).marks_deep().has(MarkKind::Sensitive))
            continue;
        input
            .report(FoundBy::Plan, slot.unit->blocks[block].header_span.shifted(slot.base),
                    "The value is derived from sensitive values: an output of the root module must set "
                    "`sensitive = true`.")
            .title = "Output refers to sensitive values";
    }
}

}  // namespace hcl::terraform
