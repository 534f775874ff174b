// Errors of operations on values: a message for users, and the path to the part at fault. The evaluator turns
// them into diagnostics with a source position.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/value/counted.h"
#include "engine/value/value.h"

namespace hcl {

// One step into a value. Attribute: `key` is a string; Index: a number or a string (or a set's element).
struct PathStep {
    enum class Kind : std::uint8_t { Attribute, Index } kind = Kind::Attribute;
    Value key;

    static PathStep attribute(std::string_view name) { return {Kind::Attribute, Value::string(name)}; }
    static PathStep index(Value key) { return {Kind::Index, std::move(key)}; }
};
using Path = std::vector<PathStep>;
// `.name[0]["key"]`; "" for the empty path.
std::string path_to_string(const Path& path);

class ValueError {
  public:
    enum class Kind : std::uint8_t {
        WrongType,      // an operand or argument has an unsupported type
        NullValue,      // an operand that must not be null
        NotANumber,     // Inf - Inf, 0 / 0 and similar
        NoSuchElement,  // the index or attribute does not exist
        Conversion,     // no conversion exists, or it fails for this value
        TooLarge,       // the result would exceed the limits of an evaluation
        Other,
    };
    ValueError(Kind kind, std::string_view message, Path path = {});
    ValueError(const ValueError& other) noexcept : data_(other.data_) {
        if (data_) data_->retain();
    }
    ValueError(ValueError&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
    ValueError& operator=(ValueError other) noexcept {
        std::swap(data_, other.data_);
        return *this;
    }
    ~ValueError() {
        if (data_ && data_->release()) destroy();
    }

    Kind kind() const { return data_->kind; }
    std::string message() const { return std::string(text()); }
    const Path& path() const { return data_->path; }
    // The same error for the enclosing value: `step` leads to the part.
    ValueError below(PathStep step) const;

  private:
    // The message follows.
    struct Data : internal::Counted {
        Kind kind;
        std::uint32_t size;
        Path path;
    };
    std::string_view text() const { return {reinterpret_cast<const char*>(data_ + 1), data_->size}; }
    void destroy();

    const Data* data_;  // one pointer, so that results stay small
};

using ValueResult = std::expected<Value, ValueError>;

std::unexpected<ValueError> value_error(ValueError::Kind kind, std::string_view message, Path path = {});

}  // namespace hcl
