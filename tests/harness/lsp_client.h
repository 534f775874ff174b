// An LSP client inside the test process, talking to the real server byte by byte. With threads = 0 (the
// default) everything is deterministic: a call returns when the server has nothing left to do, and time
// stands still until settle() lets waiting timers fire. With threads it behaves as an editor would, and waits
// with a deadline.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "server/host/memory_file_system.h"

namespace hcl::server {
class Server;
class ManualClock;
struct Route;
}  // namespace hcl::server

namespace hcl::test {

using nlohmann::json;

struct LspClientOptions {
    int threads = 0;
    std::string encoding = "utf-16";             // the only one the client offers; empty: it says nothing
    std::map<std::string, std::string> files;    // path -> text, on the server's disk
    std::vector<std::string> roots = {"/room"};  // paths
    json capabilities = json::object();          // merged over the defaults of default_capabilities()
    json initialization_options;                 // null: none
    std::shared_ptr<const std::vector<server::Route>> more_routes;  // methods of the test's own
    bool initialize = true;                                         // false: the test does it
};

// What a well-equipped client says, without workspace/configuration and pull diagnostics.
json default_capabilities();

class LspClient {
  public:
    explicit LspClient(LspClientOptions options = {});
    ~LspClient();

    // The whole answer: {"result": ...} or {"error": {"code", "message"}}. Server requests are answered
    // meanwhile.
    json call(std::string_view method, json params);
    // The result; a test failure with the error's text when there is none.
    json result(std::string_view method, json params);
    // The error's code, 0 when the call succeeded.
    int error_code(std::string_view method, json params);
    void notify(std::string_view method, json params);

    // Without waiting: several messages can then meet in the server.
    std::int64_t send(std::string_view method, json params);
    void send_notification(std::string_view method, json params);
    void send_raw(std::string_view bytes);  // no framing added
    void send_body(std::string_view body);  // framed
    json wait(std::int64_t id);
    // Lets the server do all that can be done now, without moving time.
    void pump();
    // Also lets time pass until nothing waits.
    void settle();
    // What the server computed for the call that returned last, from taking the request to writing the last
    // bytes; without threads only. Reading the answer is not in it.
    double last_call_ms() const;

    static std::string uri(std::string_view path);  // "file:///room/main.tf"
    void open(std::string_view path, std::string_view text, std::string_view language = "hcl");
    // Replaces a range, positions in the negotiated unit; versions count by themselves.
    void change(std::string_view path, std::uint32_t line, std::uint32_t column, std::uint32_t end_line,
                std::uint32_t end_column, std::string_view text);
    void change_all(std::string_view path, std::string_view text);
    void close(std::string_view path);
    json position_params(std::string_view path, std::uint32_t line, std::uint32_t column) const;

    // How requests of the server are answered: the returned value is the result. Default: null.
    void on_request(std::string method, std::function<json(const json& params)> answer);

    // Requests of that method are left without an answer.
    void keep_silent(std::string method);

    // All that came, in order, without answers to calls: {"method", "params", "id"?}.
    std::vector<json> received() const;
    std::vector<json> received(std::string_view method) const;  // params only
    // Answers that nobody waited for with wait(): odd ids, errors with id null.
    std::vector<json> stray_answers() const;
    void forget_received();
    // The diagnostics published last for the file, or null when none were.
    json diagnostics(std::string_view path) const;

    // shutdown and exit; the exit code.
    int quit();
    bool has_ended() const;
    int exit_code() const;

    const json& initialize_result() const;
    server::MemoryFileSystem& files();
    server::Server& server();
    // Lines that the server logged.
    std::vector<std::string> log() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace hcl::test
