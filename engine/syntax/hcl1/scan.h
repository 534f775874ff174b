// The lexical grammar of HCL 1: where its names, numbers and strings end, and what they stand for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hcl::syntax::hcl1 {

// Where the name at `at` ends, `at` when none starts there. Dots and dashes are part of names.
std::uint32_t identifier_end(std::string_view text, std::uint32_t at);
// Where the number at `at` ends, which starts with a digit, or with "-" or "." and a digit. An exponent
// without digits takes the character behind it along.
std::uint32_t number_end(std::string_view text, std::uint32_t at);
// Letters and digits.
std::uint32_t heredoc_marker_end(std::string_view text, std::uint32_t at);
// Whether a line without its line end ends a heredoc. A flush heredoc (<<-) needs a character before the
// marker.
bool is_heredoc_end(std::string_view line, std::string_view marker, bool is_flush);

struct StringEnd {
    std::uint32_t at;     // of the closing quote, the line end or the end of the text
    bool is_closed;       // a quote
    bool is_open_inside;  // it ends inside of "${"
};
// Where the string ends whose content starts at `from`. Within "${" quotes and line ends are text, and braces
// alone count; with `is_line_only` it ends with its line even there.
StringEnd find_string_end(std::string_view text, std::uint32_t from, bool is_line_only = false);

// The reason why a number is malformed; empty when it is not.
std::string_view number_problem(std::string_view text);
// The same number in decimal notation. Nothing when it cannot be held: HCL 1 has integers of 64 bits and
// floating-point numbers of double precision.
std::optional<std::string> decimal(std::string_view text);

// Called with the bytes of the text that are wrong, and whether the file cannot be parsed because of them;
// else only the value cannot be read.
struct EscapeProblem {
    std::uint32_t from;
    std::uint32_t to;
    bool is_fatal;
};
// The value of text between quotes. With `problem`, the first thing that is wrong with it.
std::string decode_string(std::string_view text, std::optional<EscapeProblem>* problem = nullptr);
// The value of a heredoc from the text between its first line and its marker, `indent` being the blanks
// before the marker.
std::string decode_heredoc(std::string_view text, std::string_view indent, bool is_flush);

}  // namespace hcl::syntax::hcl1
