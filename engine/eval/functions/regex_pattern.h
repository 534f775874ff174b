// Regular expressions as the regex functions see them: RE2 syntax with the reference's additions, compiled
// once, searched in linear time. Keeps the library's header out of everything else.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <mutex>
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

// The patterns that were asked for last, compiled, or why they cannot be: calls repeat them. Safe to share
// between threads.
class PatternCache {
  public:
    using Result = std::expected<std::shared_ptr<const Pattern>, std::string>;
    Result get(std::string_view pattern);

  private:
    struct Entry {
        std::string text;
        Result result;
    };
    static constexpr std::size_t kMost = 256;
    static constexpr std::size_t kLongest = 256;  // longer patterns are compiled each time
    std::mutex mutex_;
    std::vector<std::uint32_t> hashes_;  // of the entries' texts, side by side
    std::vector<Entry> entries_;
    std::size_t next_ = 0;  // the one to be replaced
};

// The pattern in the syntax that the library understands: "(?<name>" becomes "(?P<name>", and Unicode classes
// are spelled out as ranges (names are matched as loosely as the reference does, and every machine has the
// same tables).
std::expected<std::string, std::string> translate_pattern(std::string_view pattern);

}  // namespace hcl::eval::functions
