// Parallel work with threads provided by the host: the engine has none of its own.
#pragma once

#include <cstddef>
#include <functional>

namespace hcl {

// Calls `work` once for each of 0 .. parts - 1, on any thread and in any order, and returns when all are
// done; rethrows exceptions of `work`. Empty when no threads are available.
using ParallelFor = std::function<void(std::size_t parts, const std::function<void(std::size_t)>& work)>;

}  // namespace hcl
