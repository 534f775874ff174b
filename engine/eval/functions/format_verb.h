// Format strings of format() and formatlist(): text and verbs such as "%-8s", "%[2]05.1f". This file
// implements syntax and padding; format.cpp applies verbs to values.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "engine/value/number.h"

namespace hcl::eval::functions {

struct FormatVerb {
    std::string_view text;   // as written, "%5.1f"
    std::size_t offset = 0;  // of `text` in the format string
    char letter = 's';
    std::size_t argument = 0;  // one-based; 0 only for literal text
    int width = -1;            // -1: not specified
    int precision = -1;
    bool zero = false;
    bool sharp = false;
    bool plus = false;
    bool minus = false;
    bool space = false;
};

// Either literal text or a verb.
struct FormatPart {
    std::string_view literal;  // when verb.argument is 0
    FormatVerb verb;
};

// Larger widths and precisions are errors.
inline constexpr int kMaxFormatWidth = 100'000;

// Verb letters are not checked here. On error, `error` has the message with the offset, and `parts` has the
// parts before it, because those verbs are applied, and report their own errors, first.
struct ParsedFormat {
    std::vector<FormatPart> parts;
    std::string error;  // empty: none
};
ParsedFormat parse_format(std::string_view format);

// Formats a number for d, b, o, x, X; `digits` comes from Number::to_base (with a sign when negative).
std::string pad_integer(const FormatVerb& verb, std::string digits);
// Formats a number for e, E, f, g, G; `digits` comes from Number::format.
std::string pad_float(const FormatVerb& verb, std::string digits);

}  // namespace hcl::eval::functions
