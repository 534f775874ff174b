// Syntactic questions about expressions that evaluation, static analysis and reference finding share: the
// places that diagnostics point at, and which indexes are written out.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/source/span.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::eval {

// The first part of an expression, where a diagnostic about its whole value is best placed: a call's name, an
// operator's left operand, an opening bracket.
Span start_span(syntax::Node expr);

// The step of GetAttr, Index and LegacyIndex: from the dot or bracket to the node's end.
Span step_span(syntax::Node step);
// The name behind the dot of GetAttr; "" when it is missing.
std::string_view attribute_name(syntax::Node get_attr);

// Nodes in parentheses, however many.
syntax::Node without_parens(syntax::Node expr);

// GetAttr, LegacyIndex, and Index whose key is a literal: steps that can be followed without evaluating
// anything.
bool is_static_step(syntax::Node node);
// A number, true, false, null, or a quoted string without any interpolation.
bool is_literal_key(syntax::Node key);

// The name of a call with its namespaces ("text::upper", without the blanks the source may have around "::").
struct CallName {
    std::string_view text;  // the source when it has no blanks
    std::string owned;      // else this
    std::string_view view() const { return owned.empty() ? text : std::string_view(owned); }
};
CallName call_name(syntax::Node call);
// From the name to the opening parenthesis; both parentheses with what is between; the closing one (empty at
// the end when it is missing).
Span call_start_span(syntax::Node call);
Span call_arguments_span(syntax::Node call);
Span call_close_span(syntax::Node call);

}  // namespace hcl::eval
