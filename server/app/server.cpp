#include "server/app/server.h"

#include <condition_variable>
#include <deque>
#include <list>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "server/app/routes.h"
#include "server/app/session.h"
#include "server/app/wire.h"

namespace hcl::server {

namespace {

using nlohmann::json;

// After this many edits in a row a request that should be retried is answered from the text that it sees.
constexpr int kMaxRetries = 4;

struct Request {
    std::shared_ptr<PendingRequest> pending;
    const Route* route = nullptr;
    json params;
    TimePoint received;
    int retries = 0;
};
using RequestPtr = std::shared_ptr<Request>;

// What the main loop has to do next.
struct Event {
    enum class Kind { Request, Notification, Response, Task, End };
    Kind kind = Kind::Task;
    std::shared_ptr<PendingRequest> pending;  // Request
    std::string method;                       // Request, Notification
    json params;                              // also a response's id and result
    std::function<void()> task;
    TimePoint received;
};

}  // namespace

struct Server::Impl {
    Impl(const ServerOptions& options, Host host) : core(options, std::move(host)), session(core) {
        core.post = [this](std::function<void()> task) {
            Event event;
            event.task = std::move(task);
            push(std::move(event));
        };
        if (core.host.record)
            core.outbox.set_tap([this](std::string_view body) { core.host.record(false, body); });
    }

    // ---- reader's thread ----

    void receive_body(std::string_view body) {
        json message = json::parse(body, nullptr, false);
        if (message.is_discarded()) {
            core.log.line("malformed JSON");
            core.outbox.fail_raw("null", kParseError, "The message is not JSON.");
            return;
        }
        json id = message.is_object() && message.contains("id") ? message["id"] : json();
        std::string id_text = id.dump(-1, ' ', false, json::error_handler_t::replace);
        bool has_id = message.is_object() && message.contains("id");
        if (message.is_object() && !message.contains("method") && has_id &&
            (message.contains("result") || message.contains("error"))) {
            Event event;
            event.kind = Event::Kind::Response;
            event.params = std::move(message);
            push(std::move(event));
            return;
        }
        if (!message.is_object() || !message.contains("method") || !message["method"].is_string() ||
            (has_id && !id.is_string() && !id.is_number_integer() && !id.is_null())) {
            core.outbox.fail_raw(id.is_string() || id.is_number() ? id_text : "null", kInvalidRequest,
                                 "The message is neither a request nor a notification.");
            return;
        }
        Event event;
        event.method = message["method"].get<std::string>();
        event.received = core.now();
        if (message.contains("params")) event.params = std::move(message["params"]);
        if (!has_id) {
            if (event.method == "$/cancelRequest") return cancel(event.params);
            if (event.method == "exit" && core.host.on_end) core.host.on_end();
            event.kind = Event::Kind::Notification;
            push(std::move(event));
            return;
        }
        event.kind = Event::Kind::Request;
        event.pending = std::make_shared<PendingRequest>();
        event.pending->id = std::move(id_text);
        event.pending->method = event.method;
        const Route* route = find_route(event.method);
        event.pending->can_cancel = route && route->lane != Lane::Mutate;
        {
            std::lock_guard lock(flight_mutex);
            in_flight.emplace(event.pending->id, event.pending);
        }
        push(std::move(event));
    }

    void cancel(const json& params) {
        if (!params.is_object() || !params.contains("id")) return;
        std::string id = params["id"].dump(-1, ' ', false, json::error_handler_t::replace);
        std::vector<std::shared_ptr<PendingRequest>> found;
        {
            std::lock_guard lock(flight_mutex);
            auto [from, to] = in_flight.equal_range(id);
            for (auto it = from; it != to; ++it)
                if (it->second->can_cancel) found.push_back(it->second);
        }
        for (const auto& pending : found) {
            pending->cancelled = true;
            core.outbox.fail(*pending, kRequestCancelled, "cancelled");
        }
    }

    // ---- any thread ----

    void push(Event event) {
        {
            std::lock_guard lock(queue_mutex);
            queue.push_back(std::move(event));
        }
        wake.notify_one();
    }

    void finished(const PendingRequest& pending) {
        std::lock_guard lock(flight_mutex);
        auto [from, to] = in_flight.equal_range(pending.id);
        for (auto it = from; it != to; ++it)
            if (it->second.get() == &pending) {
                in_flight.erase(it);
                return;
            }
    }

    void answer(const Request& request, const Reply& reply) {
        PendingRequest& pending = *request.pending;
        if (reply)
            core.outbox.answer(pending, *reply);
        else
            core.outbox.fail(pending, reply.error().code, reply.error().message);
        finished(pending);
        if (!traces) return;
        double ms = std::chrono::duration<double, std::milli>(core.now() - request.received).count();
        std::string text = pending.method + " (" + pending.id + ") took " + std::to_string(ms) + " ms";
        core.post([this, text, params = request.params] {
            session.outgoing.trace(text, params.dump(-1, ' ', false, json::error_handler_t::replace));
        });
    }

    // A fault of ours: the client learns that it failed, the log all that is needed to see it again.
    Failure internal_error(std::string_view method, const json& params, const std::string& fault) {
        core.log.line("internal error in " + std::string(method) + ": " + fault);
        core.log.line("its input was " + params.dump(-1, ' ', false, json::error_handler_t::replace));
        return {kInternalError, "internal error in " + std::string(method) + ": " + fault};
    }

    // ---- main thread ----

    void handle(Event event) {
        switch (event.kind) {
            case Event::Kind::Task: {
                std::string fault;
                if (run_guarded(event.task, fault) == Outcome::Failed) core.log.line("internal error: " + fault);
                break;
            }
            case Event::Kind::Request:
                handle_request(std::move(event));
                break;
            case Event::Kind::Notification:
                handle_notification(std::move(event));
                break;
            case Event::Kind::Response:
                handle_response(event.params);
                break;
            case Event::Kind::End:
                session.state = Session::State::Exited;
                break;
        }
        if (session.state == Session::State::ShutDown) was_shut_down = true;
        traces = session.outgoing.trace_level != Outgoing::Trace::Off;
    }

    void handle_request(Event event) {
        auto request = std::make_shared<Request>();
        request->pending = std::move(event.pending);
        request->params = std::move(event.params);
        request->received = event.received;
        if (request->pending->answered) return finished(*request->pending);
        using State = Session::State;
        bool is_initialize = event.method == "initialize";
        if (session.state == State::Fresh && !is_initialize)
            return answer(*request, refuse(kServerNotInitialized, "initialize must come first"));
        if (session.state == State::ShutDown)
            return answer(*request, refuse(kInvalidRequest, "the server is shutting down"));
        if (session.state == State::Running && is_initialize)
            return answer(*request, refuse(kInvalidRequest, "initialize may come only once"));
        request->route = find_route(event.method);
        if (!request->route || !request->route->is_request)
            return answer(*request, refuse(kMethodNotFound, "no method " + event.method));
        if (request->route->lane == Lane::Mutate) return mutate(*request);
        query(std::move(request));
    }

    void mutate(const Request& request) {
        Reply reply;
        std::string fault;
        if (run_guarded([&] { reply = request.route->mutate(session, request.params); }, fault) == Outcome::Failed)
            reply = std::unexpected(internal_error(request.route->method, request.params, fault));
        answer(request, reply);
    }

    void query(RequestPtr request) {
        auto context = std::make_shared<Context>();
        context->snapshot = core.world.snapshot();
        context->client = core.client;
        context->files = &core.files;
        context->outbox = &core.outbox;
        bool watches_edits = request->route->on_edit != OnEdit::Finish && request->retries < kMaxRetries;
        context->cancel = watches_edits ? Cancel(&request->pending->cancelled, &core.edits, core.edits.load())
                                        : Cancel(&request->pending->cancelled);
        if (request->params.is_object()) {
            if (auto token = request->params.find("partialResultToken"); token != request->params.end())
                context->partial_token = token->dump(-1, ' ', false, json::error_handler_t::replace);
            if (auto token = request->params.find("workDoneToken"); token != request->params.end())
                context->progress =
                    session.progress.adopt(token->dump(-1, ' ', false, json::error_handler_t::replace));
        }
        Lane lane = request->route->lane;
        auto work = [this, request = std::move(request), context = std::move(context)] { run_query(request, *context); };
        if (lane == Lane::Typing)
            work();
        else
            core.workers.submit(lane, std::move(work));
    }

    void run_query(const RequestPtr& request, const Context& context) {
        if (request->pending->answered) return finished(*request->pending);
        Reply reply;
        std::string fault;
        Outcome outcome =
            run_guarded([&] { reply = request->route->query(context, request->params); }, fault);
        if (context.progress) context.progress->end("");
        if (outcome == Outcome::Failed) {
            reply = std::unexpected(internal_error(request->route->method, request->params, fault));
        } else if (outcome == Outcome::Cancelled) {
            if (core.stopping || request->pending->cancelled) {
                reply = refuse(kRequestCancelled, "cancelled");
            } else if (request->route->on_edit == OnEdit::Retry) {
                ++request->retries;
                core.post([this, request] { query(request); });
                return;
            } else {
                reply = refuse(kContentModified, "the text changed meanwhile");
            }
        }
        answer(*request, reply);
    }

    void handle_notification(Event event) {
        using State = Session::State;
        if (event.method == "exit") {
            session.state = State::Exited;
            return;
        }
        // Dropped, as the protocol wants it: there is nobody to tell.
        if (session.state != State::Running) return core.log.line("dropped in this state: " + event.method);
        const Route* route = find_route(event.method);
        if (!route || route->is_request) {
            if (!event.method.starts_with("$/")) core.log.line("unknown notification " + event.method);
            return;
        }
        std::string fault;
        Reply reply;
        if (run_guarded([&] { reply = route->mutate(session, event.params); }, fault) == Outcome::Failed)
            internal_error(event.method, event.params, fault);
        else if (!reply)
            core.log.line(event.method + ": " + reply.error().message);
    }

    void handle_response(const json& message) {
        const json& id = message["id"];
        auto result = message.find("result");
        bool is_known = id.is_number_integer() &&
                        session.outgoing.reply(id.get<std::int64_t>(), result == message.end() ? nullptr : &*result);
        if (!is_known) core.log.line("an answer that nobody waits for: " + id.dump());
    }

    // Runs one thing that waits; false when nothing does.
    bool step() {
        Event event;
        if (next_event(event)) {
            handle(std::move(event));
            return true;
        }
        if (core.workers.is_inline() && core.workers.run_one()) return true;
        std::string fault;
        bool ran = false;
        if (run_guarded([&] { ran = core.timers.run_due(core.now()); }, fault) == Outcome::Failed) {
            core.log.line("internal error: " + fault);
            return true;
        }
        return ran;
    }

    void wait() {
        std::unique_lock lock(queue_mutex);
        auto is_awake = [&] { return !queue.empty(); };
        if (auto next = core.timers.next())
            wake.wait_until(lock, *next, is_awake);
        else
            wake.wait(lock, is_awake);
    }

    bool has_ended() const { return session.state == Session::State::Exited; }

    bool next_event(Event& event) {
        std::lock_guard lock(queue_mutex);
        if (queue.empty()) return false;
        event = std::move(queue.front());
        queue.pop_front();
        return true;
    }

    // The session is over: nothing may run on, whether anybody waits for it or not.
    void stop() {
        core.stopping = true;
        {
            std::lock_guard lock(flight_mutex);
            for (const auto& [id, pending] : in_flight) pending->cancelled = true;
        }
    }

    Framer framer;
    std::atomic<bool> was_shut_down{false};
    std::atomic<bool> traces{false};

    mutable std::mutex queue_mutex;
    std::condition_variable wake;
    std::deque<Event> queue;

    std::mutex flight_mutex;
    std::unordered_multimap<std::string, std::shared_ptr<PendingRequest>> in_flight;

    Core core;
    Session session;
};

Server::Server(const ServerOptions& options, Host host) : impl_(std::make_unique<Impl>(options, std::move(host))) {
    contain_failed_checks();
}

Server::~Server() {
    impl_->stop();
    // Before the session: jobs use it.
    impl_->core.workers.stop();
}

void Server::receive(std::string_view bytes) {
    if (impl_->core.host.record) impl_->core.host.record(true, bytes);
    impl_->framer.feed(
        bytes, [this](std::string_view body) { impl_->receive_body(body); },
        [this](std::string_view problem) { impl_->core.log.line(problem); });
}

void Server::end_of_input() {
    impl_->core.log.line("the input ended");
    if (impl_->core.host.on_end) impl_->core.host.on_end();
    Event event;
    event.kind = Event::Kind::End;
    impl_->push(std::move(event));
}

void Server::client_died() {
    impl_->core.log.line("the client's process is gone");
    end_of_input();
}

int Server::run() {
    for (;;) {
        while (!impl_->has_ended() && impl_->step()) {
        }
        if (impl_->has_ended()) break;
        impl_->wait();
    }
    impl_->stop();
    return exit_code();
}

bool Server::pump() {
    while (!impl_->has_ended() && impl_->step()) {
    }
    return !impl_->has_ended();
}

std::optional<TimePoint> Server::next_timer() const { return impl_->core.timers.next(); }

bool Server::is_idle() const {
    std::lock_guard lock(impl_->queue_mutex);
    std::lock_guard flight_lock(impl_->flight_mutex);
    return impl_->queue.empty() && impl_->in_flight.empty() && impl_->session.publisher.is_idle() &&
           !impl_->session.workspace.is_indexing() && !impl_->core.timers.next();
}

int Server::exit_code() const { return impl_->was_shut_down ? 0 : 1; }

Core& Server::core() { return impl_->core; }

}  // namespace hcl::server
