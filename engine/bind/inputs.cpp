#include "engine/bind/inputs.h"

#include <algorithm>

#include "engine/bind/module.h"

namespace hcl::bind {

const Value* Inputs::find(std::string_view name) const {
    auto it = std::ranges::lower_bound(given, name, {}, &Given::name);
    return it != given.end() && it->name == name ? &it->value : nullptr;
}

bool Inputs::identical(const Inputs& other) const {
    return kind == other.kind && std::ranges::equal(given, other.given, [](const Given& a, const Given& b) {
               return a.name == b.name && a.value.identical(b.value);
           });
}

std::uint32_t declaration_of_call(const BoundUnit& unit, const BoundBlock& block) {
    if (!block.def || !block.def->call || block.declaration == kNone) return kNone;
    if (block.def->call->inputs.empty() || block.def->call->outputs.empty()) return kNone;
    const std::uint32_t own = unit.declarations[block.declaration].block;
    return own != kNone && &unit.blocks[own] == &block ? block.declaration : kNone;
}

bool is_argument(const UnitSlot& slot, const BoundBlock& block, std::uint32_t index) {
    const BoundAttribute& attribute = slot.unit->attributes[index];
    return attribute.expr && attribute.body == block.body &&
           !slot.unit->bodies[block.body].attribute(attribute.name);
}

InputsPtr inputs_of(const UnitSlot& slot, const BoundBlock& block) {
    auto inputs = std::make_shared<Inputs>();
    inputs->kind = block.def->call->inputs;
    for (std::uint32_t i : slot.unit->bodies[block.body].attributes) {
        if (!is_argument(slot, block, i)) continue;
        inputs->given.push_back({slot.unit->attributes[i].name, slot.state->values[i]});
    }
    std::ranges::sort(inputs->given, {}, &Inputs::Given::name);
    auto same = std::ranges::unique(inputs->given, {}, &Inputs::Given::name);
    inputs->given.erase(same.begin(), same.end());
    return inputs;
}

}  // namespace hcl::bind
