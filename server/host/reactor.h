// The event loop: transports, timers and the watch on the client's process, with Asio. Callbacks run on the
// thread that calls run(), one at a time. Other functions are thread-safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace hcl::server {

class Reactor {
  public:
    Reactor();
    ~Reactor();
    Reactor(const Reactor&) = delete;
    Reactor& operator=(const Reactor&) = delete;

    // Returns only after stop().
    void run();
    void stop();
    void post(std::function<void()> task);
    void after(std::chrono::milliseconds delay, std::function<void()> task);
    // Calls `died` once when the process exits; immediately when it does not exist.
    void watch_process(std::int64_t pid, std::function<void()> died);

    struct Impl;
    Impl& impl() { return *impl_; }

  private:
    std::unique_ptr<Impl> impl_;
};

// A byte stream to the client.
class Transport {
  public:
    using OnBytes = std::function<void(std::string_view)>;
    using OnEnd = std::function<void()>;

    virtual ~Transport() = default;
    // Starts reading. `on_end` is called once, after the last bytes.
    virtual void start(OnBytes on_bytes, OnEnd on_end) = 0;
    // Blocks until everything is written; false when the peer is gone or close() was called. One
    // writer at a time, on any thread.
    virtual bool write(std::string_view bytes) = 0;
    // Unblocks a pending write and restores the state of the descriptors.
    virtual void close() = 0;
    // True when the input is a file: its end does not mean that a client has exited.
    virtual bool is_file() const = 0;
};

struct TransportOptions {
    enum class Kind { Stdio, Socket, Pipe };
    Kind kind = Kind::Stdio;
    std::uint16_t port = 0;  // Socket: port on the local machine where the client listens
    std::string path;        // Pipe: local socket on which the client listens
};

Result<std::unique_ptr<Transport>> open_transport(Reactor& reactor, const TransportOptions& options);

}  // namespace hcl::server
