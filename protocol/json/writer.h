// Writes JSON directly into a buffer, without a tree. Commas are inserted automatically; the caller balances
// brackets.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hcl::lsp {

void append_json_integer(std::string& out, std::uint64_t value);

class JsonWriter {
  public:
    explicit JsonWriter(std::string& out) : out_(out) {}

    void begin_object() { open('{'); }
    void end_object() { close('}'); }
    void begin_array() { open('['); }
    void end_array() { close(']'); }
    void key(std::string_view name);

    void null();
    void boolean(bool value);
    void integer(std::int64_t value);
    void unsigned_integer(std::uint64_t value);
    // Infinity and NaN are written as null.
    void number(double value);
    void string(std::string_view text);
    // A JSON text; an empty one is written as null.
    void raw(std::string_view text);

  private:
    void separate() {
        if (wants_comma_) out_ += ',';
        wants_comma_ = true;
    }
    void open(char brace) {
        separate();
        out_ += brace;
        wants_comma_ = false;
    }
    void close(char brace) {
        out_ += brace;
        wants_comma_ = true;
    }

    std::string& out_;
    bool wants_comma_ = false;
};

}  // namespace hcl::lsp
