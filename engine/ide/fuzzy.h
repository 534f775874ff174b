// How well a name fits what somebody typed of it.
#pragma once

#include <optional>
#include <string_view>

namespace hcl::ide {

// Nothing unless all characters of the pattern occur in the text in their order, without regard to case.
// Higher is better: what is equal, starts with the pattern, or has it at the starts of words. Linear.
std::optional<int> fuzzy_score(std::string_view pattern, std::string_view text);

}  // namespace hcl::ide
