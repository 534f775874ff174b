// Strings of JSON syntax, which hold expressions in several ways: as a template where a value is wanted, as a
// bare expression or reference where static analysis looks for one.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/eval/analysis/traversal.h"
#include "engine/source/diagnostic.h"
#include "engine/syntax/file/file.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::eval {

// The parsed template of a JSON string. Spans are offsets in the JSON file, exact unless an escape comes
// before them. `root` is null when there were errors.
struct JsonTemplate {
    syntax::FilePtr file;  // owns the nodes
    syntax::Node root;
    std::shared_ptr<const void> owner;  // the same, for closures
    Diagnostics diagnostics;
};

// A JSON value on its own, of any kind: `root` is the value.
JsonTemplate parse_json_expression(std::string_view text);

class JsonText {
  public:
    // `node` is a JsonString (anything else counts as an empty string).
    explicit JsonText(syntax::Node node);

    std::string_view text() const { return text_; }
    // False: a template of this text would be the text itself.
    bool may_be_template() const;
    JsonTemplate as_template() const;
    JsonTemplate as_expression() const;
    // Empty when the text is no reference.
    Traversal as_traversal() const;

  private:
    JsonTemplate parsed(syntax::FilePtr file, std::uint32_t base) const;

    std::string text_;
    std::uint32_t start_;  // where the string starts in the file: its quote
};

}  // namespace hcl::eval
