// The order in which jobs run.
#include "server/app/lanes.h"

#include <doctest/doctest.h>

#include <atomic>
#include <future>
#include <memory>
#include <string>

namespace hcl::server {

TEST_CASE("long work in one lane leaves a worker to those before it") {
    for (unsigned threads : {3u, 4u}) {
        CAPTURE(threads);
        Workers workers(threads);
        std::promise<void> go;
        std::atomic<int> ran = 0;
        auto block = [&ran, wait = go.get_future().share()] {
            wait.wait();
            ++ran;
        };
        // Comes back when a worker has done it.
        auto do_one = [&](Lane lane) {
            auto done = std::make_shared<std::promise<void>>();
            std::future<void> future = done->get_future();
            workers.submit(lane, [done] { done->set_value(); });
            future.wait();
        };
        // More of each than there are workers.
        for (unsigned i = 0; i < 2 * threads; ++i) workers.submit(Lane::Background, block);
        do_one(Lane::Large);
        for (unsigned i = 0; i < 2 * threads; ++i) workers.submit(Lane::Large, block);
        for (int i = 0; i < 100; ++i) do_one(Lane::Latency);
        CHECK(ran == 0);
        CHECK_FALSE(workers.is_idle());
        go.set_value();
        workers.drain();
        CHECK(ran == static_cast<int>(4 * threads));
        CHECK(workers.is_idle());
    }
}

TEST_CASE("any number of workers runs the jobs of all lanes") {
    for (unsigned threads : {1u, 2u, 8u}) {
        Workers workers(threads);
        std::atomic<int> ran = 0;
        for (int i = 0; i < 300; ++i)
            workers.submit(i % 3 == 0   ? Lane::Background
                           : i % 3 == 1 ? Lane::Large
                                        : Lane::Latency,
                           [&] { ++ran; });
        workers.drain();
        CHECK(ran == 300);
    }
}

TEST_CASE("without workers, jobs run in the order of their lanes") {
    Workers workers(0);
    std::string order;
    workers.submit(Lane::Background, [&] { order += 'b'; });
    workers.submit(Lane::Large, [&] { order += 'l'; });
    workers.submit(Lane::Latency, [&] { order += 'u'; });
    workers.submit(Lane::Large, [&] { order += 'l'; });
    workers.drain();
    CHECK(order == "ullb");
}

}  // namespace hcl::server
