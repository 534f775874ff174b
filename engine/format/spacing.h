// The tables behind the layout: gaps between tokens, and the depth of brackets.
#pragma once

#include <cstdint>

#include "engine/syntax/tree/kinds.h"

namespace hcl::format {

enum class Gap : std::uint8_t {
    None,
    Space,
    AfterIn,     // apart when the left one is the word "in" behind a name, as in a for expression
    AfterMinus,  // apart when the minus subtracts, together when it negates
};

// The gap between two neighbours of one line.
Gap gap(syntax::TokenKind left, syntax::TokenKind right);

// True when a minus after this token can only negate.
bool negates_after(syntax::TokenKind before_minus);

// +1 for what opens, -1 for what closes, 0 for all else.
int bracket_change(syntax::TokenKind kind);

}  // namespace hcl::format
