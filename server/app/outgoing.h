// Requests and notifications to the client, and the client's responses. Main thread only.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "protocol/json/document.h"
#include "server/app/core.h"

namespace hcl::server {

enum class MessageKind { Error = 1, Warning = 2, Info = 3, Log = 4 };

class Outgoing {
  public:
    // `result` is Missing when the client responded with an error.
    using OnReply = std::function<void(lsp::JsonView result)>;

    explicit Outgoing(Core& core) : core_(core) {}

    void call(std::string_view method, std::string_view params, OnReply on_reply = {});
    // Handles a response; false when no request has that id.
    bool reply(std::int64_t id, lsp::JsonView result);

    // Writes to the client's log window and to --log.
    void log_message(MessageKind kind, std::string_view text);
    void show_message(MessageKind kind, std::string_view text);
    void trace(std::string_view message, std::string_view verbose);

    enum class Trace { Off, Messages, Verbose };
    Trace trace_level = Trace::Off;

  private:
    struct Waiting {
        std::string method;
        OnReply on_reply;
    };
    Core& core_;
    std::int64_t next_id_ = 1;
    std::map<std::int64_t, Waiting> waiting_;
};

}  // namespace hcl::server
