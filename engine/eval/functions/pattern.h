// Regular expressions as the regex functions see them: RE2 syntax with the reference's additions, compiled
// once, searched in linear time. Keeps the library's header out of everything else.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hcl::eval::functions {

// A part of the searched text; `matched` is false for a group that took no part in the match.
struct MatchSpan {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool matched = false;
};

class Pattern {
  public:
    // The error says what is wrong with the pattern and where.
    static std::expected<Pattern, std::string> compile(std::string_view pattern);

    Pattern(Pattern&&) noexcept;
    Pattern& operator=(Pattern&&) noexcept;
    ~Pattern();

    // One entry for each capture group, in order; empty for a group without a name.
    const std::vector<std::string>& group_names() const { return names_; }

    // The leftmost match that begins at or after `from`; what precedes `from` still counts as context for
    // "^" and "\b". `spans` gets the whole match and then every group.
    bool search(std::string_view text, std::size_t from, std::vector<MatchSpan>& spans) const;

  private:
    struct Compiled;
    explicit Pattern(std::unique_ptr<Compiled> compiled);

    std::unique_ptr<Compiled> compiled_;
    std::vector<std::string> names_;
};

// The pattern in the syntax that the library understands: "(?<name>" becomes "(?P<name>", and Unicode classes
// are spelled out as ranges (names are matched as loosely as the reference does, and every machine has the
// same tables).
std::expected<std::string, std::string> translate_pattern(std::string_view pattern);

}  // namespace hcl::eval::functions
