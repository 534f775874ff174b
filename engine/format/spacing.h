// The tables of the layout: gaps between tokens, and bracket depth.
#pragma once

#include <cstdint>

#include "engine/syntax/tree/kinds.h"

namespace hcl::format {

enum class Gap : std::uint8_t {
    None,
    Space,
    AfterIn,     // a space when the left token is the keyword "in" of a for expression
    AfterMinus,  // a space when the minus is binary, none when it is unary
};

// The gap between two adjacent tokens of a line.
Gap gap(syntax::TokenKind left, syntax::TokenKind right);

// Whether a minus after this token can only be unary.
bool negates_after(syntax::TokenKind before_minus);

// +1 for opening brackets, -1 for closing ones, else 0.
int bracket_change(syntax::TokenKind kind);

}  // namespace hcl::format
