// Token classes that need the language: names and strings that syntax alone cannot classify. Private to
// semantic_tokens.
#pragma once

#include <vector>

#include "engine/bind/unit.h"
#include "engine/ide/annotation/semantic_tokens.h"

namespace hcl::ide {

struct TokenRefinement {
    Span span;                            // relative to the unit
    TokenClass kind = TokenClass::Plain;  // Plain: keep the class from syntax
    bool is_declaration = false;
    bool is_deprecated = false;
};

inline const std::vector<TokenRefinement> kNoRefinements;

// Sorted by position; computed from the unit alone and cached with it.
const std::vector<TokenRefinement>& token_refinements(const bind::BoundUnit& unit);

}  // namespace hcl::ide
