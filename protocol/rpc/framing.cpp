#include "protocol/rpc/framing.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "engine/base/ascii.h"

namespace hcl::lsp {

namespace {

constexpr std::size_t kMaxLine = 1024;
constexpr std::size_t kMaxHeader = 8192;
constexpr std::string_view kLengthField = "content-length:";
// Cap reservations: a false length must not allocate memory that is never filled.
constexpr std::size_t kFirstReserve = std::size_t{1} << 20;

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

// The first bytes, for the log.
std::string quoted(std::string_view bytes) {
    constexpr std::size_t kShown = 40;
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out = "\"";
    for (char c : bytes.substr(0, kShown)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\') {
            out += c;
        } else {
            out += "\\x";
            out += kDigits[byte >> 4];
            out += kDigits[byte & 15];
        }
    }
    out += '"';
    if (bytes.size() > kShown) out += "...";
    return out;
}

bool is_field_name(std::string_view name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
               c == '_';
    });
}

// Empty when the charset is UTF-8 or absent.
std::string wrong_charset(std::string_view content_type) {
    const std::string type = ascii::lowered(content_type);
    std::size_t at = type.find("charset=");
    if (at == std::string::npos) return {};
    std::string_view charset = std::string_view(type).substr(at + 8);
    charset = trimmed(charset.substr(0, charset.find(';')));
    if (charset.size() >= 2 && charset.front() == '"' && charset.back() == '"') {
        charset = charset.substr(1, charset.size() - 2);
    }
    if (charset == "utf-8" || charset == "utf8") return {};
    return std::string(charset);
}

}  // namespace

void MessageSplitter::report(FramingEvent::Kind kind, std::string text) {
    events_.push_back({kind, std::move(text)});
}

std::optional<FramingEvent> MessageSplitter::next() {
    if (events_.empty()) return std::nullopt;
    FramingEvent event = std::move(events_.front());
    events_.pop_front();
    return event;
}

void MessageSplitter::feed(std::string_view bytes) {
    while (!bytes.empty()) {
        switch (state_) {
            case State::Header:
                header_byte_run(bytes);
                break;
            case State::Body:
                body(bytes);
                break;
            case State::Skip: {
                const std::size_t taken = std::min(missing_, bytes.size());
                bytes.remove_prefix(taken);
                missing_ -= taken;
                if (missing_ == 0) reset_header();
                break;
            }
            case State::Resync:
                resync(bytes);
                break;
        }
    }
}

void MessageSplitter::reset_header() {
    state_ = State::Header;
    line_.clear();
    in_header_ = false;
    header_bytes_ = 0;
    length_.reset();
    refusal_.clear();
    is_lf_only_ = false;
}

void MessageSplitter::header_byte_run(std::string_view& bytes) {
    const std::size_t newline = bytes.find('\n');
    const std::size_t wanted = newline == std::string_view::npos ? bytes.size() : newline;
    const std::size_t taken = std::min(wanted, kMaxLine + 1 - std::min(line_.size(), kMaxLine));
    line_.append(bytes.substr(0, taken));
    bytes.remove_prefix(taken);
    header_bytes_ += taken;
    if (line_.size() > kMaxLine || header_bytes_ > kMaxHeader) {
        start_resync(std::exchange(line_, {}));
        return;
    }
    if (bytes.empty() || bytes.front() != '\n') return;
    bytes.remove_prefix(1);
    end_of_line();
}

void MessageSplitter::end_of_line() {
    std::string line = std::exchange(line_, {});
    const bool has_cr = !line.empty() && line.back() == '\r';
    if (has_cr) line.pop_back();
    if (line.empty()) {
        // Some senders add an empty line after a message.
        if (!in_header_) return;
        if (!has_cr) is_lf_only_ = true;
        end_of_header();
        return;
    }
    if (!has_cr) is_lf_only_ = true;
    in_header_ = true;
    header_line(line);
}

void MessageSplitter::header_line(std::string_view line) {
    const std::size_t colon = line.find(':');
    const std::string name = ascii::lowered(line.substr(0, colon));
    constexpr std::string_view kLength = kLengthField.substr(0, kLengthField.size() - 1);
    // Text without a line break before the field looks like part of its name.
    const bool hides_length = name.size() > kLength.size() && name.ends_with(kLength);
    if (colon == std::string_view::npos || hides_length || !is_field_name(name)) {
        // The field may follow other text: "}Content-Length: 2".
        const std::string lower_line = ascii::lowered(line);
        const std::size_t at = lower_line.rfind(kLengthField);
        start_resync(line.substr(0, at == std::string::npos ? line.size() : at));
        if (at == std::string::npos) return;
        reset_header();
        in_header_ = true;
        header_line(line.substr(at));
        return;
    }
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (name == "content-type") {
        const std::string charset = wrong_charset(value);
        if (!charset.empty()) refusal_ = "the charset " + quoted(charset) + " is not UTF-8";
        return;
    }
    if (name != "content-length") return;
    std::size_t length = 0;
    const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), length);
    if (value.empty() || code != std::errc() || end != value.data() + value.size()) {
        start_resync(line);
        return;
    }
    if (length_ && *length_ != length) refusal_ = "two different lengths in one header";
    length_ = length;
}

void MessageSplitter::end_of_header() {
    if (!length_) {
        report(FramingEvent::Kind::Garbage, "header without Content-Length");
        state_ = State::Resync;
        tail_.clear();
        return;
    }
    if (refusal_.empty() && is_lf_only_) {
        refusal_ = "its header lines end with LF alone, and the protocol asks for CR LF";
    }
    const std::size_t length = *length_;
    if (!refusal_.empty()) {
        report(FramingEvent::Kind::Refused,
               "message of " + std::to_string(length) + " bytes skipped: " + refusal_);
    } else if (length > options_.max_message) {
        report(FramingEvent::Kind::TooLarge, "message of " + std::to_string(length) +
                                                 " bytes skipped: the limit is " +
                                                 std::to_string(options_.max_message) + " bytes");
    } else {
        reset_header();
        if (length == 0) {
            report(FramingEvent::Kind::Message, {});
            return;
        }
        state_ = State::Body;
        missing_ = length;
        body_.clear();
        body_.reserve(std::min(length, kFirstReserve));
        return;
    }
    reset_header();
    if (length == 0) return;
    state_ = State::Skip;
    missing_ = length;
}

void MessageSplitter::body(std::string_view& bytes) {
    const std::size_t taken = std::min(missing_, bytes.size());
    // The length is true so far: room for the rest at once, because growing copies.
    if (body_.size() < kFirstReserve && body_.size() + taken >= kFirstReserve)
        body_.reserve(body_.size() + missing_);
    body_.append(bytes.substr(0, taken));
    bytes.remove_prefix(taken);
    missing_ -= taken;
    if (missing_ > 0) return;
    report(FramingEvent::Kind::Message, std::exchange(body_, {}));
    reset_header();
}

void MessageSplitter::start_resync(std::string_view seen) {
    report(FramingEvent::Kind::Garbage, "not a message, skipped to the next one: " + quoted(seen));
    reset_header();
    state_ = State::Resync;
    // The field may start in bytes that were already read.
    const std::size_t kept = std::min(seen.size(), kLengthField.size() - 1);
    tail_ = ascii::lowered(seen.substr(seen.size() - kept));
}

void MessageSplitter::resync(std::string_view& bytes) {
    // `tail_` holds the last bytes, in lower case, that may be the start of the field name.
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        tail_ += ascii::lower(bytes[i]);
        if (tail_.size() > kLengthField.size()) tail_.erase(0, 1);
        if (tail_ != kLengthField) continue;
        bytes.remove_prefix(i + 1);
        reset_header();
        in_header_ = true;
        line_ = kLengthField;
        header_bytes_ = line_.size();
        return;
    }
    bytes = {};
}

}  // namespace hcl::lsp
