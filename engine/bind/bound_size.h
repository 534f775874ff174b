// How large a block or attribute of a native file may be to be bound.
#pragma once

#include <cstdint>

#include "engine/base/limits.h"

namespace hcl::bind {

// A long block is one unit, like a JSON file, and takes twice as much memory for each byte: its items are
// shorter, and each state of it is kept while the next one is made.
inline std::uint64_t most_bytes_of_item(const Limits& limits) {
    return limits.bound_json_file / 2;
}

}  // namespace hcl::bind
