// The values of JSON literals: strings with their escapes, numbers checked as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hcl::syntax {

// The text of a string token: `literal` has its quotes (the closing one may be missing; single quotes are
// taken too). Escapes are replaced, an unpaired surrogate and every byte that is not UTF-8 become U+FFFD, and
// what is no escape stays as it is written. Not normalized.
std::string decode_json_string(std::string_view literal);

// Where the byte `decoded_offset` of the decoded text stands in the literal, so that what is found inside a
// string (a template, a traversal) can be shown in its place. Clamped to the closing quote.
std::uint32_t json_source_offset(std::string_view literal, std::uint32_t decoded_offset);

// The first mistake in a string literal; `length` is 0 when there is none.
struct JsonStringProblem {
    enum class Kind : std::uint8_t { None, Unterminated, Control, Escape, UnicodeEscape };
    Kind kind = Kind::None;
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
};
JsonStringProblem check_json_string(std::string_view literal);

// Why the text is no number as JSON and the engine take it: the rest of a sentence "... is not a number as
// JSON writes it: <reason>". Empty when it is one.
std::string_view check_json_number(std::string_view text);

}  // namespace hcl::syntax
