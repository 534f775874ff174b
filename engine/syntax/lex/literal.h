// Values of literal tokens: escapes, indentation of flush heredocs, trimming by strip markers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/syntax/tree/tree.h"

namespace hcl::syntax {

// Set on a Name, Label, Number, TemplateLiteral or Heredoc that follows the rules of HCL 1.
inline constexpr NodeFlag kHcl1 = static_cast<NodeFlag>(1 << 2);

// Called with the range of invalid bytes and the problem.
using EscapeProblem = std::function<void(std::uint32_t from, std::uint32_t to, std::string_view problem)>;

// Decodes text between quotes: backslash escapes, "$${" and "%%{". An invalid escape is kept, but without its
// backslash when only the selector is unknown.
std::string decode_quoted(std::string_view text, const EscapeProblem& problem = {});
// Decodes text of heredocs and stand-alone templates: only "$${" and "%%{".
std::string decode_unquoted(std::string_view text);

// A Number in decimal notation: HCL 1 also has hexadecimal and octal
// numbers. Empty when it is out of range.
std::string number_text(Node number);
// The text of a label or name, quoted or not. A template in it (an error) yields "${ ... }".
std::string label_text(Node label);

// A part of a template after escapes and trimming.
struct TemplateItem {
    // Null for literal text; otherwise an Interpolation, IfDirective, ForDirective or BogusExpr.
    Node node;
    Span span;         // of the text, without removed indentation of a flush heredoc
    std::string text;  // of a literal, after escapes, indentation and trimming
    // The bodies of an IfDirective (the second is empty without else), or of a ForDirective.
    std::vector<TemplateItem> first{};
    std::vector<TemplateItem> second{};

    bool is_literal() const { return !node; }
};

// The parts of a Template, Heredoc or stand-alone TemplateBody. Adjacent literals are joined; never empty (an
// empty template has one empty literal). Bodies of directives can be empty.
std::vector<TemplateItem> template_items(Node node);

// Whether the template is a single literal.
bool is_string_literal(Node node);
// The text of a quoted string without template sequences; empty for any other node.
std::optional<std::string> quoted_text(Node node);

}  // namespace hcl::syntax
