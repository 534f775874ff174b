// Reading and writing C++ values as JSON: overloads of `read`, `write` and `fits`, extended by generated code
// for each protocol type. Reading is lenient (optional members may be missing, null or unknown) and reports
// the path of an invalid value.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "protocol/json/document.h"
#include "protocol/json/writer.h"

namespace hcl::lsp {

// An optional member where null differs from absence.
template <typename T>
using Nullable = std::optional<std::optional<T>>;

// An error message and the path of the value, built from the inside out.
class ReadError {
  public:
    bool fail(std::string_view expected, JsonView found);
    bool fail(std::string message);
    bool in_member(std::string_view name);
    bool in_element(std::size_t index);
    // "params.textDocument.uri: expected a string, found nothing"
    std::string message(std::string_view root) const;

  private:
    std::string path_;
    std::string what_;
};

bool read(ReadError& error, JsonView json, bool& out);
bool read(ReadError& error, JsonView json, std::int32_t& out);
bool read(ReadError& error, JsonView json, std::int64_t& out);
// Numbers out of range are clamped: some clients use them for "to the end".
bool read(ReadError& error, JsonView json, std::uint32_t& out);
bool read(ReadError& error, JsonView json, double& out);
bool read(ReadError& error, JsonView json, std::string& out);
bool read(ReadError& error, JsonView json, JsonValue& out);

void write(JsonWriter& writer, bool value);
void write(JsonWriter& writer, std::int32_t value);
void write(JsonWriter& writer, std::int64_t value);
void write(JsonWriter& writer, std::uint32_t value);
void write(JsonWriter& writer, double value);
void write(JsonWriter& writer, const std::string& value);
void write(JsonWriter& writer, std::string_view value);
void write(JsonWriter& writer, const char* value) = delete;  // would convert to bool
void write(JsonWriter& writer, std::nullptr_t);
void write(JsonWriter& writer, const JsonValue& value);

// True when the value has the shape of the type: selects the alternative of a union.
template <typename T>
using As = std::type_identity<T>;
inline bool fits(JsonView json, As<bool>) {
    return json.kind() == JsonKind::Boolean;
}
inline bool fits(JsonView json, As<std::int32_t>) {
    return json.kind() == JsonKind::Number;
}
inline bool fits(JsonView json, As<std::int64_t>) {
    return json.kind() == JsonKind::Number;
}
inline bool fits(JsonView json, As<std::uint32_t>) {
    return json.kind() == JsonKind::Number;
}
inline bool fits(JsonView json, As<std::string>) {
    return json.is_string();
}
inline bool fits(JsonView json, As<JsonValue>) {
    return !json.is_missing();
}
template <typename T>
bool fits(JsonView json, As<std::vector<T>>) {
    return json.is_array();
}
template <typename T, std::size_t N>
bool fits(JsonView json, As<std::array<T, N>>) {
    return json.is_array();
}

// Forward declarations, so that the templates find each other.
template <typename T>
bool read(ReadError& error, JsonView json, std::optional<T>& out);
template <typename T>
bool read(ReadError& error, JsonView json, std::shared_ptr<T>& out);
template <typename T>
bool read(ReadError& error, JsonView json, std::vector<T>& out);
template <typename T, std::size_t N>
bool read(ReadError& error, JsonView json, std::array<T, N>& out);
template <typename T>
bool read(ReadError& error, JsonView json, std::map<std::string, T>& out);
template <typename... T>
bool read(ReadError& error, JsonView json, std::variant<T...>& out);

template <typename T>
void write(JsonWriter& writer, const std::optional<T>& value);
template <typename T>
void write(JsonWriter& writer, const std::shared_ptr<T>& value);
template <typename T>
void write(JsonWriter& writer, const std::vector<T>& value);
template <typename T, std::size_t N>
void write(JsonWriter& writer, const std::array<T, N>& value);
template <typename T>
void write(JsonWriter& writer, const std::map<std::string, T>& value);
template <typename... T>
void write(JsonWriter& writer, const std::variant<T...>& value);

template <typename T>
bool read(ReadError& error, JsonView json, std::optional<T>& out) {
    if (json.is_missing() || json.is_null()) {
        out.reset();
        return true;
    }
    return read(error, json, out.emplace());
}

template <typename T>
bool read(ReadError& error, JsonView json, std::shared_ptr<T>& out) {
    if (json.is_missing() || json.is_null()) {
        out.reset();
        return true;
    }
    out = std::make_shared<T>();
    return read(error, json, *out);
}

template <typename T>
bool read(ReadError& error, JsonView json, std::vector<T>& out) {
    if (!json.is_array()) return error.fail("an array", json);
    out.clear();
    out.reserve(json.size());
    for (JsonView element : json) {
        T value{};
        if (!read(error, element, value)) return error.in_element(out.size());
        out.push_back(std::move(value));
    }
    return true;
}

template <typename T, std::size_t N>
bool read(ReadError& error, JsonView json, std::array<T, N>& out) {
    if (!json.is_array() || json.size() != N) {
        return error.fail("an array of " + std::to_string(N), json);
    }
    std::size_t index = 0;
    for (JsonView element : json) {
        if (!read(error, element, out[index])) return error.in_element(index);
        ++index;
    }
    return true;
}

template <typename T>
bool read(ReadError& error, JsonView json, std::map<std::string, T>& out) {
    if (!json.is_object()) return error.fail("an object", json);
    out.clear();
    const JsonIterator end = json.end();
    for (JsonIterator it = json.begin(); it != end; ++it) {
        if (!read(error, *it, out[std::string(it.key())])) return error.in_member(it.key());
    }
    return true;
}

template <typename... T>
bool read(ReadError& error, JsonView json, std::variant<T...>& out) {
    bool ok = false;
    // Reads the first alternative that fits; generated unions list the most specific first.
    auto attempt = [&]<typename A>(As<A> alternative) {
        if (!fits(json, alternative)) return false;
        ok = read(error, json, out.template emplace<A>());
        return true;
    };
    if ((attempt(As<T>{}) || ...)) return ok;
    return error.fail("another kind of value", json);
}

template <typename T>
void write(JsonWriter& writer, const std::optional<T>& value) {
    if (value) {
        write(writer, *value);
    } else {
        writer.null();
    }
}

template <typename T>
void write(JsonWriter& writer, const std::shared_ptr<T>& value) {
    if (value) {
        write(writer, *value);
    } else {
        writer.null();
    }
}

template <typename T>
void write(JsonWriter& writer, const std::vector<T>& value) {
    writer.begin_array();
    for (const auto& element : value) write(writer, element);
    writer.end_array();
}

template <typename T, std::size_t N>
void write(JsonWriter& writer, const std::array<T, N>& value) {
    writer.begin_array();
    for (const auto& element : value) write(writer, element);
    writer.end_array();
}

template <typename T>
void write(JsonWriter& writer, const std::map<std::string, T>& value) {
    writer.begin_object();
    for (const auto& [key, element] : value) {
        writer.key(key);
        write(writer, element);
    }
    writer.end_object();
}

template <typename... T>
void write(JsonWriter& writer, const std::variant<T...>& value) {
    std::visit([&](const auto& alternative) { write(writer, alternative); }, value);
}

// Object members, for generated code.

template <typename T>
bool read_required(ReadError& error, JsonView object, std::string_view name, T& out) {
    return read(error, object.find(name), out) || error.in_member(name);
}

template <typename T>
bool read_optional(ReadError& error, JsonView object, std::string_view name, std::optional<T>& out) {
    return read(error, object.find(name), out) || error.in_member(name);
}

template <typename T>
bool read_optional(ReadError& error, JsonView object, std::string_view name, std::shared_ptr<T>& out) {
    return read(error, object.find(name), out) || error.in_member(name);
}

inline bool read_optional(ReadError&, JsonView object, std::string_view name, JsonValue& out) {
    out.text = object.find(name).to_text();
    return true;
}

template <typename T>
bool read_nullable(ReadError& error, JsonView object, std::string_view name, Nullable<T>& out) {
    JsonView member = object.find(name);
    if (member.is_missing()) {
        out.reset();
        return true;
    }
    return read(error, member, out.emplace()) || error.in_member(name);
}

template <typename T>
void write_required(JsonWriter& writer, std::string_view name, const T& value) {
    writer.key(name);
    write(writer, value);
}

// Absent members are omitted.
template <typename T>
void write_optional(JsonWriter& writer, std::string_view name, const T& value) {
    if constexpr (std::is_same_v<T, JsonValue>) {
        if (value.is_absent()) return;
        write_required(writer, name, value);
    } else {
        if (!value) return;
        write_required(writer, name, *value);
    }
}

}  // namespace hcl::lsp
