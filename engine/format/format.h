// The formatter: canonical white space for native syntax, computed from tokens, as small edits.
//
// Edits replace only white space (and drop a byte order mark). They are ascending and disjoint, and their
// positions refer to the original text. Code with syntax errors is left unchanged; the items around it are
// formatted as if it did not exist.
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
    Print,  // indented by two spaces; short flat values on one line are kept
};

struct FormatOptions {
    JsonFiles json = JsonFiles::Leave;
};

// The whole file. Stand-alone templates are plain text and have no edits.
std::vector<Edit> format(const syntax::File& file, FormatOptions options = {});

// Formats the lines that the ranges touch; a range that ends before a line does not touch it. Lines outside
// are not changed, even though they affect the alignment.
std::vector<Edit> format_ranges(const syntax::File& file, std::span<const Span> ranges,
                                FormatOptions options = {});

// After typing a character; `offset` is behind it.
//   '\n'  the line above, and the indentation of the cursor's line
//   '}'   the lines of the construct that it closes
//   '='   the assignments that are aligned with it
std::vector<Edit> format_on_type(const syntax::File& file, std::uint32_t offset, char typed,
                                 FormatOptions options = {});

std::string formatted_text(const syntax::File& file, FormatOptions options = {});

// Formats native syntax token by token without regard to syntax errors, like formatters without a parser.
// Equal to formatted_text for files without errors.
std::string format_text(std::string_view text);

// Returns the text with the edits applied.
std::string apply_edits(std::string_view text, std::span<const Edit> edits);

}  // namespace hcl::format
