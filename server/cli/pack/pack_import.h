// Creates packs from other descriptions of a language: JSON Schema.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "protocol/json/document.h"

namespace hcl::server {

struct ImportedPack {
    std::string text;
    // Constraints that packs cannot express, or that the import does not support: "services.ports:
    // multipleOf". Also in the text, as comments.
    std::vector<std::string> left_out;
};

// A pack with the given id.
Result<ImportedPack> import_pack(std::string_view json, std::string_view id);

// Private to the import.

// Writes HCL source: indentation, and names and strings in valid form.
class PackWriter {
  public:
    void open(std::string_view header);  // `attr "name" {`
    void close();
    // name = expression
    void set(std::string_view name, std::string_view expression);
    void text(std::string_view name, std::string_view value);  // omitted when the value is empty
    void flag(std::string_view name, bool value);              // omitted when false
    void line(std::string_view text);
    void blank();
    std::string take() { return std::move(out_); }

  private:
    std::string out_;
    std::size_t depth_ = 0;
};

bool is_identifier(std::string_view text);
// Turns a string into an identifier.
std::string identifier_of(std::string_view text);
// A JSON value as an HCL expression.
std::string expression_of(lsp::JsonView value);

Result<ImportedPack> import_json_schema(lsp::JsonView schema, std::string_view id);

}  // namespace hcl::server
