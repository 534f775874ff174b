// What a language says of words that syntax alone takes for plain names and texts. Private to
// semantic_tokens.
#pragma once

#include <vector>

#include "engine/bind/unit.h"
#include "engine/ide/annotation/semantic_tokens.h"

namespace hcl::ide {

struct TokenRefinement {
    Span span;                            // bytes of the unit
    TokenClass kind = TokenClass::Plain;  // Plain: stays what it is
    bool is_declaration = false;
    bool is_deprecated = false;
};

inline const std::vector<TokenRefinement> kNoRefinements;

// By place; a function of the unit, kept with it.
const std::vector<TokenRefinement>& token_refinements(const bind::BoundUnit& unit);

}  // namespace hcl::ide
