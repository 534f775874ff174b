// Recovery by line layout. Used only after a syntax error: an unfinished item (an
// attribute or block) ends at the next line that starts an item and is not indented
// deeper.
#pragma once

#include <cstdint>
#include <string_view>

namespace hcl::syntax {

// The indentation of the line that contains `offset`.
std::uint32_t line_indent(std::string_view text, std::uint32_t offset);

// Whether the line at `line_start` is indented by at most `indent` and looks like the start of an item: a
// name with "=", or a name and labels with "{", or a name and a quoted label.
bool starts_item(std::string_view text, std::uint32_t line_start, std::uint32_t indent);

// The same for a line that may be heredoc text: accepts only patterns that scripts, settings and policies
// hardly contain, a name and "=" surrounded by blanks, or a complete block header that ends in "{".
bool surely_starts_item(std::string_view text, std::uint32_t line_start, std::uint32_t indent);

// Whether no expression outside of braces has a line like this one, with any indentation.
bool ends_expression(std::string_view text, std::uint32_t line_start);

}  // namespace hcl::syntax
