#include "protocol/json/codec.h"

#include <limits>

namespace hcl::lsp {

bool ReadError::fail(std::string_view expected, JsonView found) {
    what_ = "expected ";
    what_ += expected;
    what_ += ", found ";
    what_ += describe(found.kind());
    return false;
}

bool ReadError::fail(std::string message) {
    what_ = std::move(message);
    return false;
}

bool ReadError::in_member(std::string_view name) {
    path_.insert(0, "." + std::string(name));
    return false;
}

bool ReadError::in_element(std::size_t index) {
    path_.insert(0, "[" + std::to_string(index) + "]");
    return false;
}

std::string ReadError::message(std::string_view root) const {
    return std::string(root) + path_ + ": " + what_;
}

bool read(ReadError& error, JsonView json, bool& out) {
    std::optional<bool> value = json.as_bool();
    if (!value) return error.fail("a boolean", json);
    out = *value;
    return true;
}

bool read(ReadError& error, JsonView json, std::int64_t& out) {
    std::optional<std::int64_t> value = json.as_int();
    if (!value) return error.fail("a whole number", json);
    out = *value;
    return true;
}

bool read(ReadError& error, JsonView json, std::int32_t& out) {
    std::int64_t value = 0;
    if (!read(error, json, value)) return false;
    if (value < std::numeric_limits<std::int32_t>::min() ||
        value > std::numeric_limits<std::int32_t>::max()) {
        return error.fail("the number does not fit 32 bits");
    }
    out = static_cast<std::int32_t>(value);
    return true;
}

bool read(ReadError& error, JsonView json, std::uint32_t& out) {
    constexpr std::uint32_t kLargest = std::numeric_limits<std::uint32_t>::max();
    std::optional<std::int64_t> value = json.as_int();
    if (!value) {
        std::optional<double> number = json.as_double();
        if (!number || *number < kLargest) return error.fail("a whole number", json);
        out = kLargest;
        return true;
    }
    if (*value < 0) return error.fail("the number must not be negative");
    out = *value > kLargest ? kLargest : static_cast<std::uint32_t>(*value);
    return true;
}

bool read(ReadError& error, JsonView json, double& out) {
    std::optional<double> value = json.as_double();
    if (!value) return error.fail("a number", json);
    out = *value;
    return true;
}

bool read(ReadError& error, JsonView json, std::string& out) {
    if (!json.is_string()) return error.fail("a string", json);
    out = json.as_string();
    return true;
}

bool read(ReadError& error, JsonView json, JsonValue& out) {
    if (json.is_missing()) return error.fail("a value", json);
    out.text = json.to_text();
    return true;
}

void write(JsonWriter& writer, bool value) {
    writer.boolean(value);
}
void write(JsonWriter& writer, std::int32_t value) {
    writer.integer(value);
}
void write(JsonWriter& writer, std::int64_t value) {
    writer.integer(value);
}
void write(JsonWriter& writer, std::uint32_t value) {
    writer.unsigned_integer(value);
}
void write(JsonWriter& writer, double value) {
    writer.number(value);
}
void write(JsonWriter& writer, const std::string& value) {
    writer.string(value);
}
void write(JsonWriter& writer, std::string_view value) {
    writer.string(value);
}
void write(JsonWriter& writer, std::nullptr_t) {
    writer.null();
}
void write(JsonWriter& writer, const JsonValue& value) {
    writer.raw(value.text);
}

}  // namespace hcl::lsp
