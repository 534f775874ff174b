#include "server/app/outbox.h"

#include <utility>

#include "engine/base/json_string.h"
#include "protocol/json/writer.h"

namespace hcl::server {

namespace {

std::string header_of(std::size_t size) {
    return "Content-Length: " + std::to_string(size) + "\r\n\r\n";
}

std::string error_body(std::string_view id, lsp::ErrorCode code, std::string_view message) {
    std::string body = R"({"jsonrpc":"2.0","id":)";
    body += id;
    body += R"(,"error":{"code":)";
    body += std::to_string(static_cast<int>(code));
    body += R"(,"message":)";
    body += json_string(message);
    body += "}}";
    return body;
}

}  // namespace

bool Outbox::answer(PendingRequest& request, std::string_view result) {
    if (request.answered.exchange(true)) return false;
    send_with(R"({"jsonrpc":"2.0","id":)" + request.id + R"(,"result":)", result);
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
    std::string begin = R"({"jsonrpc":"2.0","method":")";
    begin += method;
    begin += R"(","params":)";
    send_with(std::move(begin), params);
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
    send(body);
}

void Outbox::send(const std::string& body) {
    std::string header = header_of(body.size());
    send_framed({header + body}, header.size());
}

void Outbox::send_with(std::string begin, std::string_view value) {
    // Values may have megabytes: these are not copied.
    constexpr std::size_t kLong = 64 * 1024;
    const std::string header = header_of(begin.size() + value.size() + 1);
    begin.insert(0, header);
    if (value.size() < kLong)
        send_framed({begin.append(value).append("}")}, header.size());
    else
        send_framed({begin, value, "}"}, header.size());
}

void Outbox::finish() {
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [&] { return !is_writing_; });
}

void Outbox::send_framed(std::initializer_list<std::string_view> parts, std::size_t header) {
    constexpr std::size_t kLong = std::size_t{1} << 20;
    constexpr std::size_t kMostKept = std::size_t{16} << 20;
    std::size_t bytes = 0;
    for (std::string_view part : parts) bytes += part.size();
    std::unique_lock lock(mutex_);
    const auto may_be_kept = [&] { return bytes < kLong && kept_.size() < kMostKept; };
    ended_.wait(lock, [&] { return !is_writing_ || may_be_kept(); });
    if (tap_) {
        std::string message;
        for (std::string_view part : parts) message += part;
        tap_(std::string_view(message).substr(header));
    }
    sent_.fetch_add(1, std::memory_order_relaxed);
    if (is_writing_) {
        for (std::string_view part : parts) kept_ += part;
        return;
    }
    is_writing_ = true;
    lock.unlock();
    for (std::string_view part : parts) write_(part);
    lock.lock();
    while (!kept_.empty()) {
        const std::string others = std::exchange(kept_, {});
        lock.unlock();
        write_(others);
        lock.lock();
    }
    is_writing_ = false;
    lock.unlock();
    ended_.notify_all();
}

}  // namespace hcl::server
