// Arguments that set symbols of another module: those of a call, and of files that hold only values.
#pragma once

#include <cstdint>
#include <deque>

#include "engine/bind/module.h"

namespace hcl::ide {

// Those of a body of the unit, or of the top level of the file (kNone), by name; empty when there are none,
// or when the other module is unknown.
std::deque<bind::AttributeDef> foreign_inputs(const bind::Module& module, const bind::BoundUnit* unit,
                                              std::uint32_t body);

}  // namespace hcl::ide
