// Format strings as format() and formatlist() take them: text and verbs such as "%-8s", "%[2]05.1f".
// This file knows the syntax and the padding; what a verb does to a value is in format.cpp.
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
    std::size_t argument = 0;  // from 1; 0 only for literal text
    int width = -1;            // -1: not given
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

// Widths and precisions beyond this are mistakes; they are an error.
inline constexpr int kMaxFormatWidth = 100'000;

// Verb letters are not checked here. On error says what is wrong and at which offset; `parts` keeps what came
// before, because those verbs are applied first and report their own errors first.
struct ParsedFormat {
    std::vector<FormatPart> parts;
    std::string error;  // empty: none
};
ParsedFormat parse_format(std::string_view format);

// A number for d, b, o, x, X; `digits` as Number::to_base gives them (with a sign when negative).
std::string pad_integer(const FormatVerb& verb, std::string digits);
// A number for e, E, f, g, G; `digits` as Number::format gives them.
std::string pad_float(const FormatVerb& verb, std::string digits);

}  // namespace hcl::eval::functions
