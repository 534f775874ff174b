// A parsed JSON text: a flat array of nodes over the text. Neither parsing nor freeing recurses, so nesting
// costs only memory; nesting beyond kMaxDepth is rejected because readers of recursive types do recurse. The
// parser repairs input from editors: invalid UTF-8 and unpaired surrogate escapes (valid in JavaScript
// strings) become U+FFFD, one UTF-16 unit as before. Everything else follows RFC 8259.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/result.h"

namespace hcl::lsp {

enum class JsonKind : std::uint8_t { Missing, Null, Boolean, Number, String, Array, Object };

// "an object", "nothing": for error messages.
std::string_view describe(JsonKind kind);

struct JsonStorage;
class JsonIterator;

// A value inside a document; valid while a JsonDocument holds the storage. Missing by default.
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
    // Integers, also when written as 3.0 or 3e2.
    std::optional<std::int64_t> as_int() const;
    std::optional<double> as_double() const;
    // Always valid UTF-8; lives as long as the document. Empty for other types.
    std::string_view as_string() const;

    // Members of an object or elements of an array; 0 for other types.
    std::uint32_t size() const;
    // The member with the name (the last one of duplicates), else Missing.
    JsonView find(std::string_view name) const;
    JsonView operator[](std::string_view name) const { return find(name); }

    // for (JsonView element : array). For an object, iteration yields values and JsonIterator::key() their
    // names.
    JsonIterator begin() const;
    JsonIterator end() const;

    // The source text of this value, made valid UTF-8.
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

// Immutable and cheap to copy; copies share storage. Views stay valid when the document moves.
class JsonDocument {
  public:
    static constexpr std::uint32_t kMaxDepth = 1000;
    static constexpr std::uint32_t kMaxNodes = 1u << 24;

    JsonDocument() = default;  // the root is Missing
    static Result<JsonDocument> parse(std::string text);

    JsonView root() const { return storage_ ? JsonView(storage_.get(), 0) : JsonView(); }
    std::size_t size() const;  // of the text, in bytes
    // The memory behind the views, so that another thread can free it.
    std::shared_ptr<const void> take_storage() { return std::move(storage_); }

  private:
    std::shared_ptr<const JsonStorage> storage_;
};

// A value of any shape (LSPAny) as JSON text. Empty text: absent.
struct JsonValue {
    std::string text;

    bool is_absent() const { return text.empty(); }
    // Missing root when absent. The text comes from a parsed document or a JsonWriter and is well-formed.
    JsonDocument parse() const;
    bool operator==(const JsonValue&) const = default;
};

}  // namespace hcl::lsp
