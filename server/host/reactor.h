// The thread that waits for the outside: transports, timers and the life of the client's process, on Asio.
// Callbacks run on the thread that calls run(), one at a time. The rest may be called from any thread.
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

    // Returns after stop(), even when nothing is left to wait for.
    void run();
    void stop();
    void post(std::function<void()> task);
    void after(std::chrono::milliseconds delay, std::function<void()> task);
    // Calls `died` once, as soon as the process is gone; at once when there is none of that id.
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
    // Blocks until everything is written; false when the other side is gone or close() was called. One writer
    // at a time, on any thread.
    virtual bool write(std::string_view bytes) = 0;
    // Lets a blocked write return and gives the descriptors back the way they were found.
    virtual void close() = 0;
    // True when the input is a file: its end does not mean that a client has exited.
    virtual bool is_file() const = 0;
};

struct TransportOptions {
    enum class Kind { Stdio, Socket, Pipe };
    Kind kind = Kind::Stdio;
    std::uint16_t port = 0;  // Socket: the client listens there on the local machine
    std::string path;        // Pipe: a local socket on which the client listens
};

Result<std::unique_ptr<Transport>> open_transport(Reactor& reactor, const TransportOptions& options);

}  // namespace hcl::server
