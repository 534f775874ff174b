#include "tests/harness/lsp_client.h"

#include <doctest/doctest.h>

#include <condition_variable>
#include <ctime>
#include <mutex>
#include <set>
#include <thread>

#include "server/app/server.h"
#include "tests/harness/json_once.h"

namespace hcl::test {

namespace {

constexpr auto kDeadline = std::chrono::seconds(20);

// CPU time of this thread: wall time depends on other processes.
double thread_ms() {
    timespec at{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
    return static_cast<double>(at.tv_sec) * 1e3 + static_cast<double>(at.tv_nsec) / 1e6;
}

}  // namespace

json default_capabilities() {
    return json::parse(R"({
        "workspace": {
            "workspaceEdit": {"documentChanges": true},
            "didChangeWatchedFiles": {"dynamicRegistration": true},
            "workspaceFolders": true
        },
        "window": {"workDoneProgress": true},
        "textDocument": {
            "hover": {"contentFormat": ["markdown", "plaintext"]},
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
            "publishDiagnostics": {
                "relatedInformation": true, "versionSupport": true, "codeDescriptionSupport": true,
                "dataSupport": true, "tagSupport": {"valueSet": [1, 2]}
            }
        }
    })");
}

struct LspClient::Impl {
    LspClientOptions options;
    std::shared_ptr<server::MemoryFileSystem> files;
    std::shared_ptr<server::ManualClock> clock;  // null with threads
    std::unique_ptr<server::Server> server;
    std::thread loop;
    json initialize_result;
    std::int64_t next_id = 1;
    std::map<std::string, std::int64_t> versions;
    std::map<std::string, std::function<json(const json&)>> answers;
    std::set<std::string> silent;
    std::atomic<bool> has_ended{false};

    // Filled by the thread that the server writes from.
    mutable std::mutex mutex;
    std::condition_variable came;
    std::string unread;
    double last_bytes_ms = 0;
    double last_call_ms = 0;
    std::map<std::string, json> results;  // by id as JSON text
    std::map<std::string, bool> expected;
    std::vector<json> stray;
    std::vector<json> received;
    std::vector<json> to_answer;
    std::vector<std::string> log;

    void on_bytes(std::string_view bytes) {
        std::lock_guard lock(mutex);
        unread += bytes;
        if (options.threads == 0) last_bytes_ms = thread_ms();
        came.notify_all();
    }

    // Parses messages after the server has written them, so that this is not measured. Requires the mutex.
    void read_messages() {
        std::size_t at = 0;
        for (;;) {
            std::size_t end = unread.find("\r\n\r\n", at);
            if (end == std::string::npos) break;
            std::size_t colon = unread.find(':', at);
            std::size_t size = std::stoul(unread.substr(colon + 1, end - colon - 1));
            if (unread.size() < end + 4 + size) break;
            on_message(read_json(std::string_view(unread).substr(end + 4, size)));
            at = end + 4 + size;
        }
        unread.erase(0, at);
    }

    void on_message(json message) {
        if (message.contains("method")) {
            if (message.contains("id")) to_answer.push_back(message);
            received.push_back(std::move(message));
            return;
        }
        std::string id = message["id"].dump();
        if (expected.contains(id) && !results.contains(id))
            results.emplace(id, std::move(message));
        else
            stray.push_back(std::move(message));
    }

    // Answers requests of the server; true when there were any.
    bool answer_requests() {
        std::vector<json> requests;
        {
            std::lock_guard lock(mutex);
            read_messages();
            requests.swap(to_answer);
        }
        for (const json& request : requests) {
            if (silent.contains(request["method"].get<std::string>())) continue;
            auto answer = answers.find(request["method"].get<std::string>());
            json params = request.contains("params") ? request["params"] : json();
            json result = answer == answers.end() ? json() : answer->second(params);
            send({{"jsonrpc", "2.0"}, {"id", request["id"]}, {"result", std::move(result)}});
        }
        return !requests.empty();
    }

    void send(const json& message) {
        std::string body = message.dump();
        server->receive("Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    }

    void pump() {
        if (options.threads != 0) {
            answer_requests();
            return;
        }
        do {
            if (!server->pump()) has_ended = true;
        } while (answer_requests());
    }
};

LspClient::LspClient(LspClientOptions options) : impl_(std::make_unique<Impl>()) {
    impl_->options = std::move(options);
    impl_->files = std::make_shared<server::MemoryFileSystem>(impl_->options.files);
    server::Host host;
    host.files = impl_->files;
    host.plugin_folder = "/home/.pulumi/plugins";
    host.programs = impl_->options.programs;
    host.cache_folder = impl_->options.cache_folder;
    host.make_watcher = impl_->options.make_watcher;
    host.write = [this](std::string_view bytes) { impl_->on_bytes(bytes); };
    host.log = [this](std::string_view line) {
        std::lock_guard lock(impl_->mutex);
        impl_->log.emplace_back(line);
    };
    if (impl_->options.threads == 0) {
        impl_->clock = std::make_shared<server::ManualClock>();
        host.clock = impl_->clock;
    } else {
        host.clock = std::make_shared<server::SteadyClock>();
    }
    server::ServerOptions server_options;
    server_options.threads = impl_->options.threads;
    server_options.more_routes = impl_->options.more_routes;
    impl_->server = std::make_unique<server::Server>(server_options, std::move(host));
    if (impl_->options.threads != 0)
        impl_->loop = std::thread([this] {
            impl_->server->run();
            impl_->has_ended = true;
        });
    if (!impl_->options.initialize) return;

    json capabilities = default_capabilities();
    if (!impl_->options.encoding.empty())
        capabilities["general"]["positionEncodings"] = json::array({impl_->options.encoding});
    capabilities.merge_patch(impl_->options.capabilities);
    json folders = json::array();
    for (const std::string& root : impl_->options.roots)
        folders.push_back({{"uri", uri(root)}, {"name", root}});
    json params = {{"processId", nullptr},
                   {"clientInfo", {{"name", "test"}, {"version", "1"}}},
                   {"rootUri", nullptr},
                   {"workspaceFolders", folders},
                   {"capabilities", capabilities}};
    if (!impl_->options.initialization_options.is_null())
        params["initializationOptions"] = impl_->options.initialization_options;
    impl_->initialize_result = result("initialize", std::move(params));
    notify("initialized", json::object());
}

LspClient::~LspClient() {
    if (impl_->loop.joinable()) {
        impl_->server->end_of_input();
        impl_->loop.join();
    }
    // Its workers may still write to the other members.
    impl_->server.reset();
}

std::int64_t LspClient::send(std::string_view method, json params) {
    std::int64_t id = impl_->next_id++;
    {
        std::lock_guard lock(impl_->mutex);
        impl_->expected[std::to_string(id)] = true;
    }
    json message = {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}};
    if (!params.is_null()) message["params"] = std::move(params);
    impl_->send(message);
    return id;
}

void LspClient::send_notification(std::string_view method, json params) {
    json message = {{"jsonrpc", "2.0"}, {"method", method}};
    if (!params.is_null()) message["params"] = std::move(params);
    impl_->send(message);
}

void LspClient::send_raw(std::string_view bytes) {
    impl_->server->receive(bytes);
}

void LspClient::send_body(std::string_view body) {
    send_raw("Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body));
}

json LspClient::wait(std::int64_t id) {
    std::string key = std::to_string(id);
    auto take = [&](json& out) {
        impl_->read_messages();
        auto it = impl_->results.find(key);
        if (it == impl_->results.end()) return false;
        out = std::move(it->second);
        impl_->results.erase(it);
        return true;
    };
    json message;
    if (impl_->options.threads == 0) {
        pump();
        std::lock_guard lock(impl_->mutex);
        REQUIRE_MESSAGE(take(message), "no answer to request " << key);
        return message;
    }
    auto deadline = std::chrono::steady_clock::now() + kDeadline;
    for (;;) {
        impl_->answer_requests();
        std::unique_lock lock(impl_->mutex);
        if (take(message)) return message;
        REQUIRE_MESSAGE(std::chrono::steady_clock::now() < deadline, "no answer in time to request " << key);
        impl_->came.wait_for(lock, std::chrono::milliseconds(50));
    }
}

json LspClient::call(std::string_view method, json params) {
    const double before = thread_ms();
    std::int64_t id = send(method, std::move(params));
    json answer = wait(id);
    impl_->last_call_ms = impl_->last_bytes_ms - before;
    return answer;
}

double LspClient::last_call_ms() const {
    return impl_->last_call_ms;
}

json LspClient::result(std::string_view method, json params) {
    json message = call(method, std::move(params));
    REQUIRE_MESSAGE(message.contains("result"), std::string(method) << " failed: " << message.dump());
    return message["result"];
}

int LspClient::error_code(std::string_view method, json params) {
    json message = call(method, std::move(params));
    return message.contains("error") ? message["error"]["code"].get<int>() : 0;
}

void LspClient::notify(std::string_view method, json params) {
    send_notification(method, std::move(params));
    pump();
}

void LspClient::pump() {
    impl_->pump();
}

void LspClient::settle() {
    if (impl_->options.threads == 0) {
        pump();
        while (auto next = impl_->server->next_timer()) {
            impl_->clock->set(std::max(*next, impl_->clock->now()));
            pump();
        }
        return;
    }
    auto deadline = std::chrono::steady_clock::now() + kDeadline;
    while (!impl_->has_ended && !impl_->server->is_idle()) {
        REQUIRE_MESSAGE(std::chrono::steady_clock::now() < deadline, "the server does not come to rest");
        impl_->answer_requests();
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

void LspClient::pass(std::chrono::milliseconds time) {
    impl_->clock->advance(time);
    pump();
}

std::string LspClient::uri(std::string_view path) {
    return "file://" + std::string(path);
}

void LspClient::open(std::string_view path, std::string_view text, std::string_view language) {
    impl_->versions[std::string(path)] = 1;
    notify(
        "textDocument/didOpen",
        {{"textDocument", {{"uri", uri(path)}, {"languageId", language}, {"version", 1}, {"text", text}}}});
}

void LspClient::change(std::string_view path, std::uint32_t line, std::uint32_t column,
                       std::uint32_t end_line, std::uint32_t end_column, std::string_view text) {
    json range = {{"start", {{"line", line}, {"character", column}}},
                  {"end", {{"line", end_line}, {"character", end_column}}}};
    notify("textDocument/didChange",
           {{"textDocument", {{"uri", uri(path)}, {"version", ++impl_->versions[std::string(path)]}}},
            {"contentChanges", json::array({{{"range", range}, {"text", text}}})}});
}

void LspClient::change_all(std::string_view path, std::string_view text) {
    notify("textDocument/didChange",
           {{"textDocument", {{"uri", uri(path)}, {"version", ++impl_->versions[std::string(path)]}}},
            {"contentChanges", json::array({{{"text", text}}})}});
}

void LspClient::close(std::string_view path) {
    notify("textDocument/didClose", {{"textDocument", {{"uri", uri(path)}}}});
}

json LspClient::position_params(std::string_view path, std::uint32_t line, std::uint32_t column) const {
    return {{"textDocument", {{"uri", uri(path)}}}, {"position", {{"line", line}, {"character", column}}}};
}

void LspClient::on_request(std::string method, std::function<json(const json&)> answer) {
    impl_->answers[std::move(method)] = std::move(answer);
}

void LspClient::keep_silent(std::string method) {
    impl_->silent.insert(std::move(method));
}

std::vector<json> LspClient::received() const {
    std::lock_guard lock(impl_->mutex);
    impl_->read_messages();
    return impl_->received;
}

std::vector<json> LspClient::received(std::string_view method) const {
    std::lock_guard lock(impl_->mutex);
    impl_->read_messages();
    std::vector<json> params;
    for (const json& message : impl_->received)
        if (message["method"] == method)
            params.push_back(message.contains("params") ? message["params"] : json());
    return params;
}

std::vector<json> LspClient::stray_answers() const {
    std::lock_guard lock(impl_->mutex);
    impl_->read_messages();
    return impl_->stray;
}

void LspClient::forget_received() {
    std::lock_guard lock(impl_->mutex);
    impl_->read_messages();
    impl_->received.clear();
    impl_->stray.clear();
}

json LspClient::diagnostics(std::string_view path) const {
    json last;
    for (json& params : received("textDocument/publishDiagnostics"))
        if (params["uri"] == uri(path)) last = std::move(params["diagnostics"]);
    return last;
}

int LspClient::quit() {
    result("shutdown", nullptr);
    send_notification("exit", nullptr);
    pump();
    if (impl_->loop.joinable()) impl_->loop.join();
    return exit_code();
}

bool LspClient::has_ended() const {
    return impl_->has_ended;
}
int LspClient::exit_code() const {
    return impl_->server->exit_code();
}
const json& LspClient::initialize_result() const {
    return impl_->initialize_result;
}
server::MemoryFileSystem& LspClient::files() {
    return *impl_->files;
}
server::Server& LspClient::server() {
    return *impl_->server;
}

std::vector<std::string> LspClient::log() const {
    std::lock_guard lock(impl_->mutex);
    return impl_->log;
}

std::vector<std::string> known_files(LspClient& client) {
    const world::SnapshotPtr snapshot = client.server().core().world.snapshot();
    std::vector<std::string> paths;
    for (const world::FileState* state : snapshot->files()) paths.push_back(state->info().path);
    std::ranges::sort(paths);
    return paths;
}

}  // namespace hcl::test
