#include "server/host/for_each_index.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace hcl::server {

void for_each_index(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& work) {
    std::atomic<std::size_t> next = 0;
    std::exception_ptr thrown;
    std::mutex mutex;
    auto run = [&] {
        try {
            for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) work(i);
        } catch (...) {
            next = count;  // the others stop as soon as they can
            std::lock_guard lock(mutex);
            if (!thrown) thrown = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> helpers;
        for (std::size_t i = 1; i < std::min<std::size_t>(threads, count); ++i) helpers.emplace_back(run);
        run();
    }
    if (thrown) std::rethrow_exception(thrown);
}

}  // namespace hcl::server
