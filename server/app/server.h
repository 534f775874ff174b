// The server: takes bytes, gives bytes. The main loop is the only writer of the session's state.
//
// With threads, the reader's thread calls receive() and end_of_input(), the main thread run(). Without
// (threads = 0), one thread calls receive() and then pump(); nothing happens by itself, so everything is
// deterministic.
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

    // Reader's thread. Bytes in any pieces. $/cancelRequest takes effect here, at once.
    void receive(std::string_view bytes);
    void end_of_input();
    // Any thread: the client's process is gone.
    void client_died();

    // Main thread. Handles what comes until the session ends; returns the exit code.
    int run();
    // Handles all that waits, with threads = 0 also jobs and timers that are due; false once the session has
    // ended.
    bool pump();
    // When the next timer is due: what pump() would wait for.
    std::optional<TimePoint> next_timer() const;
    // True when all work is done and nothing waits but for the client.
    bool is_idle() const;

    // Valid at any time, on any thread: 0 after shutdown, else 1.
    int exit_code() const;

    Core& core();

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace hcl::server
