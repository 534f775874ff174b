// Regular expressions of the regex functions: RE2 syntax with the reference's extensions, compiled once,
// matched in linear time. Hides the RE2 header from other code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace hcl::eval::functions {

// A part of the searched text; `matched` is false for a group that did not participate in the match.
struct MatchSpan {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool matched = false;
};

// The end of the error of a pattern that takes too much memory.
inline constexpr std::string_view kPatternTooLarge = "it is too large";

class Pattern {
  public:
    // On error, a message with the position in the pattern.
    // `most_bytes`: of the compiled pattern.
    static constexpr std::int64_t kMostBytes = 8 << 20;
    static std::expected<Pattern, std::string> compile(std::string_view pattern,
                                                       std::int64_t most_bytes = kMostBytes);

    Pattern(Pattern&&) noexcept;
    Pattern& operator=(Pattern&&) noexcept;
    ~Pattern();

    // One entry per capture group, in order; empty for an unnamed group.
    const std::vector<std::string>& group_names() const { return names_; }

    // Steps that compiling it is worth: none for a pattern of ordinary size.
    std::uint64_t cost() const { return cost_; }

    // Finds the leftmost match that starts at or after `from`; earlier text is still context for "^" and
    // "\b". `spans` receives the whole match, then every group.
    bool search(std::string_view text, std::size_t from, std::vector<MatchSpan>& spans) const;
    // Whether a pattern that begins with "^" has a match. Faster, because no groups are computed.
    bool has_match(std::string_view text) const;

  private:
    struct Compiled;
    explicit Pattern(std::unique_ptr<Compiled> compiled);

    std::unique_ptr<Compiled> compiled_;
    std::vector<std::string> names_;
    std::uint64_t cost_ = 0;
};

// The most recently used patterns, compiled, or their errors: calls
// often repeat patterns. Thread-safe.
class PatternCache {
  public:
    using Result = std::expected<std::shared_ptr<const Pattern>, std::string>;
    explicit PatternCache(std::int64_t most_bytes = Pattern::kMostBytes) : most_bytes_(most_bytes) {}
    Result get(std::string_view pattern);

  private:
    struct Entry {
        std::string text;
        Result result;
    };
    static constexpr std::size_t kMost = 256;
    static constexpr std::size_t kLongest = 1024;  // longer patterns are compiled each time
    const std::int64_t most_bytes_;                // of each compiled pattern
    std::mutex mutex_;
    std::vector<std::uint32_t> hashes_;  // of the entries' texts, contiguous
    std::vector<Entry> entries_;
    std::size_t next_ = 0;  // the entry to replace next
};

// Translates a pattern to RE2 syntax: "(?<name>" becomes "(?P<name>", and Unicode
// classes become ranges (class names are matched as loosely as in the reference, and the
// tables are the same on every machine).
std::expected<std::string, std::string> translate_pattern(std::string_view pattern);

}  // namespace hcl::eval::functions
