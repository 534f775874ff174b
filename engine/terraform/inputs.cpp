// Null passed to variables that refuse it.
#include <string_view>

#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::kNone;
using bind::UnitSlot;

// A variable of the called module.
struct Variable {
    UnitSlot slot;
    const bind::Declaration& declaration;

    std::uint32_t body() const { return slot.unit->blocks[declaration.block].body; }
    const Value* setting(std::string_view name) const {
        for (std::uint32_t i : slot.unit->bodies[body()].attributes)
            if (slot.unit->attributes[i].name == name && i < slot.state->values.size())
                return &slot.state->values[i];
        return nullptr;
    }
};

bool refuses_null(const Variable& variable) {
    const Value* nullable = variable.setting("nullable");
    return nullable && nullable->is_known_bool() && !nullable->as_bool() && !variable.setting("default");
}

void check_input(const RuleInput& input, const Call& call, const bind::Module& other, std::uint32_t index) {
    const BoundAttribute& attribute = call.slot.unit->attributes[index];
    if (!attribute.expr || !call.slot.state || index >= call.slot.state->values.size()) return;
    if (!call.slot.state->values[index].is_null()) return;
    bind::SymbolList symbols = other.symbols().by_kind_and_name("variable", attribute.name);
    if (symbols.empty() || other.declaration(symbols.back()).block == kNone) return;
    const UnitSlot slot = other.slot_of(symbols.back());
    if (refuses_null({slot, other.declaration(symbols.back())}))
        input.report(DiagCode::NullNotAllowed, attribute.expr.span().shifted(call.slot.base),
                     {attribute.name});
}

}  // namespace

void check_inputs(const RuleInput& input) {
    for (const Call& call : shape_of(input.module).calls) {
        if (call.slot.file != input.file.input.id || !input.context.other) continue;
        bind::ModulePtr other = input.context.other(call.folder);
        if (!other) continue;
        const bind::BoundBody& body = call.slot.unit->bodies[call.bound().body];
        for (std::uint32_t i : body.attributes)
            if (!body.attribute(call.slot.unit->attributes[i].name)) check_input(input, call, *other, i);
    }
}

}  // namespace hcl::terraform
