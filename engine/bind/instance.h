// A module with the values that a call gives to its inputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "engine/bind/module.h"

namespace hcl::bind {

struct Instance {
    ModulePtr module;         // null where a limit is reached
    std::uint64_t steps = 0;  // the cost of making it
};

// Values for some symbols of a kind; the others can have any value. Names that the module lacks are ignored.
InputsPtr inputs_with(const Module& module, std::string_view kind, std::map<std::string, Value> given);
// The same, where the others have their fallback.
InputsPtr inputs_given(std::string_view kind, std::map<std::string, Value> given);

// Calls in an instance pass their values on, this many levels deep.
inline constexpr std::size_t kCallDepth = 2;

// An estimate of the steps that an instance of a module takes: half of its units depend on the inputs.
std::uint64_t usual_cost(const Module& module);

// Where relative paths count from. In a called module that can be the folder of another one; where that is
// unknown, functions that read files have unknown results.
enum class PathBase : std::uint8_t { Unknown, OwnFolder, Callers };

// Only units that depend on the inputs are evaluated again. Some instances are kept with the module, those
// with identical inputs once.
Instance instantiate(const Module& module, InputsPtr inputs, const CalledModule& called, const Cancel& cancel,
                     std::size_t depth = kCallDepth, PathBase paths = PathBase::Unknown);

}  // namespace hcl::bind
