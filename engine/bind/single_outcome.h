// One of the objects that a symbol stands for.
#pragma once

#include "engine/bind/module.h"

namespace hcl::bind {

// The object that a block makes once, or the outputs of a call: also where the value of the symbol is
// unknown, because the number of these objects is. Dynamic for other blocks.
Value single_outcome(const Module& module, const BoundUnit& unit, const Declaration& declaration);

}  // namespace hcl::bind
