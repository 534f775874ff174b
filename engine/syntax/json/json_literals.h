// The values of JSON literals: decodes strings and checks numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hcl::syntax {

// Decodes a string token: `literal` includes its quotes (the closing one may be missing; single quotes are
// accepted). Decodes escapes, replaces unpaired surrogates and invalid UTF-8 bytes by U+FFFD, and keeps
// invalid escapes unchanged. Does not normalise.
std::string decode_json_string(std::string_view literal);

// Maps the byte `decoded_offset` of the decoded text to its offset in the literal, for findings inside a
// string (a template, a traversal). Clamped to the closing quote.
std::uint32_t json_source_offset(std::string_view literal, std::uint32_t decoded_offset);

// The first error in a string literal; `length` is 0 when there is none.
struct JsonStringProblem {
    enum class Kind : std::uint8_t { None, Unterminated, Control, Escape, UnicodeEscape };
    Kind kind = Kind::None;
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
};
JsonStringProblem check_json_string(std::string_view literal);

// Why the text is not a valid number in JSON: the end of a sentence "... is not a number as JSON writes it:
// <reason>". Empty when it is valid.
std::string_view check_json_number(std::string_view text);

}  // namespace hcl::syntax
