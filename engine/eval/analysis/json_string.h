// Strings in JSON syntax, which can contain expressions: as a template where a value is expected, as a bare
// expression or reference in static analysis.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/eval/analysis/traversal.h"
#include "engine/source/diagnostic.h"
#include "engine/syntax/file/file.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::eval {

// The parsed template of a JSON string. Spans are offsets in the JSON file. `root` is null on error.
struct JsonTemplate {
    syntax::FilePtr file;  // owns the nodes; its own spans are those of the decoded text
    syntax::Node root;
    std::shared_ptr<const void> owner;  // the same object, for closures
    Diagnostics diagnostics;
};

// Parses a single JSON value of any kind: `root` is the value.
JsonTemplate parse_json_expression(std::string_view text);

class JsonText {
  public:
    // `node` is a JsonString; any other node counts as an empty string.
    explicit JsonText(syntax::Node node);

    std::string_view text() const { return text_; }
    // False if the template would yield the text unchanged.
    bool may_be_template() const;
    JsonTemplate as_template() const;
    JsonTemplate as_expression() const;
    // Empty when the text is not a reference.
    Traversal as_traversal() const;

  private:
    JsonTemplate parsed(syntax::FilePtr file) const;

    std::string text_;
    std::string_view literal_;  // with its quotes
    std::uint32_t start_;       // of the literal in the file
};

}  // namespace hcl::eval
