#include "server/app/outbox.h"

#include "protocol/json/writer.h"

namespace hcl::server {

std::string json_quote(std::string_view text) {
    std::string out;
    lsp::append_json_string(out, text);
    return out;
}

namespace {

std::string error_body(std::string_view id, lsp::ErrorCode code, std::string_view message) {
    std::string body = R"({"jsonrpc":"2.0","id":)";
    body += id;
    body += R"(,"error":{"code":)";
    body += std::to_string(static_cast<int>(code));
    body += R"(,"message":)";
    body += json_quote(message);
    body += "}}";
    return body;
}

}  // namespace

bool Outbox::answer(PendingRequest& request, std::string_view result) {
    if (request.answered.exchange(true)) return false;
    std::string body;
    body.reserve(result.size() + request.id.size() + 48);
    body += R"({"jsonrpc":"2.0","id":)";
    body += request.id;
    body += R"(,"result":)";
    body += result;
    body += "}";
    send(std::move(body));
    return true;
}

bool Outbox::fail(PendingRequest& request, lsp::ErrorCode code, std::string_view message) {
    if (request.answered.exchange(true)) return false;
    fail_raw(request.id, code, message);
    return true;
}

void Outbox::fail_raw(std::string_view id, lsp::ErrorCode code, std::string_view message) {
    send(error_body(id, code, message));
}

void Outbox::notify(std::string_view method, std::string_view params) {
    std::string body = R"({"jsonrpc":"2.0","method":")";
    body += method;
    body += R"(","params":)";
    body += params;
    body += "}";
    send(std::move(body));
}

void Outbox::request(std::int64_t id, std::string_view method, std::string_view params) {
    std::string body = R"({"jsonrpc":"2.0","id":)";
    body += std::to_string(id);
    body += R"(,"method":")";
    body += method;
    body += '"';
    if (!params.empty()) body += R"(,"params":)";
    body += params;
    body += "}";
    send(std::move(body));
}

void Outbox::send(std::string body) {
    std::string header = "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n";
    body.insert(0, header);
    std::lock_guard lock(mutex_);
    if (tap_) tap_(std::string_view(body).substr(header.size()));
    write_(body);
    sent_.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace hcl::server
