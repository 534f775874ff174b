// Work on many independent things at once.
#pragma once

#include <cstddef>
#include <functional>

namespace hcl::server {

// Calls work(0) to work(count - 1), each once, on up to `threads` threads at a time, this one among them;
// returns when all are done. With one thread they run in order, here. When one throws, no more are started
// and what it threw is thrown here.
void for_each_index(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& work);

}  // namespace hcl::server
