// Splits a byte stream into messages: "Content-Length: N\r\n\r\n" followed by N bytes. Input may arrive in
// any pieces. Errors never end the stream: garbage is reported once and reading resumes at the next "Content-
// Length:"; a message that is too large or refused is skipped by its length. Memory is bounded by the limits
// for messages and headers.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace hcl::lsp {

struct FramingOptions {
    std::size_t max_message = std::size_t{256} << 20;
};

struct FramingEvent {
    enum class Kind {
        Message,   // `text` is the JSON text
        TooLarge,  // a message over the limit, skipped
        Refused,   // a message with an unsupported header, skipped
        Garbage,   // bytes that are not a message
    };
    Kind kind = Kind::Message;
    std::string text;  // except for Message: one line for the log, in ASCII

    bool operator==(const FramingEvent&) const = default;
};

class MessageSplitter {
  public:
    explicit MessageSplitter(FramingOptions options = {}) : options_(options) {}

    void feed(std::string_view bytes);
    // The next message or error, in stream order.
    std::optional<FramingEvent> next();
    // True between messages: no partial input is buffered.
    bool is_idle() const { return state_ == State::Header && line_.empty() && !in_header_; }

  private:
    enum class State { Header, Body, Skip, Resync };

    void header_byte_run(std::string_view& bytes);
    void end_of_line();
    void header_line(std::string_view line);
    void end_of_header();
    void body(std::string_view& bytes);
    void resync(std::string_view& bytes);
    void start_resync(std::string_view seen);
    void reset_header();
    void report(FramingEvent::Kind kind, std::string text);

    FramingOptions options_;
    State state_ = State::Header;
    std::string line_;
    bool in_header_ = false;
    std::size_t header_bytes_ = 0;
    std::optional<std::size_t> length_;
    std::string refusal_;
    bool is_lf_only_ = false;
    std::string body_;
    std::size_t missing_ = 0;  // remaining bytes of the body
    std::string tail_;         // the last bytes while resynchronising
    std::deque<FramingEvent> events_;
};

}  // namespace hcl::lsp
