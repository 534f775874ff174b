// Where the evaluation of a module reached a limit.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/bind/module.h"

namespace hcl::bind {

// The unit and the attribute with the largest cost. kNone: an expression of the pack.
struct Excess {
    enum class Kind : std::uint8_t { FileSteps, ModuleSteps, ModuleBytes } kind;
    UnitPlace place;
    std::uint32_t attribute = kNone;
};

// Empty when everything was evaluated.
const std::vector<Excess>& excess_of(const Module& module);

}  // namespace hcl::bind
