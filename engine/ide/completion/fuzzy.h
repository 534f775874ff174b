// How well a name fits what somebody typed of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hcl::ide {

// Of one pattern and many names.
class FuzzyPattern {
  public:
    explicit FuzzyPattern(std::string_view pattern);

    // Nothing unless all characters of the pattern occur in the text in their order, without regard to case.
    // Higher is better: what is equal, starts with the pattern, or has it at the starts of words. Linear for
    // all that people type.
    std::optional<int> score(std::string_view text) const;

  private:
    std::string whole_;    // in lower case
    std::string letters_;  // without blanks, which only part it
};

}  // namespace hcl::ide
