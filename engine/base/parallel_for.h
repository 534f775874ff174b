// Work in independent parts, spread by whoever has threads: the engine itself has none.
#pragma once

#include <cstddef>
#include <functional>

namespace hcl {

// Calls `work` once with each of 0 .. parts - 1, on any threads and in any order, and returns when all are
// done; rethrows what a part threw. Empty: there are no threads to spare.
using ParallelFor = std::function<void(std::size_t parts, const std::function<void(std::size_t)>& work)>;

}  // namespace hcl
