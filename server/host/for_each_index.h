// Runs independent tasks in parallel.
#pragma once

#include <cstddef>
#include <functional>

namespace hcl::server {

// Calls work(0) to work(count - 1), each once, on up to `threads` threads including the calling one; returns
// when all are done. With one thread they run in order on the calling thread. After an exception, no more
// calls start, and it is rethrown here.
void for_each_index(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& work);

}  // namespace hcl::server
