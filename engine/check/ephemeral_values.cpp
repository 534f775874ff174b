// Ephemeral values in blocks whose contents are stored.
#include <algorithm>

#include "engine/check/rule.h"

namespace hcl::check {

namespace {

// The setting of the innermost enclosing block that has one.
bool takes_ephemeral(const bind::BoundUnit& unit, std::uint32_t body) {
    for (std::uint32_t around : bind::bodies_around(unit, body)) {
        std::uint32_t block = unit.bodies[around].block;
        const language::BlockDef* def = block == bind::kNone ? nullptr : unit.blocks[block].def;
        if (def && def->takes_ephemeral) return *def->takes_ephemeral;
    }
    return true;
}

}  // namespace

void ephemeral_values(UnitRule& rule) {
    for (std::uint32_t i = 0; i < rule.unit.attributes.size(); ++i) {
        const bind::BoundAttribute& attribute = rule.unit.attributes[i];
        const Value& value = rule.slot.state->values[i];
        if (!attribute.def || attribute.def->is_write_only || !attribute.expr || !value.contains_marks())
            continue;
        // It is unknown whether an argument without a schema is stored.
        if (!rule.unit.bodies[attribute.body].attribute(attribute.name)) continue;
        if (!value.marks_deep().has(MarkKind::Ephemeral) || takes_ephemeral(rule.unit, attribute.body))
            continue;
        rule.report(DiagCode::EphemeralNotAllowed, attribute.expr.span(), {attribute.name});
    }
}

}  // namespace hcl::check
