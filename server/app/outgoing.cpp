#include "server/app/outgoing.h"

#include "engine/base/json_string.h"

namespace hcl::server {

void Outgoing::call(std::string_view method, std::string_view params, OnReply on_reply) {
    std::int64_t id = next_id_++;
    waiting_.emplace(id, Waiting{std::string(method), std::move(on_reply)});
    core_.outbox.request(id, method, params);
}

bool Outgoing::reply(std::int64_t id, lsp::JsonView result) {
    auto it = waiting_.find(id);
    if (it == waiting_.end()) return false;
    Waiting waiting = std::move(it->second);
    waiting_.erase(it);
    if (result.is_missing()) core_.log.line("the client rejected " + waiting.method);
    if (waiting.on_reply) waiting.on_reply(result);
    return true;
}

namespace {

std::string message_params(MessageKind kind, std::string_view text) {
    return "{\"type\":" + std::to_string(static_cast<int>(kind)) + ",\"message\":" + json_string(text) + "}";
}

}  // namespace

void Outgoing::log_message(MessageKind kind, std::string_view text) {
    core_.log.line(text);
    core_.outbox.notify("window/logMessage", message_params(kind, text));
}

void Outgoing::show_message(MessageKind kind, std::string_view text) {
    core_.log.line(text);
    core_.outbox.notify("window/showMessage", message_params(kind, text));
}

void Outgoing::trace(std::string_view message, std::string_view verbose) {
    if (trace_level == Trace::Off) return;
    std::string params = "{\"message\":" + json_string(message);
    if (trace_level == Trace::Verbose && !verbose.empty()) params += ",\"verbose\":" + json_string(verbose);
    core_.outbox.notify("$/logTrace", params + "}");
}

}  // namespace hcl::server
