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

TEST_CASE("requests about one document leave a worker to those about others") {
    for (unsigned threads : {2u, 3u, 4u}) {
        CAPTURE(threads);
        Workers workers(threads);
        std::promise<void> go;
        std::atomic<unsigned> running = 0;
        std::atomic<unsigned> ran = 0;
        const std::shared_future<void> wait = go.get_future().share();
        for (unsigned i = 0; i < 50; ++i)
            workers.submit_request(Lane::Latency, FileId(1), [&, wait] {
                ++running;
                wait.wait();
                ++ran;
            });
        for (std::uint32_t other : {2u, 3u, 2u}) {
            std::promise<void> done;
            workers.submit_request(Lane::Latency, FileId(other), [&] { done.set_value(); });
            done.get_future().wait();
        }
        CHECK(running <= threads - 1);
        CHECK(ran == 0);
        go.set_value();
        workers.drain();
        CHECK(ran == 50);
        CHECK(workers.is_idle());
    }
}

TEST_CASE("requests about one document run in their order") {
    for (unsigned threads : {0u, 1u}) {
        Workers workers(threads);
        std::string order;
        std::promise<void> go;
        if (threads > 0) workers.submit(Lane::Latency, [wait = go.get_future().share()] { wait.wait(); });
        for (const char c : std::string("abacbcab"))
            workers.submit_request(Lane::Latency, FileId(static_cast<std::uint32_t>(c)),
                                   [&order, c] { order += c; });
        go.set_value();
        workers.drain();
        CHECK(order == "abacbcab");
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
