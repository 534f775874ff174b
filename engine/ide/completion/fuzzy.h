// Fuzzy matching of names against typed letters.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hcl::ide {

// Matches one pattern against many names.
class FuzzyPattern {
  public:
    explicit FuzzyPattern(std::string_view pattern);

    // Empty unless all characters of the pattern occur in `text` in order, ignoring case. Higher is better:
    // equal names first, then prefixes, then matches at word starts. Linear time for realistic input.
    std::optional<int> score(std::string_view text) const;

    // Whether the name begins with the pattern, ignoring case.
    bool begins(std::string_view text) const;

  private:
    std::string whole_;    // lower case
    std::string letters_;  // without separators
};

}  // namespace hcl::ide
