// The values of JSON literals: decodes strings and checks numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hcl::syntax {

// Decodes a string token: `literal` includes its quotes (the closing one may be missing; single quotes are
// accepted). Decodes escapes, replaces unpaired surrogates and invalid UTF-8 bytes by U+FFFD, and keeps
// invalid escapes unchanged. Does not normalise.
std::string decode_json_string(std::string_view literal);

// The offset in the literal of each byte of the decoded text, and of its end. Empty when byte N of the text
// is byte N + 1 of the literal: without escapes and replaced bytes.
std::vector<std::uint32_t> json_string_offsets(std::string_view literal);

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
