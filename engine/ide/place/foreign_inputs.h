// Arguments that set symbols of another module: those of a call, and of files that hold only values.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "engine/bind/module.h"

namespace hcl::ide {

// The module whose symbols the arguments of a body set, as the file names it.
struct InputsOf {
    std::string folder;
    std::string language;
    std::string kind;  // of the symbols
};

// That of a body of the unit, or of the top level of the file (kNone); nothing when it has no such arguments.
std::optional<InputsOf> inputs_in(const bind::Module& module, const bind::BoundUnit* unit,
                                  std::uint32_t body);
// The arguments, by name; empty when the other module is unknown.
std::deque<bind::AttributeDef> foreign_inputs(const bind::Module& module, const bind::BoundUnit* unit,
                                              std::uint32_t body);

}  // namespace hcl::ide
