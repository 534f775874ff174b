// The diagnostics of the JSON parser, with their fixes: one function per kind of error.
#pragma once

#include <string>
#include <string_view>

#include "engine/source/diagnostic.h"
#include "engine/syntax/tree/kinds.h"

namespace hcl::syntax::json {

// Describes a token in messages: "a comment, which JSON does not have", "\"x\"", "the end of the file".
std::string describe(TokenKind kind, std::string_view text);

// Shortens source text for a message.
std::string quote(std::string_view text);

void add_fix(Diagnostic& diagnostic, std::string title, Span range, std::string replacement,
             bool preferred = true);

// Fixes for a token that is invalid in its position: removes a comment, replaces quotes.
void add_token_fix(Diagnostic& diagnostic, TokenKind kind, Span span, std::string_view text);

// A word that is not a JSON keyword. `as_name`: in the position of a property name.
Diagnostic bad_keyword(Span span, std::string_view word, bool as_name);
// A string literal at `span` with an error from check_json_string.
Diagnostic bad_string(Span span, std::string_view literal);
Diagnostic bad_number(Span span, std::string_view text, std::string_view reason);

}  // namespace hcl::syntax::json
