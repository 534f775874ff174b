// Indented JSON for the outputs of the command line, written as it goes, and diagnostics in that form.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/source/diagnostic.h"
#include "server/cli/report/source_table.h"

namespace hcl::server {

class JsonText {
  public:
    // A value follows each of key() and element().
    JsonText& key(std::string_view name);
    JsonText& element();
    void open_object() { open('{'); }
    void close_object() { close('}'); }
    void open_array() { open('['); }
    void close_array() { close(']'); }
    void string(std::string_view text);
    void number(std::uint64_t value);
    // JSON made elsewhere, indented anew.
    void raw(std::string_view json);
    std::string take() { return std::move(text_); }

  private:
    void open(char bracket);
    void close(char bracket);
    void next_line();

    std::string text_;
    std::size_t depth_ = 0;
    bool is_empty_ = true;  // the innermost container has nothing in it yet
};

// {"filename", "start": {"line", "column", "byte"}, "end"}: lines and columns (grapheme clusters) from 1,
// bytes from 0.
void write_range(JsonText& json, Location where, const SourceTable& sources);

// {"diagnostics": [...]} with a final line end; empty for none.
std::string diagnostics_to_json(std::span<const Diagnostic> diagnostics, const SourceTable& sources);

}  // namespace hcl::server
