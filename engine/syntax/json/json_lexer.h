// Splits JSON text into tokens that tile it, whatever its bytes are.
//
// More is recognized than JSON has (comments, single quotes, "=", "=>"), so that the parser can say what is
// wrong.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/syntax/tree/kinds.h"

namespace hcl::syntax {

struct JsonTokens {
    std::vector<TokenKind> kinds;
    std::vector<std::uint32_t> starts;  // one more than kinds: ends with the size of the text
    // Strings that are not plain characters between two quotes on one line, in order: those with a backslash,
    // a control character, or no end.
    std::vector<std::uint32_t> odd_strings;
    // A "/*" without end, or a single quote that none follows on the rest of the text's last line: what comes
    // behind the text decides what it is.
    bool is_open = false;
};

JsonTokens lex_json(std::string_view text, bool starts_file = true);

}  // namespace hcl::syntax
