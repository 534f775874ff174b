// The values that one call of a module gives to its inputs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/value/value.h"

namespace hcl::bind {

struct Inputs {
    struct Given {
        std::string name;
        Value value;  // as written, not converted to the type of the input
    };
    std::string kind;          // of the symbols that a call sets
    std::vector<Given> given;  // by name; inputs that are missing have their fallback

    const Value* find(std::string_view name) const;
    bool identical(const Inputs& other) const;
};
using InputsPtr = std::shared_ptr<const Inputs>;

struct BoundBlock;
struct BoundUnit;
struct UnitSlot;
// The declaration of a call, whose value is made of the outputs of the called module; kNone when there is
// none.
std::uint32_t declaration_of_call(const BoundUnit& unit, const BoundBlock& block);
// The arguments of a call.
InputsPtr inputs_of(const UnitSlot& slot, const BoundBlock& block);
// Whether the attribute of a call's block sets an input of the called module.
bool is_argument(const UnitSlot& slot, const BoundBlock& block, std::uint32_t attribute);

}  // namespace hcl::bind
