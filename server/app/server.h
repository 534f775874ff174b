// The server: consumes and produces bytes. Only the main loop writes the state of the session.
//
// With threads, the reader's thread calls receive() and end_of_input(), and the main thread run().
// Without threads (threads = 0), one thread calls receive() and then pump(); nothing runs in the
// background, so everything is deterministic.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "server/app/core.h"

namespace hcl::server {

class Server {
  public:
    Server(const ServerOptions& options, Host host);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    // Reader's thread. Bytes in pieces of any size. $/cancelRequest takes effect here, immediately.
    void receive(std::string_view bytes);
    void end_of_input();
    // Any thread: the client's process has died.
    void client_died();

    // Main thread. Processes events until the session ends; returns the exit code.
    int run();
    // Processes all waiting events, and with threads = 0 also jobs and due timers; false
    // once the session has ended.
    bool pump();
    // The time of the next timer, which the caller of pump() can wait for.
    std::optional<TimePoint> next_timer() const;
    // True when all work is done, and only the client can cause more.
    bool is_idle() const;

    // Valid at any time, on any thread: 0 after shutdown, else 1.
    int exit_code() const;

    Core& core();

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace hcl::server
