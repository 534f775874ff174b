// One JSON-RPC message: incoming ones by kind, outgoing ones framed and ready to send.
#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/json/codec.h"
#include "protocol/model/common.h"
#include "protocol/rpc/error.h"

namespace hcl::lsp {

// A 64-bit integer or a string, chosen by the sender.
using RequestId = IntOrString;
// For logs: 7 or "seven".
std::string to_string(const RequestId& id);

// Invalid: `id` if it could be read, and `error` is the response. `wants_answer` is false when the message
// was not a request (responding to a response could loop).
struct IncomingMessage {
    enum class Kind { Request, Notification, Response, Invalid };
    Kind kind = Kind::Invalid;
    JsonDocument document;  // owns the storage of the views below
    std::optional<RequestId> id;
    std::string method;
    JsonView params;                     // Missing when absent
    JsonView result;                     // Response; Missing for an error
    std::optional<ResponseError> error;  // Response with an error; Invalid
    bool wants_answer = false;
};

// Never fails: malformed input is an Invalid message.
IncomingMessage parse_message(std::string text);

// Reads the parameters of a request or notification; the error (-32602) gives the path.
template <typename T>
std::expected<T, ResponseError> decode_params(JsonView params) {
    T value{};
    ReadError error;
    if (read(error, params, value)) return value;
    return std::unexpected(ResponseError{ErrorCode::InvalidParams, error.message("params"), {}});
}

// Reads other JSON values: results of our own requests, settings.
template <typename T>
std::expected<T, std::string> decode_value(JsonView json, std::string_view name) {
    T value{};
    ReadError error;
    if (read(error, json, value)) return value;
    return std::unexpected(error.message(name));
}

template <typename T>
std::string to_json(const T& value) {
    std::string out;
    JsonWriter writer(out);
    write(writer, value);
    return out;
}

// Encodes a value as opaque JSON: registration options, progress values, item data.
template <typename T>
JsonValue to_json_value(const T& value) {
    return JsonValue{to_json(value)};
}

// A framed message. The JSON is written once, after a gap for the header.
class OutgoingMessage {
  public:
    std::string_view bytes() const { return std::string_view(buffer_).substr(start_); }
    std::string_view json() const { return std::string_view(buffer_).substr(kGap); }

    template <typename T>
    static OutgoingMessage result(const RequestId& id, const T& value) {
        OutgoingMessage message;
        JsonWriter writer(message.buffer_);
        message.begin(writer);
        message.add_id(writer, &id);
        writer.key("result");
        write(writer, value);
        message.end(writer);
        return message;
    }
    // The id of the request is unknown.
    static OutgoingMessage error(const std::optional<RequestId>& id, const ResponseError& error);

    template <typename T>
    static OutgoingMessage notification(std::string_view method, const T& params) {
        return with_params(nullptr, method, params);
    }
    template <typename T>
    static OutgoingMessage request(const RequestId& id, std::string_view method, const T& params) {
        return with_params(&id, method, params);
    }
    // Without parameters.
    static OutgoingMessage notification(std::string_view method);
    static OutgoingMessage request(const RequestId& id, std::string_view method);

  private:
    static constexpr std::size_t kGap = 48;

    OutgoingMessage() : buffer_(kGap, ' ') {}
    void begin(JsonWriter& writer);
    void add_id(JsonWriter& writer, const RequestId* id);
    void add_method(JsonWriter& writer, std::string_view method);
    void end(JsonWriter& writer);

    template <typename T>
    static OutgoingMessage with_params(const RequestId* id, std::string_view method, const T& params) {
        OutgoingMessage message;
        JsonWriter writer(message.buffer_);
        message.begin(writer);
        if (id) message.add_id(writer, id);
        message.add_method(writer, method);
        writer.key("params");
        write(writer, params);
        message.end(writer);
        return message;
    }

    std::string buffer_;
    std::size_t start_ = 0;
};

}  // namespace hcl::lsp
