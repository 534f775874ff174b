// An LSP client in the test process that talks to the real server. With threads = 0 (the default) everything
// is deterministic: a call returns when the server is idle, and time advances only in settle(). With threads
// it behaves like an editor and waits with a deadline.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "server/host/memory_file_system.h"
#include "server/host/programs.h"
#include "server/host/watcher.h"

namespace hcl::server {
class Server;
class ManualClock;
struct Route;
}  // namespace hcl::server

namespace hcl::test {

using nlohmann::json;

struct LspClientOptions {
    int threads = 0;
    std::string encoding = "utf-16";             // the only encoding that the client offers; empty: none
    std::map<std::string, std::string> files;    // path -> text, on the server's disk
    std::vector<std::string> roots = {"/room"};  // paths
    json capabilities = json::object();          // merged over default_capabilities()
    json initialization_options;                 // null: none
    std::shared_ptr<const std::vector<server::Route>> more_routes;  // additional methods for the test
    // For a client that cannot watch files.
    std::function<std::unique_ptr<server::Watcher>(server::Watcher::OnChange)> make_watcher;
    std::shared_ptr<const server::Programs> programs;  // null: none can be started
    std::string cache_folder;                          // empty: there is no folder of schemas
    bool initialize = true;                            // false: the test sends initialize itself
};

// The capabilities of a modern client, except workspace/configuration and pull diagnostics.
json default_capabilities();

class LspClient {
  public:
    explicit LspClient(LspClientOptions options = {});
    ~LspClient();

    // The whole response: {"result": ...} or {"error": {"code", "message"}}. Requests of the server are
    // answered meanwhile.
    json call(std::string_view method, json params);
    // The result; without one the test fails with the error's message.
    json result(std::string_view method, json params);
    // The error code, 0 on success.
    int error_code(std::string_view method, json params);
    void notify(std::string_view method, json params);

    // Does not wait, so that several messages are in flight.
    std::int64_t send(std::string_view method, json params);
    void send_notification(std::string_view method, json params);
    void send_raw(std::string_view bytes);  // without framing
    void send_body(std::string_view body);  // framed
    json wait(std::int64_t id);
    // Runs the server until it is idle, without advancing time.
    void pump();
    // Also advances time until no timer is pending.
    void settle();
    // Time goes by; without threads only.
    void pass(std::chrono::milliseconds time);
    // CPU time that the server used for the last call, from taking the request to writing the last byte;
    // without threads only. Excludes parsing the response.
    double last_call_ms() const;

    static std::string uri(std::string_view path);  // "file:///room/main.tf"
    void open(std::string_view path, std::string_view text, std::string_view language = "hcl");
    // Replaces a range in the negotiated encoding; versions are incremented automatically.
    void change(std::string_view path, std::uint32_t line, std::uint32_t column, std::uint32_t end_line,
                std::uint32_t end_column, std::string_view text);
    void change_all(std::string_view path, std::string_view text);
    void close(std::string_view path);
    json position_params(std::string_view path, std::uint32_t line, std::uint32_t column) const;

    // Sets the answer to a request of the server. Default: null.
    void on_request(std::string method, std::function<json(const json& params)> answer);

    // Leaves requests of that method unanswered.
    void keep_silent(std::string method);

    // All messages in order, except responses to calls: {"method", "params", "id"?}.
    std::vector<json> received() const;
    std::vector<json> received(std::string_view method) const;  // params only
    // Responses that wait() did not return: unknown ids, errors with id null.
    std::vector<json> stray_answers() const;
    void forget_received();
    // The last published diagnostics of the file, or null.
    json diagnostics(std::string_view path) const;

    // Sends shutdown and exit; returns the exit code.
    int quit();
    bool has_ended() const;
    int exit_code() const;

    const json& initialize_result() const;
    server::MemoryFileSystem& files();
    server::Server& server();
    // Log lines of the server.
    std::vector<std::string> log() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// The paths of the files that the server knows, sorted.
std::vector<std::string> known_files(LspClient& client);

}  // namespace hcl::test
