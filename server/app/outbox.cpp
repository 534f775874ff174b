#include "server/app/outbox.h"

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

// The right to write one message.
class Outbox::Turn {
  public:
    Turn(Outbox& outbox, std::size_t bytes) : outbox_(outbox) {
        constexpr std::size_t kLong = std::size_t{1} << 20;
        std::unique_lock lock(outbox_.mutex_);
        if (bytes < kLong) {
            ++outbox_.short_ones_;
            outbox_.ends_.wait(lock, [&] { return !outbox_.is_writing_; });
            --outbox_.short_ones_;
        } else {
            outbox_.ends_.wait(lock, [&] { return !outbox_.is_writing_ && outbox_.short_ones_ == 0; });
        }
        outbox_.is_writing_ = true;
    }
    ~Turn() {
        {
            std::lock_guard lock(outbox_.mutex_);
            outbox_.is_writing_ = false;
        }
        outbox_.ends_.notify_all();
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

  private:
    Outbox& outbox_;
};

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

void Outbox::send_framed(std::initializer_list<std::string_view> parts, std::size_t header) {
    std::size_t bytes = 0;
    for (std::string_view part : parts) bytes += part.size();
    const Turn turn(*this, bytes);
    if (tap_) {
        std::string message;
        for (std::string_view part : parts) message += part;
        tap_(std::string_view(message).substr(header));
    }
    for (std::string_view part : parts) write_(part);
    sent_.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace hcl::server
