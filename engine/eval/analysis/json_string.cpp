#include "engine/eval/analysis/json_string.h"

#include "engine/syntax/json/json_literals.h"

namespace hcl::eval {

using syntax::File;
using syntax::Node;
using syntax::NodeKind;

JsonText::JsonText(Node node) : start_(node.span().start) {
    if (node.is(NodeKind::JsonString)) text_ = syntax::decode_json_string(node.text());
}

bool JsonText::may_be_template() const {
    return text_.find("${") != std::string::npos || text_.find("%{") != std::string::npos;
}

JsonTemplate JsonText::parsed(syntax::FilePtr file, std::uint32_t base) const {
    JsonTemplate result;
    result.diagnostics = file->diagnostics();
    for (Diagnostic& d : result.diagnostics) {
        d.span = d.span.shifted(base);
        if (d.context) d.context = d.context->shifted(base);
        // Their edits refer to the decoded text, not to the file.
        d.fixes.clear();
    }
    Node root = file->root();
    if (root && !has_errors(result.diagnostics))
        result.root = Node(&root.chunk(), root.base() + base, root.id());
    result.owner = file;
    result.file = std::move(file);
    return result;
}

JsonTemplate parse_json_expression(std::string_view text) {
    syntax::ParseOptions options;
    options.syntax = syntax::Syntax::Json;
    JsonTemplate result;
    result.file = File::parse(text, options);
    result.owner = result.file;
    result.diagnostics = result.file->diagnostics();
    // Only a whole file must be an object.
    std::erase_if(result.diagnostics,
                  [](const Diagnostic& d) { return d.code == DiagCode::JsonRootNotObject; });
    if (!has_errors(result.diagnostics)) result.root = result.file->root();
    return result;
}

JsonTemplate JsonText::as_template() const {
    syntax::ParseOptions options;
    options.syntax = syntax::Syntax::Template;
    // The text starts after the quote.
    return parsed(File::parse(text_, options), start_ + 1);
}

JsonTemplate JsonText::as_expression() const {
    return parsed(syntax::parse_expression(text_), start_);
}

Traversal JsonText::as_traversal() const {
    return traversal_of(syntax::parse_path(text_), start_);
}

}  // namespace hcl::eval
