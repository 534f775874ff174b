// Syntactic properties of expressions, shared by evaluation, static analysis and the search for references:
// the positions of diagnostics, and literal indexes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/source/span.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::eval {

// The first part of an expression, the best position for a diagnostic about its whole value: the name of a
// call, the left operand, an opening bracket.
Span start_span(syntax::Node expr);

// The step of GetAttr, Index and LegacyIndex: from the dot or bracket to the node's end.
Span step_span(syntax::Node step);
// The name after the dot of GetAttr; "" when it is missing.
std::string_view attribute_name(syntax::Node get_attr);

// Removes all parentheses around a node.
syntax::Node without_parens(syntax::Node expr);

// Whether the step can be followed without evaluation: GetAttr,
// LegacyIndex, and Index with a literal key.
bool is_static_step(syntax::Node node);
// A number, true, false, null, or a quoted string without interpolations.
bool is_literal_key(syntax::Node key);

// The name of a call with its namespaces ("text::upper", without white space around "::").
struct CallName {
    std::string_view text;  // the source text, unless it contains white space
    std::string owned;      // otherwise the cleaned name
    std::string_view view() const { return owned.empty() ? text : std::string_view(owned); }
};
CallName call_name(syntax::Node call);
// From the name to the opening parenthesis; the arguments with both parentheses; the closing one (empty, at
// the end, when it is missing).
Span call_start_span(syntax::Node call);
Span call_arguments_span(syntax::Node call);
Span call_close_span(syntax::Node call);

}  // namespace hcl::eval
