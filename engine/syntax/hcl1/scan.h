// The lexical grammar of HCL 1: the ends of names, numbers and strings, and their values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hcl::syntax::hcl1 {

// The end of the name at `at`; `at` when none starts there. Names can contain dots and dashes.
std::uint32_t identifier_end(std::string_view text, std::uint32_t at);
// The end of the number at `at`, which starts with a digit, or with "-" or "." and a digit. An exponent
// without digits includes the next character.
std::uint32_t number_end(std::string_view text, std::uint32_t at);
// Letters and digits only.
std::uint32_t heredoc_marker_end(std::string_view text, std::uint32_t at);
// Whether a line (without its line end) ends a heredoc. A flush heredoc (<<-) requires a
// character before the marker.
bool is_heredoc_end(std::string_view line, std::string_view marker, bool is_flush);

struct StringEnd {
    std::uint32_t at;     // of the closing quote, the line end or the end of the text
    bool is_closed;       // it ends with a quote
    bool is_open_inside;  // it ends inside "${"
};
// The end of a string whose content starts at `from`. Inside "${", quotes and line ends are text, and only
// braces count; with `is_line_only` it always ends with its line.
StringEnd find_string_end(std::string_view text, std::uint32_t from, bool is_line_only = false);

// Why a number is malformed; empty when it is not.
std::string_view number_problem(std::string_view text);
// The same number in decimal notation. Empty when it is out of range: HCL 1 has 64-bit integers and
// double-precision floating-point numbers.
std::optional<std::string> decimal(std::string_view text);

// The invalid bytes, and whether they make the file unparsable;
// otherwise only the value is invalid.
struct EscapeProblem {
    std::uint32_t from;
    std::uint32_t to;
    bool is_fatal;
};
// The value of text between quotes. `problem` receives the first error.
std::string decode_string(std::string_view text, std::optional<EscapeProblem>* problem = nullptr);
// The value of a heredoc from the text between its first line and its marker; `indent` is the
// white space before the marker.
std::string decode_heredoc(std::string_view text, std::string_view indent, bool is_flush);

}  // namespace hcl::syntax::hcl1
