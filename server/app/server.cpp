#include "server/app/server.h"

#include <condition_variable>
#include <deque>
#include <list>
#include <unordered_map>
#include <unordered_set>

#include "protocol/model/generated/lifecycle.h"
#include "protocol/rpc/document_notice.h"
#include "protocol/rpc/framing.h"
#include "protocol/rpc/message.h"
#include "server/app/routes.h"
#include "server/app/session.h"
#include "server/host/process.h"

namespace hcl::server {

namespace {

using lsp::JsonDocument;
using lsp::JsonView;

// After this many consecutive edits, a request to be retried is answered from the current text.
constexpr int kMaxRetries = 4;

struct Request {
    std::shared_ptr<PendingRequest> pending;
    const Route* route = nullptr;
    JsonDocument message;
    JsonView params;    // owned by the message
    FileId document{};  // that it is about
    TimePoint received;
    int retries = 0;
    Refreshes::Ticket ticket;
    std::atomic<bool> is_waiting = false;      // for files that its document needs
    std::atomic<bool> is_preliminary = false;  // its answer came early
};
using RequestPtr = std::shared_ptr<Request>;

// One unit of work for the main loop.
struct Event {
    enum class Kind { Request, Notification, LongNotification, LongMessage, Response, Task, End };
    Kind kind = Kind::Task;
    std::shared_ptr<PendingRequest> pending;  // Request
    std::string method;                       // Request and notifications
    std::string uri;                          // LongNotification
    std::shared_ptr<std::string> text;        // of what is long: the whole message, not parsed
    JsonDocument message;
    JsonView params;                         // owned by the message; a response's result
    std::optional<lsp::RequestId> answered;  // Response
    std::function<void()> task;
    TimePoint received;
};

}  // namespace

struct Server::Impl {
    Impl(const ServerOptions& options, Host host)
        : splitter({static_cast<std::size_t>(options.max_message)}),
          core(options, std::move(host)),
          session(core) {
        core.post = [this](std::function<void()> task) {
            Event event;
            event.task = std::move(task);
            push(std::move(event));
        };
        session.on_ready = [this] {
            for (RequestPtr& request : std::exchange(waiting, {})) ask(std::move(request));
        };
        if (core.host.record)
            core.outbox.set_tap([this](std::string_view body) { core.host.record(false, body); });
    }

    const Route* route_of(std::string_view method) const {
        if (const Route* route = find_route(method)) return route;
        if (core.options.more_routes)
            for (const Route& route : *core.options.more_routes)
                if (route.method == method) return &route;
        return nullptr;
    }

    // ---- reader's thread ----

    void receive_text(std::string text) {
        if (text.size() < Core::kLargeText) return receive_message(lsp::parse_message(std::move(text)));
        Event event;
        event.kind = Event::Kind::LongMessage;
        if (auto notice = lsp::peek_document_notice(text)) {
            event.kind = Event::Kind::LongNotification;
            event.method = std::move(notice->method);
            event.uri = std::move(notice->uri);
        }
        event.text = std::make_shared<std::string>(std::move(text));
        push(std::move(event));
    }

    // Any thread.
    void receive_message(lsp::IncomingMessage message) {
        using Kind = lsp::IncomingMessage::Kind;
        Event event;
        event.received = core.now();
        event.method = std::move(message.method);
        event.message = std::move(message.document);
        event.params = message.params;
        switch (message.kind) {
            case Kind::Invalid:
                core.log.line("invalid message: " + message.error->message);
                if (message.wants_answer)
                    core.outbox.fail_raw(message.id ? lsp::to_json(*message.id) : "null", message.error->code,
                                         message.error->message);
                return;
            case Kind::Response:
                event.kind = Event::Kind::Response;
                event.params = message.result;
                event.answered = message.id;
                break;
            case Kind::Notification:
                if (event.method == "$/cancelRequest") return cancel(event.params);
                if (event.method == "exit" && core.host.on_end) core.host.on_end();
                event.kind = Event::Kind::Notification;
                break;
            case Kind::Request:
                event.kind = Event::Kind::Request;
                event.pending = std::make_shared<PendingRequest>();
                event.pending->id = lsp::to_json(*message.id);
                event.pending->method = event.method;
                if (const Route* route = route_of(event.method))
                    event.pending->can_cancel = route->lane != Lane::Mutate;
                std::lock_guard lock(flight_mutex);
                in_flight.emplace(event.pending->id, event.pending);
                break;
        }
        push(std::move(event));
    }

    void cancel(JsonView params) {
        auto wanted = lsp::decode_params<lsp::CancelParams>(params);
        if (!wanted) return core.log.line("$/cancelRequest: " + wanted.error().message);
        std::string id = lsp::to_json(wanted->id);
        std::vector<std::shared_ptr<PendingRequest>> found;
        {
            std::lock_guard lock(flight_mutex);
            auto [from, to] = in_flight.equal_range(id);
            for (auto it = from; it != to; ++it)
                if (it->second->can_cancel) found.push_back(it->second);
        }
        for (const auto& pending : found) {
            pending->cancelled = true;
            core.outbox.fail(*pending, lsp::ErrorCode::RequestCancelled, "cancelled");
        }
    }

    // ---- any thread ----

    void push(Event event) {
        {
            std::lock_guard lock(queue_mutex);
            queue.push_back(std::move(event));
            at_rest = false;
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

    // The request is answered, by whomever.
    void ended(const Request& request) {
        finished(*request.pending);
        if (!request.ticket) return;
        core.post([this, ticket = request.ticket, is_preliminary = request.is_preliminary.load()] {
            session.refreshes.end(ticket);
            if (is_preliminary) session.refreshes.again(ticket);
        });
    }

    void answer(const Request& request, const Reply& reply) {
        PendingRequest& pending = *request.pending;
        if (reply)
            core.outbox.answer(pending, *reply);
        else
            core.outbox.fail(pending, reply.error().code, reply.error().message);
        ended(request);
        if (!traces) return;
        double ms = std::chrono::duration<double, std::milli>(core.now() - request.received).count();
        std::string text = pending.method + " (" + pending.id + ") took " + std::to_string(ms) + " ms";
        core.post([this, text, message = request.message, params = request.params] {
            session.outgoing.trace(text, params.to_text());
        });
    }

    // A bug: the client gets an error, and the log the details to reproduce it.
    Failure internal_error(std::string_view method, JsonView params, const std::string& fault) {
        core.log.line("internal error in " + std::string(method) + ": " + fault);
        core.log.line("its input was " + params.to_text());
        return {lsp::ErrorCode::InternalError, "internal error in " + std::string(method) + ": " + fault};
    }

    // ---- main thread ----

    void handle(Event event) {
        switch (event.kind) {
            case Event::Kind::Task: {
                std::string fault;
                if (run_guarded(event.task, fault) == Outcome::Failed)
                    core.log.line("internal error: " + fault);
                break;
            }
            case Event::Kind::Request:
                handle_request(std::move(event));
                break;
            case Event::Kind::Notification:
                handle_notification(std::move(event));
                break;
            case Event::Kind::LongNotification:
                handle_long_notification(event);
                break;
            case Event::Kind::LongMessage:
                handle_long_message(event);
                break;
            case Event::Kind::Response:
                handle_response(event);
                break;
            case Event::Kind::End:
                // Requests before the end of a file are answered.
                while (core.workers.is_inline()) {
                    Event next;
                    if (next_event(next))
                        handle(std::move(next));
                    else if (!core.workers.run_one())
                        break;
                }
                session.state = Session::State::Exited;
                break;
        }
        if (session.state == Session::State::ShutDown) was_shut_down = true;
        traces = session.outgoing.trace_level != Outgoing::Trace::Off;
    }

    void handle_request(Event event) {
        auto request = std::make_shared<Request>();
        request->pending = std::move(event.pending);
        request->message = std::move(event.message);
        request->params = event.params;
        request->received = event.received;
        if (request->pending->answered) return finished(*request->pending);
        using State = Session::State;
        bool is_initialize = event.method == "initialize";
        if (session.state == State::Fresh && !is_initialize)
            return answer(*request,
                          refuse(lsp::ErrorCode::ServerNotInitialized, "initialize must come first"));
        if (session.state == State::ShutDown)
            return answer(*request, refuse(lsp::ErrorCode::InvalidRequest, "the server is shutting down"));
        if (session.state == State::Running && is_initialize)
            return answer(*request, refuse(lsp::ErrorCode::InvalidRequest, "initialize may come only once"));
        request->route = route_of(event.method);
        if (!request->route || !request->route->is_request)
            return answer(*request, refuse(lsp::ErrorCode::MethodNotFound, "no method " + event.method));
        if (request->route->lane == Lane::Mutate) return mutate(*request);
        ask(std::move(request));
    }

    // Invalid when the parameters name none that is known.
    FileId document_of(JsonView params) const {
        const JsonView uri = params["textDocument"]["uri"];
        return uri.is_string() ? core.files.find_uri(uri.as_string()) : FileId{};
    }

    // Requests wait until the files that they need are loaded.
    void ask(RequestPtr request) {
        request->document = document_of(request->params);
        const Needs needs = request->route->needs;
        if (!session.must_wait(needs, request->document)) return query(std::move(request));
        if (needs == Needs::Text && session.knows_text(request->document) &&
            begun.insert(request->document).second)
            begin(request);
        waiting.push_back(std::move(request));
    }

    // Tries an answer from the document alone.
    void begin(const RequestPtr& request) {
        std::shared_ptr<Context> context = context_of(request);
        context->cancel = Cancel(&request->pending->cancelled, &core.edits, core.edits.load());
        context->is_text_only = true;
        request->is_waiting = true;
        core.workers.submit_request(
            Lane::Latency, request->document, [this, request, context = std::move(context)] {
                if (!request->is_waiting) return;
                std::string fault;
                if (run_guarded([&] { request->route->query(*context, request->params); }, fault) ==
                    Outcome::Failed)
                    internal_error(request->route->method, request->params, fault);
            });
    }

    std::shared_ptr<Context> context_of(const RequestPtr& request) {
        auto context = std::make_shared<Context>();
        context->snapshot = core.world.snapshot();
        context->disk = core.host.files;
        context->client = core.client;
        context->files = &core.files;
        context->outbox = &core.outbox;
        context->tokens = &core.tokens;
        context->partial_token = request->params["partialResultToken"].to_text();
        context->answer_early = [this, request](const std::string& reply) {
            request->is_preliminary = true;
            core.outbox.answer(*request->pending, reply);
        };
        return context;
    }

    void mutate(const Request& request) {
        Reply reply;
        std::string fault;
        if (run_guarded([&] { reply = request.route->mutate(session, request.params); }, fault) ==
            Outcome::Failed)
            reply = std::unexpected(internal_error(request.route->method, request.params, fault));
        answer(request, reply);
    }

    void query(RequestPtr request) {
        begun.erase(request->document);
        request->is_waiting = false;
        if (request->retries == 0) request->ticket = session.refreshes.begin(request->route->method);
        std::shared_ptr<Context> context = context_of(request);
        bool watches_edits = request->route->on_edit != OnEdit::Finish && request->retries < kMaxRetries;
        context->cancel = watches_edits ? Cancel(&request->pending->cancelled, &core.edits, core.edits.load())
                                        : Cancel(&request->pending->cancelled);
        if (JsonView token = request->params["workDoneToken"]; !token.is_missing())
            context->progress = session.progress.adopt(token.to_text());
        Lane lane = request->route->lane;
        const FileId document = request->document;
        if (lane < Lane::Large && core.is_large(document)) lane = Lane::Large;
        // The worker owns the context: where its snapshot is the last of an old state, freeing that takes
        // long.
        auto work = [this, request = std::move(request), context = std::move(context)] {
            run_query(request, *context);
        };
        if (lane == Lane::Typing)
            work();
        else
            core.workers.submit_request(lane, document, std::move(work));
    }

    // Positions stay valid while their own document is unchanged, whatever happened to others.
    void ask_again(const RequestPtr& request, const world::Snapshot& before) {
        const world::FileState* then = before.file(request->document);
        const world::SnapshotPtr current = core.world.snapshot();
        const world::FileState* now = current->file(request->document);
        if (!then || !now || then->tree() != now->tree())
            return answer(*request, refuse(lsp::ErrorCode::ContentModified, "the text changed meanwhile"));
        ++request->retries;
        query(request);
    }

    void run_query(const RequestPtr& request, const Context& context) {
        if (request->pending->answered) return ended(*request);
        Reply reply;
        std::string fault;
        Outcome outcome =
            run_guarded([&] { reply = request->route->query(context, request->params); }, fault);
        if (context.progress) context.progress->end("");
        if (outcome == Outcome::Failed) {
            reply = std::unexpected(internal_error(request->route->method, request->params, fault));
        } else if (outcome == Outcome::Cancelled) {
            if (core.stopping || request->pending->cancelled) {
                reply = refuse(lsp::ErrorCode::RequestCancelled, "cancelled");
            } else if (request->route->on_edit == OnEdit::Retry) {
                ++request->retries;
                core.post([this, request] { query(request); });
                return;
            } else {
                core.post([this, request, before = context.snapshot]() mutable {
                    ask_again(request, *before);
                    core.release(std::move(before));
                });
                return;
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
        const Route* route = route_of_notification(event.method);
        if (!route) return;
        const FileId document = document_of(event.params);
        auto apply = [this, route, event = std::move(event)]() mutable {
            notify(*route, [&] { return route->read(event.params); }, event.params);
            if (event.message.size() >= Core::kLargeText)
                core.release(std::exchange(event.message, {}).take_storage());
        };
        if (session.arrivals.is_expected(document))
            session.arrivals.add_behind(document, std::move(apply));
        else
            apply();
    }

    // Null, with a line in the log, when it is ignored: the protocol allows no response to a notification.
    const Route* route_of_notification(const std::string& method) {
        if (!takes_notifications(method)) return nullptr;
        const Route* route = route_of(method);
        if (route && !route->is_request) return route;
        if (!method.starts_with("$/")) core.log.line("unknown notification " + method);
        return nullptr;
    }

    bool takes_notifications(std::string_view method) {
        const bool is_running = session.state == Session::State::Running;
        if (!is_running) core.log.line("dropped in this state: " + std::string(method));
        return is_running;
    }

    void notify(const Route& route, const std::function<Notice()>& read, JsonView params) {
        // The session may have ended since the message came.
        if (!takes_notifications(route.method)) return;
        std::string fault;
        Reply reply;
        if (run_guarded([&] { reply = read()(session); }, fault) == Outcome::Failed)
            internal_error(route.method, params, fault);
        else if (!reply)
            core.log.line(std::string(route.method) + ": " + reply.error().message);
    }

    // A worker parses the message.
    void handle_long_notification(const Event& event) {
        const Route* route = route_of_notification(event.method);
        if (!route) return;
        session.arrivals.add(core.files.intern_uri(event.uri),
                             [this, route, text = event.text]() -> Arrivals::Step {
                                 lsp::IncomingMessage message = lsp::parse_message(std::move(*text));
                                 // Malformed behind what was read of it, or with another method there.
                                 if (message.kind != lsp::IncomingMessage::Kind::Notification ||
                                     message.method != route->method)
                                     return [this, message] { receive_message(message); };
                                 return [this, route, notice = route->read(message.params)] {
                                     notify(*route, [&] { return notice; }, {});
                                 };
                             });
    }

    // Requests, answers, and notifications about no document.
    void handle_long_message(const Event& event) {
        session.arrivals.add(Arrivals::kNoDocument, [this, text = event.text]() -> Arrivals::Step {
            auto message = std::make_shared<lsp::IncomingMessage>(lsp::parse_message(std::move(*text)));
            return [this, message] { receive_message(std::move(*message)); };
        });
    }

    void handle_response(const Event& event) {
        // Our own requests have numeric ids.
        const std::int64_t* id = event.answered ? std::get_if<std::int64_t>(&*event.answered) : nullptr;
        if (!id || !session.outgoing.reply(*id, event.params))
            core.log.line("an answer to an unknown request");
    }

    // Runs one waiting event or job; false when there is none.
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

    // Whether no waiting event refers to a file. Requires the queue's lock; main thread.
    bool has_no_work() const {
        return queue.empty() && session.arrivals.is_empty() && session.publisher.is_idle() &&
               !session.workspace.is_indexing();
    }
    // Records whether the main loop has work left until the next message. Requires the
    // queue's lock; main thread.
    void note_rest() { at_rest = has_no_work() && !core.timers.next(); }

    // Bounds the data that is kept per file: when no job, request or queue holds an id,
    // removes files that no longer exist.
    void forget_files() {
        if (core.files.size() < most_files) return;
        bool rests = core.workers.is_idle();
        if (rests) {
            std::lock_guard lock(queue_mutex);
            std::lock_guard flight_lock(flight_mutex);
            rests = has_no_work() && in_flight.empty();
        }
        if (!rests) {
            // Checks again when running jobs may have ended.
            constexpr Duration kLater = std::chrono::milliseconds(100);
            if (!core.timers.when("files")) core.timers.set("files", core.now() + kLater, [] {});
            return;
        }
        const std::size_t before = core.files.size();
        session.publisher.forget_gone();
        core.files.forget_unless([&](FileId id) { return core.world.file(id) != nullptr; });
        most_files = 2 * core.files.size() + kFewFiles;
        core.log.line("forgot " + std::to_string(before - core.files.size()) + " files that no longer exist");
        // Their messages came faster than they were handled, and left gaps in the heap.
        core.workers.submit(Lane::Background, [] { release_free_memory(); });
    }

    void wait() {
        forget_files();
        std::unique_lock lock(queue_mutex);
        note_rest();
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

    // The session has ended: cancels all computations.
    void stop() {
        core.stopping = true;
        {
            std::lock_guard lock(flight_mutex);
            for (const auto& [id, pending] : in_flight) pending->cancelled = true;
        }
    }

    lsp::MessageSplitter splitter;
    std::atomic<bool> was_shut_down{false};
    std::atomic<bool> traces{false};

    mutable std::mutex queue_mutex;
    std::condition_variable wake;
    bool at_rest = false;
    std::deque<Event> queue;

    static constexpr std::size_t kFewFiles = 256;
    std::size_t most_files = kFewFiles;  // number of known files that triggers the next cleanup
    std::mutex flight_mutex;
    std::unordered_multimap<std::string, std::shared_ptr<PendingRequest>> in_flight;

    // Main thread.
    std::vector<RequestPtr> waiting;
    std::unordered_set<FileId> begun;  // documents of those that may have been answered early

    Core core;
    Session session;
};

Server::Server(const ServerOptions& options, Host host)
    : impl_(std::make_unique<Impl>(options, std::move(host))) {
    contain_failed_checks();
}

Server::~Server() {
    impl_->stop();
    // Before the session, because jobs use it.
    impl_->core.workers.stop();
}

void Server::receive(std::string_view bytes) {
    if (impl_->core.host.record) impl_->core.host.record(true, bytes);
    impl_->splitter.feed(bytes);
    while (auto event = impl_->splitter.next()) {
        if (event->kind == lsp::FramingEvent::Kind::Message)
            impl_->receive_text(std::move(event->text));
        else
            impl_->core.log.line(event->text);
    }
}

void Server::end_of_input() {
    impl_->core.log.line("the input ended");
    if (impl_->core.host.on_end) impl_->core.host.on_end();
    Event event;
    event.kind = Event::Kind::End;
    impl_->push(std::move(event));
}

void Server::client_died() {
    impl_->core.log.line("the client's process has exited");
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
    impl_->forget_files();
    std::lock_guard lock(impl_->queue_mutex);
    impl_->note_rest();
    return !impl_->has_ended();
}

std::optional<TimePoint> Server::next_timer() const {
    return impl_->core.timers.next();
}

bool Server::is_idle() const {
    std::lock_guard lock(impl_->queue_mutex);
    std::lock_guard flight_lock(impl_->flight_mutex);
    return impl_->at_rest && impl_->in_flight.empty();
}

int Server::exit_code() const {
    return impl_->was_shut_down ? 0 : 1;
}

Core& Server::core() {
    return impl_->core;
}

}  // namespace hcl::server
