// A JSON text as read: a flat array of nodes over the text itself. Nothing recurses, neither in parsing nor
// in freeing, so nesting costs memory alone; what is nested deeper than kMaxDepth is refused all the same,
// because readers of recursive types walk down by calls.
//
// Lenient where the text comes from editors: a byte sequence that is not UTF-8 and an escaped half of a
// surrogate pair (which JavaScript may send) become U+FFFD, which counts one UTF-16 unit as they do. All else
// is RFC 8259.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace hcl::lsp {

enum class JsonKind : std::uint8_t { Missing, Null, Boolean, Number, String, Array, Object };

// "an object", "nothing": for messages.
std::string_view describe(JsonKind kind);

struct JsonStorage;
class JsonIterator;

// A value inside a document; valid as long as some JsonDocument holds the storage. The default one is
// Missing.
class JsonView {
  public:
    JsonView() = default;
    JsonView(const JsonStorage* storage, std::uint32_t node) : storage_(storage), node_(node) {}

    JsonKind kind() const;
    bool is_missing() const { return storage_ == nullptr; }
    bool is_object() const { return kind() == JsonKind::Object; }
    bool is_array() const { return kind() == JsonKind::Array; }
    bool is_string() const { return kind() == JsonKind::String; }
    bool is_null() const { return kind() == JsonKind::Null; }

    std::optional<bool> as_bool() const;
    // Whole numbers, also when written as 3.0 or 3e2.
    std::optional<std::int64_t> as_int() const;
    std::optional<double> as_double() const;
    // Always valid UTF-8; lives as long as the document. Empty for what is not a string.
    std::string_view as_string() const;

    // Members of an object, or elements of an array: 0 for everything else.
    std::uint32_t size() const;
    // The member of that name (the last one when it is written twice), else Missing.
    JsonView find(std::string_view name) const;
    JsonView operator[](std::string_view name) const { return find(name); }

    // for (JsonView element : array); for an object, iteration gives values and JsonIterator::key() names.
    JsonIterator begin() const;
    JsonIterator end() const;

    // The JSON text of this value as it was written, made valid UTF-8.
    std::string to_text() const;

  private:
    friend class JsonIterator;
    const JsonStorage* storage_ = nullptr;
    std::uint32_t node_ = 0;
};

class JsonIterator {
  public:
    JsonIterator(const JsonStorage* storage, std::uint32_t node, bool is_object)
        : storage_(storage), node_(node), is_object_(is_object) {}
    JsonView operator*() const { return {storage_, node_ + (is_object_ ? 1u : 0u)}; }
    std::string_view key() const { return JsonView(storage_, node_).as_string(); }
    JsonIterator& operator++();
    bool operator==(const JsonIterator& other) const { return node_ == other.node_; }

  private:
    const JsonStorage* storage_;
    std::uint32_t node_;
    bool is_object_;
};

// Immutable and cheap to copy; copies share. Views stay valid when the document moves.
class JsonDocument {
  public:
    static constexpr std::uint32_t kMaxDepth = 1000;
    static constexpr std::uint32_t kMaxNodes = 1u << 24;

    JsonDocument() = default;  // the root is Missing
    static Result<JsonDocument> parse(std::string text);

    JsonView root() const { return storage_ ? JsonView(storage_.get(), 0) : JsonView(); }

  private:
    std::shared_ptr<const JsonStorage> storage_;
};

// A value whose shape the protocol leaves open (LSPAny): its JSON text. Empty text: absent.
struct JsonValue {
    std::string text;

    bool is_absent() const { return text.empty(); }
    // Missing root when absent. The text came from a parsed document or a JsonWriter, so it is well-formed.
    JsonDocument parse() const;
    bool operator==(const JsonValue&) const = default;
};

}  // namespace hcl::lsp
