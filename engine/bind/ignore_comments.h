// Comments that silence findings: `# hcl-ls:ignore`, `-block`, `-file`. Private to bind/.
#pragma once

#include <cstdint>

#include "engine/bind/unit.h"
#include "engine/syntax/tree/chunk.h"

namespace hcl::bind {

// Adds the comments of a chunk that starts at `base` of the unit. A comment for a block covers the nearest
// attribute or block of the unit, so those must be bound before.
void find_ignore_comments(const syntax::Chunk& chunk, std::uint32_t base, BoundUnit& unit);

}  // namespace hcl::bind
