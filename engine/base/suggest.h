// "Did you mean": finds the known name that is most similar to a misspelt one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hcl {

// The number of edits (insert, delete, replace, swap of neighbours) from `a` to `b`, in
// bytes; `limit + 1` when there are more than `limit`. Takes O(length * limit) time.
// Names longer than 128 bytes never match.
std::uint32_t edit_distance(std::string_view a, std::string_view b, std::uint32_t limit);

// Names prepared for repeated queries: most candidates are rejected without reading their bytes. The caller
// owns the bytes and must keep them in place.
class KnownNames {
  public:
    void add(std::string_view name);
    void clear() { names_.clear(); }

  private:
    friend class Suggester;
    struct Name {
        std::uint64_t letters;
        const char* data;
        std::size_t size;
    };
    std::vector<Name> names_;
};

// Picks the most similar of the offered names, and the first in byte order among equals, so that the result
// does not depend on the order of the offers. A name that differs only in case is considered very similar.
class Suggester {
  public:
    // `most`: how many names it may compare; if more are offered, it suggests none.
    explicit Suggester(std::string_view given, std::size_t most = SIZE_MAX);
    void offer(std::string_view candidate);
    void offer(const KnownNames& candidates);
    // Empty when no name is similar enough.
    const std::string& best() const { return best_; }
    std::string_view given() const { return given_; }
    std::size_t offered() const { return offered_; }

  private:
    bool takes(std::size_t names);
    void compare(std::string_view candidate, bool is_far);

    std::string_view given_;
    std::uint64_t letters_;
    std::string best_;
    std::size_t most_;
    std::size_t offered_ = 0;
    std::uint32_t limit_;
    bool by_case_ = false;
};

// Names that many misspelt ones are compared with. Of more than some hundred, only those that start or end
// most like the given one are, so a suggestion takes bounded time.
class SimilarNames {
  public:
    explicit SimilarNames(std::vector<std::string> names);
    SimilarNames(const SimilarNames&) = delete;
    SimilarNames(SimilarNames&&) = default;
    SimilarNames& operator=(const SimilarNames&) = delete;
    SimilarNames& operator=(SimilarNames&&) = default;
    ~SimilarNames() = default;
    // Empty when no name is similar enough.
    std::string nearest(std::string_view given) const;

  private:
    std::vector<std::string> by_start_;
    std::vector<const std::string*> by_end_;
};

std::string suggest(std::string_view given, std::span<const std::string_view> candidates);

// A sentence to append to a message, with a leading space; empty without a suggestion.
std::string did_you_mean(std::string_view suggestion);
// The same within a sentence: "; did you mean NAME?".
std::string did_you_mean_clause(std::string_view suggestion);

}  // namespace hcl
