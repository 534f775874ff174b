// The diagnostics of the JSON parser, with their fixes. Each function describes one mistake.
#pragma once

#include <string>
#include <string_view>

#include "engine/source/diagnostic.h"
#include "engine/syntax/tree/kinds.h"

namespace hcl::syntax::json {

// A token as a message shows it: "a comment, which JSON does not have", "\"x\"", "the end of the file".
std::string describe(TokenKind kind, std::string_view text);

// Shortens a user's text so that a message stays readable.
std::string quote(std::string_view text);

void add_fix(Diagnostic& diagnostic, std::string title, Span range, std::string replacement,
             bool preferred = true);

// Fixes for a token that cannot stand in its place: removing a comment, other quotes.
void add_token_fix(Diagnostic& diagnostic, TokenKind kind, Span span, std::string_view text);

// A word that is none of JSON's. `as_name`: it stands where a property's name does.
Diagnostic bad_keyword(Span span, std::string_view word, bool as_name);
// A string literal at `span` in which check_json_string found a problem.
Diagnostic bad_string(Span span, std::string_view literal);
Diagnostic bad_number(Span span, std::string_view text, std::string_view reason);

}  // namespace hcl::syntax::json
