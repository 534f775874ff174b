// The text that literal tokens stand for: escapes, indentation of flush heredocs, trimming by strip markers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/syntax/tree/tree.h"

namespace hcl::syntax {

// Set on a Name, Label, Number, TemplateLiteral or Heredoc that is read by the rules of HCL 1.
inline constexpr NodeFlag kHcl1 = static_cast<NodeFlag>(1 << 2);

// Called with the bytes of the text that are wrong, and why.
using EscapeProblem = std::function<void(std::uint32_t from, std::uint32_t to, std::string_view problem)>;

// Text between quotes: backslash escapes, "$${" and "%%{". A broken escape stays as it is, without its
// backslash when only the selector is unknown.
std::string decode_quoted(std::string_view text, const EscapeProblem& problem = {});
// Text of heredocs and stand-alone templates: "$${" and "%%{" only.
std::string decode_unquoted(std::string_view text);

// The digits of a Number as other languages write them: those of HCL 1 may be hexadecimal or octal. Empty
// when it cannot be held.
std::string number_text(Node number);
// The value of a label or name, quoted or not. A template in it (an error) reads as "${ ... }".
std::string label_text(Node label);

// One part of a template as it takes effect.
struct TemplateItem {
    // Null for literal text; else an Interpolation, IfDirective, ForDirective or BogusExpr.
    Node node;
    Span span;         // of the text: what was cut from a flush heredoc's line start is not in it
    std::string text;  // of a literal, after escapes, indentation and trimming
    // The bodies of an IfDirective (the second empty without else), or of a ForDirective.
    std::vector<TemplateItem> first{};
    std::vector<TemplateItem> second{};

    bool is_literal() const { return !node; }
};

// The parts of a Template, Heredoc or stand-alone TemplateBody: neighbouring literals joined, never empty (an
// empty template has one empty literal). Bodies of directives may be empty.
std::vector<TemplateItem> template_items(Node node);

// The whole text when the template is nothing but one literal.
bool is_string_literal(Node node);
// The text of a string in quotes that holds no template; nothing for any other node.
std::optional<std::string> quoted_text(Node node);

}  // namespace hcl::syntax
