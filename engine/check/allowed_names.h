// The words that expressions of an attribute may not use, by the restrictions of the blocks around it.
#pragma once

#include <string_view>

#include "engine/bind/unit.h"

namespace hcl::check {

// Whether a reference may not begin with this word. Restrictions with a condition count, too.
bool is_word_refused(const bind::BoundUnit& unit, const bind::BoundAttribute& attribute,
                     std::string_view word);
// The same for calls of a function.
bool is_call_refused(const bind::BoundUnit& unit, const bind::BoundAttribute& attribute,
                     std::string_view function);

// Whether a restriction is about references that begin with this word.
bool begins_like_any(const language::RestrictionDef& restriction, std::string_view word);

}  // namespace hcl::check
