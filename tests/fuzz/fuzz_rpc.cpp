// Bytes from a client: splitting must not depend on how they are cut, and every message gets an answer.
#include "engine/base/check.h"
#include "protocol/model/generated/client.h"
#include "protocol/model/generated/edits.h"
#include "protocol/model/generated/sync.h"
#include "protocol/rpc/framing.h"
#include "protocol/rpc/message.h"
#include "protocol/uri.h"
#include "tests/fuzz/target.h"

namespace {

using namespace hcl::lsp;

template <typename T>
void read_and_write(JsonView params) {
    if (auto value = decode_params<T>(params)) {
        // The output parses to the same value.
        const std::string text = to_json(*value);
        hcl::Result<JsonDocument> again = JsonDocument::parse(text);
        HCL_CHECK(again.has_value());
        auto reread = decode_params<T>(again->root());
        HCL_CHECK(reread.has_value());
        HCL_CHECK(to_json(*reread) == text);
    }
}

void handle(std::string text) {
    const IncomingMessage message = parse_message(std::move(text));
    if (message.error) {
        const OutgoingMessage answer = OutgoingMessage::error(message.id, *message.error);
        HCL_CHECK(JsonDocument::parse(std::string(answer.json())).has_value());
    }
    read_and_write<InitializeParams>(message.params);
    read_and_write<DidChangeTextDocumentParams>(message.params);
    read_and_write<DidOpenTextDocumentParams>(message.params);
    read_and_write<CodeActionParams>(message.params);
    const std::string uri(message.params["uri"].as_string());
    for (PathStyle style : {PathStyle::Posix, PathStyle::Windows}) {
        const std::string key = uri_key(uri, style);
        HCL_CHECK(uri_key(key, style) == key);
    }
}

}  // namespace

HCL_FUZZ_TARGET(rpc) {
    const FramingOptions options{.max_message = 1 << 16};
    MessageSplitter whole(options);
    MessageSplitter pieces(options);
    whole.feed(input);
    for (char byte : input) pieces.feed({&byte, 1});
    for (;;) {
        std::optional<FramingEvent> event = whole.next();
        std::optional<FramingEvent> other = pieces.next();
        HCL_CHECK(event.has_value() == other.has_value());
        if (!event) break;
        HCL_CHECK(event->kind == other->kind);
        if (event->kind != FramingEvent::Kind::Message) continue;
        HCL_CHECK(event->text == other->text);
        handle(std::move(event->text));
    }
    handle(std::string(input));
}
