// Structure by the layout of lines. Only consulted where the grammar has failed: an item (an
// attribute or block) that was never finished ends at the next line that starts an item and is indented no
// deeper.
#pragma once

#include <cstdint>
#include <string_view>

namespace hcl::syntax {

// Blanks at the start of the line that holds `offset`.
std::uint32_t line_indent(std::string_view text, std::uint32_t offset);

// Whether the line at `line_start` is indented by at most `indent` and begins like an item: a name with "=",
// or a name and labels with "{", or a name and a quoted label.
bool starts_item(std::string_view text, std::uint32_t line_start, std::uint32_t indent);

// The same for a line that may well be text of a heredoc: only what scripts, settings and policies hardly
// contain. That is a name and "=" with blanks around, or a block's whole header, ending in "{".
bool surely_starts_item(std::string_view text, std::uint32_t line_start, std::uint32_t indent);

}  // namespace hcl::syntax
