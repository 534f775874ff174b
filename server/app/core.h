// State shared by all parts of a session. Owned by the main loop; thread-safe members are marked.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/world/world.h"
#include "server/app/client_info.h"
#include "server/app/extensions.h"
#include "server/app/files.h"
#include "server/app/lanes.h"
#include "server/app/log.h"
#include "server/app/outbox.h"
#include "server/app/settings.h"
#include "server/app/timers.h"
#include "server/app/token_cache.h"
#include "server/host/file_system.h"
#include "server/host/programs.h"
#include "server/host/watcher.h"

namespace hcl::server {

// The interface to the outside world. Everything except `files`, `clock` and `write` is optional.
struct Host {
    std::shared_ptr<FileSystem> files;
    std::shared_ptr<const Clock> clock;
    std::function<void(std::string_view)> write;  // bytes to the client, one call at a time (see Outbox)
    std::function<void(std::string_view)> log;    // whole lines, one call at a time
    // Incoming bytes as they arrive, and outgoing messages without headers.
    std::function<void(bool from_client, std::string_view bytes)> record;
    std::function<std::unique_ptr<Watcher>(Watcher::OnChange)> make_watcher;
    std::shared_ptr<const Programs> programs{};  // started only where a setting or command asks for it
    std::string cache_folder{};                  // of this program, for this user; may be empty
    std::string plugin_folder{};                 // of Pulumi, for this user; may be empty
    std::function<void(std::int64_t pid)> watch_process;  // watches the client; its death ends the session
    // Called on the reader's thread when the session must end: end of input, or `exit`.
    std::function<void()> on_end;
};

struct Route;

struct ServerOptions {
    int threads = -1;  // worker threads; 0: run jobs inline; negative: choose automatically
    unsigned processors = 2;
    std::uint64_t max_message = std::uint64_t{256} << 20;
    // Consulted after the table of routes; may be null. Tests add methods that fail or take long.
    std::shared_ptr<const std::vector<Route>> more_routes;
};

struct Core {
    Core(const ServerOptions& server_options, Host outside)
        : options(server_options),
          host(std::move(outside)),
          log(*host.clock, host.log),
          outbox(host.write),
          workers(server_options.threads >= 0 ? static_cast<unsigned>(server_options.threads)
                                              : std::max(kFewestThreads, server_options.processors - 1)) {
        world.set_extensions(language_extensions());
        world.set_release([this](std::shared_ptr<const void> object) { release(std::move(object)); });
    }

    // One for each lane of work.
    static constexpr unsigned kFewestThreads = 3;
    // Texts of this size take longer to read or free than a person should wait in another file.
    static constexpr std::size_t kLargeText = std::size_t{1} << 18;

    ServerOptions options;
    Host host;
    Log log;                                          // any thread
    Outbox outbox;                                    // any thread
    FileTable files;                                  // any thread
    TokenCache tokens;                                // any thread
    std::function<void(std::function<void()>)> post;  // any thread: runs the task on the main loop

    Timers timers;
    world::World world;
    std::shared_ptr<const ClientInfo> client = std::make_shared<const ClientInfo>();
    SettingsTable settings;
    // Rises when the user's view changes (an edit, a file changed on disk), not when the index grows.
    std::atomic<std::uint64_t> edits{0};
    // Set at the end of the session: cancels all computations.
    std::atomic<bool> stopping{false};

    TimePoint now() const { return host.clock->now(); }
    // Gives up an object whose destruction takes long: a worker destroys it. Any thread.
    // The caller gives its only reference: whoever drops the last one destroys the object.
    void release(std::shared_ptr<const void> object) {
        workers.submit(Lane::Large, [object = std::move(object)]() mutable { object.reset(); });
    }
    bool is_large(FileId id) const {
        const world::FileState* file = world.file(id);
        return file && file->size() >= kLargeText;
    }
    // Last, so that its threads end before the members that they use.
    Workers workers;
};

}  // namespace hcl::server
