// Splits any JSON text into tokens that cover it without gaps.
//
// Recognises more than JSON (comments, single quotes,
// "=", "=>"), for precise error messages.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/syntax/tree/kinds.h"

namespace hcl::syntax {

struct JsonTokens {
    std::vector<TokenKind> kinds;
    std::vector<std::uint32_t> starts;  // one more than kinds: ends with the size of the text
    // Strings that need decoding or checks, in order: those with a backslash, a control
    // character, or no closing quote.
    std::vector<std::uint32_t> odd_strings;
    // An unterminated "/*", or an unpaired single quote on the last line: text that
    // follows decides what it is.
    bool is_open = false;
};

JsonTokens lex_json(std::string_view text, bool starts_file = true);

}  // namespace hcl::syntax
