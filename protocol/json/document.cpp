#include "protocol/json/document.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/json_string.h"
#include "engine/base/utf8.h"
#include "protocol/json/writer.h"

namespace hcl::lsp {

namespace {

enum class NodeKind : std::uint8_t { Null, False, True, Number, String, DecodedString, Array, Object };

}  // namespace

// Nodes in preorder; the members of an object are pairs of a string node and a value.
struct JsonNode {
    std::uint32_t begin;   // in the text (the decoded text for a DecodedString), without the quotes
    std::uint32_t length;  // of the source text; for arrays and objects the whole range
    std::uint32_t next;    // the node after this one and its descendants
    std::uint32_t size;    // elements or members
};
static_assert(sizeof(JsonNode) == 16,
              "a full-text change of a large file is a few nodes, but settings are many");

struct JsonStorage {
    std::string text;
    std::string decoded;
    std::vector<JsonNode> nodes;
    std::vector<NodeKind> kinds;
};

std::string_view describe(JsonKind kind) {
    switch (kind) {
        case JsonKind::Missing:
            return "nothing";
        case JsonKind::Null:
            return "null";
        case JsonKind::Boolean:
            return "a boolean";
        case JsonKind::Number:
            return "a number";
        case JsonKind::String:
            return "a string";
        case JsonKind::Array:
            return "an array";
        case JsonKind::Object:
            return "an object";
    }
    return "nothing";
}

namespace {

// How many of the bytes at a position, at most eight, strings contain as they are: ASCII but for quotes,
// backslashes and control characters. Documents are strings of many megabytes.
std::size_t plain_bytes(std::string_view text, std::size_t at) {
    constexpr std::uint64_t kLow = 0x0101'0101'0101'0101;
    constexpr std::uint64_t kHigh = 0x8080'8080'8080'8080;
    // The lowest of the high bits is that of the first byte below a limit up to 128; those above may be
    // wrong.
    auto below = [](std::uint64_t bytes, std::uint64_t limit) {
        return (bytes - kLow * limit) & ~bytes & kHigh;
    };
    if (std::endian::native == std::endian::little && text.size() - at >= sizeof(std::uint64_t)) {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, text.data() + at, sizeof bytes);
        const std::uint64_t found = (bytes & kHigh) | below(bytes, ' ') | below(bytes ^ (kLow * '"'), 1) |
                                    below(bytes ^ (kLow * '\\'), 1);
        return found == 0 ? sizeof bytes : static_cast<std::size_t>(std::countr_zero(found)) / 8;
    }
    if (at == text.size()) return 0;
    const auto c = static_cast<unsigned char>(text[at]);
    return c < 0x20 || c >= 0x80 || c == '"' || c == '\\' ? 0 : 1;
}

// The character that an escape of one character stands for; NUL for other escapes.
char simple_escape(char c) {
    switch (c) {
        case '"':
        case '\\':
        case '/':
            return c;
        case 'b':
            return '\b';
        case 'f':
            return '\f';
        case 'n':
            return '\n';
        case 'r':
            return '\r';
        case 't':
            return '\t';
        default:
            return '\0';
    }
}

class Parser {
  public:
    explicit Parser(JsonStorage& storage) : storage_(storage), text_(storage.text) {}

    // The error message; empty on success.
    std::string parse() {
        skip_space();
        bool wants_value = true;
        for (;;) {
            if (wants_value) {
                if (!value()) return message();
                wants_value = false;
                // A non-empty container expects its first element.
                if (opened_) {
                    opened_ = false;
                    wants_value = true;
                    continue;
                }
            }
            skip_space();
            if (open_.empty()) {
                if (at_ != text_.size()) return error("text after the value");
                return {};
            }
            const std::uint32_t container = open_.back();
            const bool is_object = storage_.kinds[container] == NodeKind::Object;
            const char c = peek();
            if (c == ',') {
                ++at_;
                skip_space();
                if (is_object && !key()) return message();
                ++storage_.nodes[container].size;
                wants_value = true;
            } else if (c == (is_object ? '}' : ']')) {
                ++at_;
                close();
            } else {
                return error(is_object ? "expected ',' or '}'" : "expected ',' or ']'");
            }
        }
    }

  private:
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    void skip_space() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') break;
            ++at_;
        }
    }

    std::string error(std::string_view what) const {
        return std::string(what) + " at byte " + std::to_string(at_);
    }
    std::string message() const { return error(wrong_); }
    bool wrong(std::string_view what) {
        wrong_ = what;
        return false;
    }

    bool add(NodeKind kind, std::size_t begin, std::size_t length) {
        if (storage_.nodes.size() >= JsonDocument::kMaxNodes) return wrong("too many values");
        const auto index = static_cast<std::uint32_t>(storage_.nodes.size());
        storage_.nodes.push_back(
            {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(length), index + 1, 0});
        storage_.kinds.push_back(kind);
        return true;
    }

    void close() {
        JsonNode& node = storage_.nodes[open_.back()];
        node.length = static_cast<std::uint32_t>(at_ - node.begin);
        node.next = static_cast<std::uint32_t>(storage_.nodes.size());
        open_.pop_back();
    }

    bool value() {
        switch (peek()) {
            case '{':
            case '[':
                return container();
            case '"':
                return string();
            case 't':
                return word("true", NodeKind::True);
            case 'f':
                return word("false", NodeKind::False);
            case 'n':
                return word("null", NodeKind::Null);
            default:
                return number();
        }
    }

    bool container() {
        const bool is_object = peek() == '{';
        if (open_.size() >= JsonDocument::kMaxDepth) return wrong("nested too deeply");
        const auto index = static_cast<std::uint32_t>(storage_.nodes.size());
        if (!add(is_object ? NodeKind::Object : NodeKind::Array, at_, 0)) return false;
        ++at_;
        open_.push_back(index);
        skip_space();
        if (peek() == (is_object ? '}' : ']')) {
            ++at_;
            close();
            return true;
        }
        if (is_object && !key()) return false;
        storage_.nodes[index].size = 1;
        opened_ = true;
        return true;
    }

    bool key() {
        if (peek() != '"') return wrong("expected the name of a member");
        if (!string()) return false;
        skip_space();
        if (peek() != ':') return wrong("expected ':'");
        ++at_;
        skip_space();
        return true;
    }

    bool word(std::string_view expected, NodeKind kind) {
        if (text_.substr(at_, expected.size()) != expected) return wrong("unknown word");
        if (!add(kind, at_, expected.size())) return false;
        at_ += expected.size();
        return true;
    }

    bool digits() {
        const std::size_t start = at_;
        while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
        return at_ > start;
    }

    bool number() {
        const std::size_t start = at_;
        if (peek() == '-') ++at_;
        if (peek() == '0') {
            ++at_;
        } else if (!digits()) {
            return wrong(start == text_.size() ? "the text ends too early" : "expected a value");
        }
        if (peek() == '.') {
            ++at_;
            if (!digits()) return wrong("expected a digit");
        }
        if (peek() == 'e' || peek() == 'E') {
            ++at_;
            if (peek() == '+' || peek() == '-') ++at_;
            if (!digits()) return wrong("expected a digit");
        }
        return add(NodeKind::Number, start, at_ - start);
    }

    // At the opening quote. A string without escapes or repairs is kept in place; others are decoded.
    bool string() {
        const std::size_t start = ++at_;
        for (;;) {
            if (const std::size_t plain = plain_bytes(text_, at_)) {
                at_ += plain;
                continue;
            }
            if (at_ == text_.size()) break;
            const auto c = static_cast<unsigned char>(text_[at_]);
            if (c == '"') {
                if (!add(NodeKind::String, start, at_ - start)) return false;
                ++at_;
                return true;
            }
            if (c == '\\') break;
            if (c < 0x20) return wrong("control character in a string");
            const std::size_t length = utf8_length_at(text_, at_);
            if (length == 0) break;
            at_ += length;
        }
        at_ = start;
        return decoded_string();
    }

    bool decoded_string() {
        std::string& out = storage_.decoded;
        const std::size_t decoded_start = out.size();
        for (;;) {
            decode_run(out);
            if (at_ == text_.size()) return wrong("a string does not end");
            const auto c = static_cast<unsigned char>(text_[at_]);
            if (c == '"') {
                if (!add(NodeKind::DecodedString, decoded_start, out.size() - decoded_start)) return false;
                ++at_;
                return true;
            }
            if (c == '\\') {
                if (!escape(out)) return false;
            } else if (c < 0x20) {
                return wrong("control character in a string");
            } else {
                out += kReplacement;
                ++at_;
            }
        }
    }

    // Decodes what is not longer than its source: all but repairs and escapes of code units.
    void decode_run(std::string& out) {
        const std::size_t before = out.size();
        out.resize_and_overwrite(before + text_.size() - at_, [&](char* data, std::size_t) {
            char* to = data + before;
            while (at_ < text_.size()) {
                if (const std::size_t plain = plain_bytes(text_, at_)) {
                    // There is room for as much as there is left to read.
                    if (text_.size() - at_ >= 8)
                        std::memcpy(to, text_.data() + at_, 8);
                    else
                        *to = text_[at_];
                    to += plain;
                    at_ += plain;
                } else if (text_[at_] == '\\') {
                    const char meant = at_ + 1 < text_.size() ? simple_escape(text_[at_ + 1]) : '\0';
                    if (meant == '\0') break;
                    *to++ = meant;
                    at_ += 2;
                } else {
                    std::size_t length = utf8_length_at(text_, at_);
                    if (length <= 1) break;
                    for (; length > 0; --length) *to++ = text_[at_++];
                }
            }
            return static_cast<std::size_t>(to - data);
        });
    }

    // Decodes an escape of code units (`\u00e9`); decode_run handles all others.
    bool escape(std::string& out) {
        ++at_;
        if (peek() != 'u') return wrong("unknown escape");
        ++at_;
        return unicode_escape(out);
    }

    // Four hexadecimal digits; empty otherwise.
    std::optional<std::uint32_t> hex4() {
        if (text_.size() - at_ < 4) return std::nullopt;
        std::uint32_t unit = 0;
        const char* first = text_.data() + at_;
        const auto [end, code] = std::from_chars(first, first + 4, unit, 16);
        if (code != std::errc() || end != first + 4) return std::nullopt;
        at_ += 4;
        return unit;
    }

    bool unicode_escape(std::string& out) {
        std::optional<std::uint32_t> unit = hex4();
        if (!unit) return wrong("expected four hexadecimal digits");
        if (*unit < 0xD800 || *unit > 0xDFFF) {
            append_code_point(out, *unit);
            return true;
        }
        if (*unit < 0xDC00 && text_.substr(at_, 2) == "\\u") {
            const std::size_t before = at_;
            at_ += 2;
            std::optional<std::uint32_t> low = hex4();
            if (low && *low >= 0xDC00 && *low <= 0xDFFF) {
                append_code_point(out, 0x1'0000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00));
                return true;
            }
            at_ = before;
        }
        out += kReplacement;
        return true;
    }

    JsonStorage& storage_;
    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<std::uint32_t> open_;
    bool opened_ = false;
    std::string_view wrong_;
};

}  // namespace

Result<JsonDocument> JsonDocument::parse(std::string text) {
    if (text.size() > 0xFFFF'FFF0u) return fail("the text is larger than 4 GiB");
    auto storage = std::make_shared<JsonStorage>();
    storage->text = std::move(text);
    std::string wrong = Parser(*storage).parse();
    if (!wrong.empty()) return fail(std::move(wrong));
    JsonDocument document;
    document.storage_ = std::move(storage);
    return document;
}

std::size_t JsonDocument::size() const {
    return storage_ ? storage_->text.size() : 0;
}

JsonKind JsonView::kind() const {
    if (!storage_) return JsonKind::Missing;
    switch (storage_->kinds[node_]) {
        case NodeKind::Null:
            return JsonKind::Null;
        case NodeKind::False:
        case NodeKind::True:
            return JsonKind::Boolean;
        case NodeKind::Number:
            return JsonKind::Number;
        case NodeKind::String:
        case NodeKind::DecodedString:
            return JsonKind::String;
        case NodeKind::Array:
            return JsonKind::Array;
        case NodeKind::Object:
            return JsonKind::Object;
    }
    return JsonKind::Missing;
}

std::optional<bool> JsonView::as_bool() const {
    if (kind() != JsonKind::Boolean) return std::nullopt;
    return storage_->kinds[node_] == NodeKind::True;
}

std::optional<std::int64_t> JsonView::as_int() const {
    if (kind() != JsonKind::Number) return std::nullopt;
    const JsonNode& node = storage_->nodes[node_];
    const char* first = storage_->text.data() + node.begin;
    const char* last = first + node.length;
    std::int64_t whole = 0;
    const auto [end, code] = std::from_chars(first, last, whole);
    if (code == std::errc() && end == last) return whole;
    std::optional<double> number = as_double();
    // 2^53: every integral double up to here is exact.
    if (!number || *number != std::floor(*number) || std::fabs(*number) > 9007199254740992.0)
        return std::nullopt;
    return static_cast<std::int64_t>(*number);
}

std::optional<double> JsonView::as_double() const {
    if (kind() != JsonKind::Number) return std::nullopt;
    const JsonNode& node = storage_->nodes[node_];
    const char* first = storage_->text.data() + node.begin;
    double number = 0;
    const auto [end, code] = std::from_chars(first, first + node.length, number);
    if (code != std::errc()) return std::nullopt;  // out of range
    return number;
}

std::string_view JsonView::as_string() const {
    if (!storage_) return {};
    const JsonNode& node = storage_->nodes[node_];
    switch (storage_->kinds[node_]) {
        case NodeKind::String:
            return std::string_view(storage_->text).substr(node.begin, node.length);
        case NodeKind::DecodedString:
            return std::string_view(storage_->decoded).substr(node.begin, node.length);
        default:
            return {};
    }
}

std::uint32_t JsonView::size() const {
    return storage_ ? storage_->nodes[node_].size : 0;
}

JsonView JsonView::find(std::string_view name) const {
    if (!is_object()) return {};
    JsonView found;
    JsonIterator last = end();
    for (JsonIterator it = begin(); it != last; ++it) {
        if (it.key() == name) found = *it;
    }
    return found;
}

JsonIterator JsonView::begin() const {
    if (size() == 0) return end();
    return {storage_, node_ + 1, is_object()};
}

JsonIterator JsonView::end() const {
    return {storage_, storage_ ? storage_->nodes[node_].next : 0, is_object()};
}

JsonIterator& JsonIterator::operator++() {
    node_ = storage_->nodes[node_ + (is_object_ ? 1u : 0u)].next;
    return *this;
}

std::string JsonView::to_text() const {
    if (!storage_) return {};
    const JsonNode& node = storage_->nodes[node_];
    std::string_view raw;
    switch (storage_->kinds[node_]) {
        case NodeKind::String:
            raw = std::string_view(storage_->text).substr(node.begin - 1, node.length + 2);
            break;
        case NodeKind::DecodedString: {
            // The source of a decoded string is not kept: quote it again.
            std::string out;
            append_json_string(out, as_string());
            return out;
        }
        default:
            raw = std::string_view(storage_->text).substr(node.begin, node.length);
    }
    std::string out;
    append_valid_utf8(out, raw);
    return out;
}

JsonDocument JsonValue::parse() const {
    if (text.empty()) return {};
    Result<JsonDocument> document = JsonDocument::parse(text);
    HCL_DCHECK(document.has_value());
    return document ? *document : JsonDocument();
}

}  // namespace hcl::lsp
