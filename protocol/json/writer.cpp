#include "protocol/json/writer.h"

#include <array>
#include <charconv>
#include <cmath>

#include "engine/base/json_string.h"

namespace hcl::lsp {

namespace {

template <typename T>
void append_number(std::string& out, T value) {
    std::array<char, 32> digits;
    const auto [end, code] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    out.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
}

}  // namespace

void append_json_integer(std::string& out, std::uint64_t value) {
    append_number(out, value);
}

void JsonWriter::key(std::string_view name) {
    separate();
    append_json_string(out_, name);
    out_ += ':';
    wants_comma_ = false;
}

void JsonWriter::null() {
    raw("null");
}
void JsonWriter::boolean(bool value) {
    raw(value ? "true" : "false");
}

void JsonWriter::integer(std::int64_t value) {
    separate();
    append_number(out_, value);
}

void JsonWriter::unsigned_integer(std::uint64_t value) {
    separate();
    append_number(out_, value);
}

void JsonWriter::number(double value) {
    if (!std::isfinite(value)) return null();
    separate();
    append_number(out_, value);
}

void JsonWriter::string(std::string_view text) {
    separate();
    append_json_string(out_, text);
}

void JsonWriter::raw(std::string_view text) {
    separate();
    out_ += text.empty() ? std::string_view("null") : text;
}

}  // namespace hcl::lsp
