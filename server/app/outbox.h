// Sends messages to the client: one at a time, framed, recorded. Thread-safe. JSON is passed as serialised
// text. Writing takes as long as the client takes to read. Meanwhile short messages of others are kept, and
// written by the thread that writes, so that they wait for at most one of megabytes and their threads for
// none.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <mutex>
#include <string>
#include <string_view>

#include "protocol/rpc/error.h"

namespace hcl::server {

// A request of the client that has not been answered. Shared by the reader (which cancels),
// the main loop and the workers.
struct PendingRequest {
    std::string id;  // as JSON text: 7, "a", null
    std::string method;
    bool can_cancel = true;
    std::atomic<bool> cancelled{false};  // by the client, or by the end of the session
    std::atomic<bool> answered{false};
};

class Outbox {
  public:
    // Receives framed bytes; a long message may need several calls, which are never interleaved.
    using Write = std::function<void(std::string_view bytes)>;
    using Tap = std::function<void(std::string_view body)>;

    explicit Outbox(Write write) : write_(std::move(write)) {}

    // Also passes every body to `tap` (for recordings). Call it before the first message.
    void set_tap(Tap tap) { tap_ = std::move(tap); }

    // Only the first answer to a request is sent; true when this was it.
    bool answer(PendingRequest& request, std::string_view result);
    bool fail(PendingRequest& request, lsp::ErrorCode code, std::string_view message);
    // Answers input that never became a request: `id` as JSON text.
    void fail_raw(std::string_view id, lsp::ErrorCode code, std::string_view message);
    void notify(std::string_view method, std::string_view params);
    // Empty `params`: the method has none.
    void request(std::int64_t id, std::string_view method, std::string_view params);

    // Waits until everything is written.
    void finish();
    std::uint64_t sent() const { return sent_.load(std::memory_order_relaxed); }

  private:
    void send(const std::string& body);
    // `begin`, the value and a closing brace.
    void send_with(std::string begin, std::string_view value);
    // One message, whose first part begins with a header of that size.
    void send_framed(std::initializer_list<std::string_view> parts, std::size_t header);

    Write write_;
    Tap tap_;
    std::mutex mutex_;
    std::condition_variable ended_;  // writing
    bool is_writing_ = false;
    std::string kept_;  // messages that the thread that writes must write, too
    std::atomic<std::uint64_t> sent_{0};
};

}  // namespace hcl::server
