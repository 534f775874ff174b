// A block that is bound in parts, as one unit, for what needs all of it. Its cost is that of the block.
#pragma once

#include <memory>

#include "engine/bind/module.h"

namespace hcl::bind {

struct WholeBlock {
    syntax::ChunkPtr source;  // of a block in JSON, which the unit refers to
    BoundUnitPtr unit;
    UnitStatePtr state;
    UnitSlot slot;  // of these two, at the place of the header
};

// `header`: a unit of the module whose block has parts. The module must outlive the result.
WholeBlock whole_block(const Module& module, const UnitSlot& header);

}  // namespace hcl::bind
