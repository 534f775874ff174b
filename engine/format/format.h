// The formatter: canonical white space for native syntax, over tokens alone, as small edits.
//
// Edits only ever replace white space by white space (and drop a byte order mark): all other tokens stay as
// they are. They are ascending, disjoint, in terms of the text before any of them. What the parser could not
// understand stays byte for byte; the items around it are formatted as if it were not there.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/source/edit.h"
#include "engine/syntax/file/file.h"

namespace hcl::format {

enum class JsonFiles : std::uint8_t {
    Leave,  // no edits
    Print,  // indented by two spaces; what stands on one line and is flat and short stays so
};

struct FormatOptions {
    JsonFiles json = JsonFiles::Leave;
};

// The whole file. Stand-alone templates are text and have no edits.
std::vector<Edit> format(const syntax::File& file, FormatOptions options = {});

// The lines that the ranges touch; a range that ends in front of a line does not touch it. Neighbours
// outside, though they decide about alignment, stay as they are.
std::vector<Edit> format_ranges(const syntax::File& file, std::span<const Span> ranges,
                                FormatOptions options = {});

// After a character was typed; `offset` is behind it.
//   '\n'  the line above, and the indentation of the line that the cursor is on now
//   '}'   the lines of what it closes
//   '='   the assignments that align with it
std::vector<Edit> format_on_type(const syntax::File& file, std::uint32_t offset, char typed,
                                 FormatOptions options = {});

std::string formatted_text(const syntax::File& file, FormatOptions options = {});

// Native syntax as text, laid out token by token with no regard to what is broken: what formatters do that do
// not parse. Equal to formatted_text for files without errors.
std::string format_text(std::string_view text);

// The text with such edits done.
std::string apply_edits(std::string_view text, std::span<const Edit> edits);

}  // namespace hcl::format
