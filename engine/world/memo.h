// Slots for derived data of immutable objects; see engine/base/once.h.
#pragma once

#include "engine/base/once.h"

namespace hcl::world {

using hcl::Memo;
using hcl::Once;

}  // namespace hcl::world
