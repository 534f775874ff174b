#include "protocol/rpc/message.h"

#include <limits>

namespace hcl::lsp {

namespace {

enum class IdState { Absent, Null, Valid, Wrong };

IdState read_id(JsonView json, std::optional<RequestId>& id) {
    switch (json.kind()) {
        case JsonKind::Missing:
            return IdState::Absent;
        case JsonKind::Null:
            return IdState::Null;
        case JsonKind::String:
            id = std::string(json.as_string());
            return IdState::Valid;
        case JsonKind::Number:
            if (std::optional<std::int64_t> number = json.as_int()) {
                id = *number;
                return IdState::Valid;
            }
            return IdState::Wrong;
        default:
            return IdState::Wrong;
    }
}

void make_invalid(IncomingMessage& message, ErrorCode code, std::string what, bool wants_answer) {
    message.kind = IncomingMessage::Kind::Invalid;
    message.error = ResponseError{code, std::move(what), {}};
    message.wants_answer = wants_answer;
}

void read_response(IncomingMessage& message, JsonView root, IdState id_state) {
    message.kind = IncomingMessage::Kind::Response;
    message.result = root["result"];
    JsonView error = root["error"];
    // Some clients send both, with one of them null.
    const bool has_error = !error.is_missing() && !error.is_null();
    if (has_error && error.is_object()) {
        ResponseError read_error;
        std::int64_t code = error["code"].as_int().value_or(0);
        if (code < std::numeric_limits<std::int32_t>::min() ||
            code > std::numeric_limits<std::int32_t>::max())
            code = 0;
        read_error.code = static_cast<ErrorCode>(code);
        read_error.message = error["message"].as_string();
        read_error.data.text = error["data"].to_text();
        message.error = std::move(read_error);
        message.result = {};
    } else if (has_error) {
        make_invalid(message, ErrorCode::InvalidRequest, "error: expected an object", false);
        return;
    }
    if (id_state == IdState::Valid) return;
    // An error without an id: the client could not parse one of our messages.
    std::string what = "a response without a valid id";
    if (message.error) what += ": " + message.error->message;
    make_invalid(message, ErrorCode::InvalidRequest, std::move(what), false);
}

}  // namespace

std::string to_string(const RequestId& id) {
    return to_json(id);
}

IncomingMessage parse_message(std::string text) {
    IncomingMessage message;
    Result<JsonDocument> document = JsonDocument::parse(std::move(text));
    if (!document) {
        make_invalid(message, ErrorCode::ParseError, "malformed JSON: " + document.error().message, true);
        return message;
    }
    message.document = std::move(*document);
    const JsonView root = message.document.root();
    if (root.is_array()) {
        make_invalid(message, ErrorCode::InvalidRequest,
                     "the protocol has no batches: send each message by itself", true);
        return message;
    }
    if (!root.is_object()) {
        make_invalid(message, ErrorCode::InvalidRequest,
                     "a message is an object, not " + std::string(describe(root.kind())), true);
        return message;
    }
    const IdState id_state = read_id(root["id"], message.id);
    const JsonView method = root["method"];
    if (method.is_missing() && (!root["result"].is_missing() || !root["error"].is_missing())) {
        read_response(message, root, id_state);
        return message;
    }
    if (root["jsonrpc"].as_string() != "2.0") {
        make_invalid(message, ErrorCode::InvalidRequest, "jsonrpc: expected \"2.0\"", true);
        return message;
    }
    if (id_state == IdState::Null || id_state == IdState::Wrong) {
        make_invalid(message, ErrorCode::InvalidRequest, "id: expected a whole number or a string", true);
        return message;
    }
    if (!method.is_string()) {
        make_invalid(message, ErrorCode::InvalidRequest,
                     "method: expected a string, found " + std::string(describe(method.kind())), true);
        return message;
    }
    message.method = method.as_string();
    message.params = root["params"];
    const JsonKind params = message.params.kind();
    if (params != JsonKind::Missing && params != JsonKind::Null && params != JsonKind::Object &&
        params != JsonKind::Array) {
        make_invalid(message, ErrorCode::InvalidRequest,
                     "params: expected an object, found " + std::string(describe(params)),
                     message.id.has_value());
        return message;
    }
    message.kind = message.id ? IncomingMessage::Kind::Request : IncomingMessage::Kind::Notification;
    message.wants_answer = message.id.has_value();
    return message;
}

void OutgoingMessage::begin(JsonWriter& writer) {
    writer.begin_object();
    writer.key("jsonrpc");
    writer.string("2.0");
}

void OutgoingMessage::add_id(JsonWriter& writer, const RequestId* id) {
    writer.key("id");
    if (id) {
        write(writer, *id);
    } else {
        writer.null();
    }
}

void OutgoingMessage::add_method(JsonWriter& writer, std::string_view method) {
    writer.key("method");
    writer.string(method);
}

void OutgoingMessage::end(JsonWriter& writer) {
    writer.end_object();
    std::string header = "Content-Length: " + std::to_string(buffer_.size() - kGap) + "\r\n\r\n";
    start_ = kGap - header.size();
    buffer_.replace(start_, header.size(), header);
}

OutgoingMessage OutgoingMessage::error(const std::optional<RequestId>& id, const ResponseError& error) {
    OutgoingMessage message;
    JsonWriter writer(message.buffer_);
    message.begin(writer);
    message.add_id(writer, id ? &*id : nullptr);
    writer.key("error");
    writer.begin_object();
    writer.key("code");
    writer.integer(static_cast<std::int32_t>(error.code));
    writer.key("message");
    writer.string(error.message);
    if (!error.data.is_absent()) {
        writer.key("data");
        writer.raw(error.data.text);
    }
    writer.end_object();
    message.end(writer);
    return message;
}

OutgoingMessage OutgoingMessage::notification(std::string_view method) {
    OutgoingMessage message;
    JsonWriter writer(message.buffer_);
    message.begin(writer);
    message.add_method(writer, method);
    message.end(writer);
    return message;
}

OutgoingMessage OutgoingMessage::request(const RequestId& id, std::string_view method) {
    OutgoingMessage message;
    JsonWriter writer(message.buffer_);
    message.begin(writer);
    message.add_id(writer, &id);
    message.add_method(writer, method);
    message.end(writer);
    return message;
}

}  // namespace hcl::lsp
