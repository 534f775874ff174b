#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "protocol/rpc/document_notice.h"
#include "protocol/rpc/framing.h"
#include "protocol/rpc/message.h"

namespace hcl::lsp {
namespace {

using Kind = FramingEvent::Kind;

std::string framed(const std::string& text) {
    return "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text;
}

std::vector<FramingEvent> drain(MessageSplitter& splitter) {
    std::vector<FramingEvent> events;
    while (std::optional<FramingEvent> event = splitter.next()) events.push_back(std::move(*event));
    return events;
}

std::vector<FramingEvent> split(const std::string& stream, FramingOptions options = {}) {
    MessageSplitter splitter(options);
    splitter.feed(stream);
    return drain(splitter);
}

std::vector<std::string> messages(const std::vector<FramingEvent>& events) {
    std::vector<std::string> texts;
    for (const FramingEvent& event : events)
        if (event.kind == Kind::Message) texts.push_back(event.text);
    return texts;
}

using Texts = std::vector<std::string>;

TEST_CASE("framing: messages in any pieces") {
    const std::string stream =
        framed("{}") + framed("{\"a\":\"\xC3\xA9\"}") + framed("") + framed("[1]\r\n\r\n") +
        "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-LENGTH:7  \r\nX-Y: z\r\n\r\n"
        "1234567" +
        framed("end");
    const Texts expected = {"{}", "{\"a\":\"\xC3\xA9\"}", "", "[1]\r\n\r\n", "1234567", "end"};
    const std::vector<FramingEvent> whole = split(stream);
    CHECK(messages(whole) == expected);
    CHECK(whole.size() == expected.size());
    std::mt19937 random(7);
    for (int round = 0; round < 500; ++round) {
        MessageSplitter splitter;
        std::string_view rest = stream;
        while (!rest.empty()) {
            // The first round goes byte by byte.
            std::size_t piece = round == 0 ? 1 : 1 + random() % (1 + random() % 40);
            piece = std::min(piece, rest.size());
            splitter.feed(rest.substr(0, piece));
            rest.remove_prefix(piece);
        }
        REQUIRE(drain(splitter) == whole);
        REQUIRE(splitter.is_idle());
    }
}

TEST_CASE("framing: lines that end with LF alone are refused, and the stream stays in step") {
    const std::vector<FramingEvent> events = split("Content-Length: 2\n\n{}" + framed("next"));
    REQUIRE(events.size() == 2);
    CHECK(events[0].kind == Kind::Refused);
    CHECK(events[0].text ==
          "message of 2 bytes skipped: its header lines end with LF alone, and the protocol asks for CR LF");
    CHECK(events[1].text == "next");
}

TEST_CASE("framing: refused headers") {
    auto first = [](const std::string& header) {
        std::vector<FramingEvent> events = split(header + "{}" + framed("next"));
        CHECK(messages(events) == Texts{"next"});
        return events.front().text;
    };
    CHECK(first("Content-Length: 2\r\nContent-Length: 3\r\n\r\n{") ==
          "message of 3 bytes skipped: two different lengths in one header");
    CHECK(first("Content-Type: x; charset=utf-16\r\nContent-Length: 2\r\n\r\n") ==
          "message of 2 bytes skipped: the charset \"utf-16\" is not UTF-8");
    CHECK(messages(split("Content-Type: x; charset=\"utf8\"; a=b\r\nContent-Length: 2\r\n\r\n{}")) ==
          Texts{"{}"});
}

TEST_CASE("framing: too large a message is skipped") {
    FramingOptions options{.max_message = 10};
    const std::string stream = framed("0123456789") + framed(std::string(11, 'x')) + framed("next");
    const std::vector<FramingEvent> events = split(stream, options);
    REQUIRE(events.size() == 3);
    CHECK(events[0].text == "0123456789");
    CHECK(events[1].kind == Kind::TooLarge);
    CHECK(events[1].text == "message of 11 bytes skipped: the limit is 10 bytes");
    CHECK(events[2].text == "next");
}

TEST_CASE("framing: reading goes on behind garbage") {
    const std::string next = framed("next");
    const std::vector<std::string> garbage = {
        "hello\r\n",
        "hello",
        "{\"jsonrpc\":\"2.0\"}",
        "\r\n\n\r\n",
        "Content-Length: -1\r\n\r\n",
        "Content-Length: two\r\n\r\n",
        "Content-Length:\r\n\r\n",
        "Content-Length: 99999999999999999999999\r\n\r\n",
        "Content-Type: x\r\n\r\n{}",
        "Content-Length: 2\r\nno colon\r\n\r\n{}",
        std::string(100'000, 'x'),
        std::string(100'000, '\n'),
        std::string("\0\x01\xFF\r\n", 5),
        "Content-Content-Length: x\r\n",
        "Content-Len\r\n",
        std::string(9000, 'a') + ": b\r\n",
    };
    for (const std::string& bytes : garbage) {
        INFO(bytes.substr(0, 60));
        std::vector<FramingEvent> events = split(bytes + next + next);
        CHECK(messages(events) == Texts{"next", "next"});
        MessageSplitter splitter;
        for (char c : bytes + next) splitter.feed({&c, 1});
        CHECK(messages(drain(splitter)) == Texts{"next"});
        for (const FramingEvent& event : events)
            if (event.kind == Kind::Garbage) CHECK(event.text.size() < 300);
    }
    // A length that is one too small leaves a byte over.
    CHECK(messages(split("Content-Length: 1\r\n\r\n{}" + next)) == Texts{"{", "next"});
}

IncomingMessage::Kind kind_of(const std::string& text) {
    return parse_message(text).kind;
}

std::string answer_to(const std::string& text) {
    IncomingMessage message = parse_message(text);
    if (message.kind != IncomingMessage::Kind::Invalid) return "valid";
    if (!message.wants_answer) return "silence";
    OutgoingMessage answer = OutgoingMessage::error(message.id, *message.error);
    nlohmann::json json = nlohmann::json::parse(answer.json());
    CHECK(json["jsonrpc"] == "2.0");
    CHECK(json["error"]["message"].get<std::string>().size() > 5);
    return json["id"].dump() + " " + json["error"]["code"].dump();
}

TEST_CASE("messages: kinds") {
    using K = IncomingMessage::Kind;
    CHECK(kind_of(R"({"jsonrpc":"2.0","id":1,"method":"shutdown"})") == K::Request);
    CHECK(kind_of(R"({"jsonrpc":"2.0","method":"exit"})") == K::Notification);
    CHECK(kind_of(R"({"jsonrpc":"2.0","id":1,"result":null})") == K::Response);
    CHECK(kind_of(R"({"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"no"}})") == K::Response);
    IncomingMessage error = parse_message(
        R"({"jsonrpc":"2.0","id":"a","result":null,"error":{"code":-32601,"message":"no","data":[1]}})");
    REQUIRE(error.error.has_value());
    CHECK(error.error->code == ErrorCode::MethodNotFound);
    CHECK(error.error->message == "no");
    CHECK(error.error->data.text == "[1]");
    CHECK(error.result.is_missing());
}

TEST_CASE("messages: ids come back as they came") {
    for (const char* id : {"0", "-7", "9223372036854775807", "\"x\"", "\"\"", "\"\\u00e9\\n\""}) {
        IncomingMessage message =
            parse_message(R"({"jsonrpc":"2.0","method":"m","id":)" + std::string(id) + "}");
        REQUIRE(message.id.has_value());
        OutgoingMessage answer = OutgoingMessage::result(*message.id, nullptr);
        CHECK(nlohmann::json::parse(answer.json())["id"] == nlohmann::json::parse(id));
    }
    CHECK(to_string(RequestId{std::string("a")}) == "\"a\"");
    CHECK(to_string(RequestId{std::int64_t{-3}}) == "-3");
}

TEST_CASE("messages: invalid messages are answered as the protocol requires") {
    CHECK(answer_to("") == "null -32700");
    CHECK(answer_to("{") == "null -32700");
    CHECK(answer_to("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"a\"") == "null -32700");
    CHECK(answer_to(std::string(100'000, '[')) == "null -32700");
    CHECK(answer_to("[]") == "null -32600");
    CHECK(answer_to(R"([{"jsonrpc":"2.0","id":1,"method":"a"}])") == "null -32600");
    CHECK(answer_to("7") == "null -32600");
    CHECK(answer_to("null") == "null -32600");
    CHECK(answer_to("{}") == "null -32600");
    CHECK(answer_to(R"({"id":1,"method":"a"})") == "1 -32600");
    CHECK(answer_to(R"({"jsonrpc":"1.0","id":"x","method":"a"})") == "\"x\" -32600");
    CHECK(answer_to(R"({"jsonrpc":"2.0","id":1})") == "1 -32600");
    CHECK(answer_to(R"({"jsonrpc":"2.0","id":1,"method":7})") == "1 -32600");
    CHECK(answer_to(R"({"jsonrpc":"2.0","id":null,"method":"a"})") == "null -32600");
    CHECK(answer_to(R"({"jsonrpc":"2.0","id":1.5,"method":"a"})") == "null -32600");
    CHECK(answer_to(R"({"jsonrpc":"2.0","id":{},"method":"a"})") == "null -32600");
    CHECK(answer_to(R"({"jsonrpc":"2.0","id":true,"method":"a"})") == "null -32600");
    CHECK(answer_to(R"({"jsonrpc":"2.0","id":1,"method":"a","params":7})") == "1 -32600");
    CHECK(answer_to(R"({"jsonrpc":"2.0","method":"a","params":"x"})") == "silence");
    CHECK(answer_to(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}})") == "silence");
    CHECK(answer_to(R"({"jsonrpc":"2.0","result":1})") == "silence");
    CHECK(answer_to(R"({"jsonrpc":"2.0","id":1,"error":"no"})") == "silence");
    CHECK(answer_to(R"({"jsonrpc":"2.0","id":1,"method":"a","params":null})") == "valid");
}

TEST_CASE("messages: outgoing ones are framed") {
    auto body = [](const OutgoingMessage& message) {
        std::vector<FramingEvent> events = split(std::string(message.bytes()));
        REQUIRE(events.size() == 1);
        CHECK(events[0].kind == Kind::Message);
        CHECK(events[0].text == message.json());
        return events[0].text;
    };
    CHECK(body(OutgoingMessage::notification("exit")) == R"({"jsonrpc":"2.0","method":"exit"})");
    CHECK(body(OutgoingMessage::request(std::int64_t{1}, "shutdown")) ==
          R"({"jsonrpc":"2.0","id":1,"method":"shutdown"})");
    CHECK(body(OutgoingMessage::notification("a", JsonValue{"{\"b\":1}"})) ==
          R"({"jsonrpc":"2.0","method":"a","params":{"b":1}})");
    CHECK(body(OutgoingMessage::result(std::string("x"), std::vector<std::int32_t>{1, 2})) ==
          R"({"jsonrpc":"2.0","id":"x","result":[1,2]})");
    CHECK(body(OutgoingMessage::error(std::nullopt, {ErrorCode::ParseError, "a\xFF", {}})) ==
          "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"a\xEF\xBF\xBD\"}}");
    body(OutgoingMessage::result(std::int64_t{1}, std::string(100'000, 'x')));
}

// Streams of valid, damaged, truncated and random messages: every intact message is found.
TEST_CASE("rpc: ten thousand random, malformed or half messages") {
    std::mt19937 random(42);
    auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    const Texts seeds = {
        R"({"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a"},"position":{"line":0,"character":0}}})",
        R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"x"}})",
        R"({"jsonrpc":"2.0","id":"\u00e9","result":[{"a":[1.5,null,true]}]})",
        R"({"jsonrpc":"2.0","id":-1,"error":{"code":-32803,"message":"\ud83d\ude00"}})",
    };
    MessageSplitter splitter({.max_message = 1 << 16});
    std::size_t sent = 0, markers_sent = 0, markers_seen = 0, invalid = 0;
    while (sent < 10'000) {
        std::string stream;
        for (int i = 0; i < 10; ++i, ++sent) {
            std::string text = seeds[below(seeds.size())];
            switch (below(7)) {
                case 0:
                    text[below(text.size())] = static_cast<char>(below(256));
                    stream += framed(text);
                    break;
                case 1:
                    text.resize(below(text.size()));
                    stream += framed(text);
                    break;
                case 2:
                    stream += framed(text).substr(0, below(text.size()));
                    break;
                case 3:
                    for (std::size_t n = below(50); n > 0; --n) stream += static_cast<char>(below(256));
                    break;
                case 4:
                    stream += "Content-Length: " + std::to_string(below(200)) + "\n\n" + text;
                    break;
                case 5:
                    stream += "Content-Length: " + std::to_string(70'000 + below(5)) + "\r\n\r\n" +
                              std::string(70'000, 'y');
                    break;
                default:
                    stream += framed(text);
            }
        }
        // Ends any partial message; afterwards the stream must be in sync.
        stream += std::string(70'100, 'z') + framed("{\"marker\":1}");
        ++markers_sent;
        while (!stream.empty()) {
            const std::size_t piece = std::min(stream.size(), 1 + below(30'000));
            splitter.feed(std::string_view(stream).substr(0, piece));
            stream.erase(0, piece);
            for (FramingEvent& event : drain(splitter)) {
                if (event.kind != Kind::Message) continue;
                if (event.text == "{\"marker\":1}") ++markers_seen;
                IncomingMessage message = parse_message(std::move(event.text));
                if (message.kind == IncomingMessage::Kind::Invalid) {
                    ++invalid;
                    REQUIRE(message.error.has_value());
                    nlohmann::json answer =
                        nlohmann::json::parse(OutgoingMessage::error(message.id, *message.error).json());
                    REQUIRE(answer["error"]["code"].get<int>() <= -32600);
                }
            }
        }
    }
    CHECK(markers_seen == markers_sent);
    CHECK(invalid > 1000);
}

TEST_CASE("the document of a notification is read without the rest of the message") {
    auto peek = [](const std::string& text) -> std::string {
        const auto notice = peek_document_notice(text);
        return notice ? notice->method + " " + notice->uri : "";
    };
    const std::string text = R"("a\\\"b\\\\\" , {[\"uri\":\"x\"}\\")";
    CHECK(peek(R"({"jsonrpc":"2.0","method":"m","params":{"textDocument":{"uri":"file:///a","text":)" + text +
               "}}}") == "m file:///a");
    // Members in any order, white space, escapes.
    CHECK(peek(R"({ "params" : { "contentChanges" : [ {"text" : )" + text +
               R"(, "uri": "y"} , [] ], "z" : -1.5e3 , "textDocument" : { "text" : )" + text +
               R"( , "version" : null, "uri" : "file:\/\/\/\u00e9" } , "w":{} } , "method" : "m" })") ==
          "m file:///\xC3\xA9");
    // The text behind the two names is not read.
    CHECK(peek(R"({"method":"m","params":{"textDocument":{"uri":"a","text":"never ends)") == "m a");
    for (const char* other :
         {"", "[]", "{}", R"({"method":"m"})", R"({"method":"m","params":{"textDocument":{}}})",
          R"({"id":1,"method":"m","params":{"textDocument":{"uri":"a"}}})",
          R"({"params":{"textDocument":{"uri":"a"}},"id":1,"method":"m"})",
          R"({"method":"m","params":{"textDocument":{"uri":1}}})", R"({"method":"m","params":{"uri":"a"}})",
          R"({"method":1,"params":{"textDocument":{"uri":"a"}}})", R"({"method":"m","params":"textDocument)",
          R"({"method":"m","params":{"textDocument":{"uri":"\q"}}})", R"({"method":"m","params":]]}}})",
          R"({"x":"\\\)", R"({"method" "m"})"}) {
        CAPTURE(other);
        CHECK(peek(other).empty());
    }
}

}  // namespace
}  // namespace hcl::lsp
