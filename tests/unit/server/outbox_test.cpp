// The order of messages to a client that reads slowly.
#include "server/app/outbox.h"

#include <doctest/doctest.h>

#include <atomic>
#include <future>
#include <string>
#include <string_view>
#include <thread>

namespace hcl::server {

TEST_CASE("nobody waits for a message of megabytes but others of them") {
    std::promise<void> began;
    std::promise<void> go;
    std::string written;
    std::atomic<bool> is_first = true;
    Outbox outbox([&](std::string_view bytes) {
        if (is_first.exchange(false)) {
            began.set_value();
            go.get_future().wait();
        }
        written += bytes;
    });
    const std::string text(std::size_t{2} << 20, '1');
    std::thread first([&] { outbox.notify("first", text); });
    began.get_future().wait();
    std::thread second([&] { outbox.notify("second", text); });
    // Comes back while the first one is written.
    for (int i = 0; i < 3; ++i) outbox.notify("short", "1");
    CHECK(outbox.sent() >= 4);
    go.set_value();
    first.join();
    second.join();
    outbox.finish();
    CHECK(outbox.sent() == 5);
    CHECK(written.find("\"first\"") < written.find("\"short\""));
    CHECK(written.rfind("\"short\"") < written.find("\"second\""));
    CHECK(written.ends_with("1}"));
}

}  // namespace hcl::server
