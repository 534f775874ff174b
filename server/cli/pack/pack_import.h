// Packs made from what other tools know of a language: JSON Schema, and what `terraform providers schema
// -json` prints.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "protocol/json/document.h"

namespace hcl::server {

// The text of a pack that describes a language of that id. What the pack language cannot say is left out.
Result<std::string> import_pack(std::string_view json, std::string_view id);

// Private to the import.

// Writes HCL: lines with indentation, names and texts in the form that the syntax needs.
class PackWriter {
  public:
    void open(std::string_view header);  // `attr "name" {`
    void close();
    // name = expression
    void set(std::string_view name, std::string_view expression);
    void text(std::string_view name, std::string_view value);  // nothing when the value is empty
    void flag(std::string_view name, bool value);              // nothing when false
    void line(std::string_view text);
    void blank();
    std::string take() { return std::move(out_); }

  private:
    std::string out_;
    std::size_t depth_ = 0;
};

// In quotes, with what would start an interpolation escaped.
std::string quoted(std::string_view text);
bool is_identifier(std::string_view text);
// An identifier made of the text.
std::string identifier_of(std::string_view text);
// A JSON value as an HCL expression.
std::string expression_of(lsp::JsonView value);

Result<std::string> import_json_schema(lsp::JsonView schema, std::string_view id);
Result<std::string> import_provider_schemas(lsp::JsonView schemas, std::string_view id);

}  // namespace hcl::server
