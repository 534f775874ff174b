// Did you mean: which of the known names a mistyped one was probably meant to be.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hcl {

// Edits (insert, delete, replace, swap of neighbours) that lead from `a` to `b`, counted in bytes; `limit +
// 1` when there are more than `limit`. Takes O(length * limit) time. Names longer than 128 bytes count as far
// apart.
std::uint32_t edit_distance(std::string_view a, std::string_view b, std::uint32_t limit);

// Names that are offered again and again, prepared: most are refused without a look at their bytes. The bytes
// belong to somebody else, who keeps them where they are.
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

// Picks the nearest of the names offered to it; of equally near ones the first in byte order, so that the
// answer does not depend on the order of the offers. A different case alone counts as very near.
class Suggester {
  public:
    explicit Suggester(std::string_view given);
    void offer(std::string_view candidate);
    void offer(const KnownNames& candidates);
    // Empty when nothing is near enough.
    const std::string& best() const { return best_; }

  private:
    void compare(std::string_view candidate, bool is_far);

    std::string_view given_;
    std::uint64_t letters_;
    std::string best_;
    std::uint32_t limit_;
    bool by_case_ = false;
};

std::string suggest(std::string_view given, std::span<const std::string_view> candidates);

// The sentence that ends a message, with a space before it; empty without a suggestion.
std::string did_you_mean(std::string_view suggestion);

}  // namespace hcl
