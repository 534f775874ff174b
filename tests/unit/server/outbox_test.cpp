// The order of messages to a client that reads slowly.
#include "server/app/outbox.h"

#include <doctest/doctest.h>

#include <atomic>
#include <future>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace hcl::server {

TEST_CASE("messages of megabytes let others go first") {
    std::promise<void> began;
    std::promise<void> go;
    std::mutex mutex;
    std::string written;
    std::atomic<bool> is_first = true;
    Outbox outbox([&](std::string_view bytes) {
        if (is_first.exchange(false)) {
            began.set_value();
            go.get_future().wait();
        }
        std::lock_guard lock(mutex);
        written += bytes;
    });
    std::vector<std::thread> threads;
    threads.emplace_back([&] { outbox.notify("first", "1"); });
    began.get_future().wait();
    const std::string text(std::size_t{2} << 20, '1');
    threads.emplace_back([&] { outbox.notify("long", text); });
    // Each comes while the first is still written.
    std::atomic<int> waiting = 0;
    for (int i = 0; i < 3; ++i)
        threads.emplace_back([&] {
            ++waiting;
            outbox.notify("short", "1");
        });
    while (waiting < 3) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    go.set_value();
    for (std::thread& thread : threads) thread.join();
    CHECK(outbox.sent() == 5);
    CHECK(written.find("\"short\"") < written.find("\"long\""));
    CHECK(written.rfind("\"short\"") < written.find("\"long\""));
    CHECK(written.ends_with("1}"));
}

}  // namespace hcl::server
