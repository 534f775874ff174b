#include "engine/base/suggest.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/base/ascii.h"

namespace hcl {

namespace {

constexpr std::size_t kLongestName = 128;

// A bit set of the bytes that occur, modulo its size.
std::uint64_t letters(std::string_view text) {
    std::uint64_t found = 0;
    for (char c : text) found |= std::uint64_t{1} << (static_cast<unsigned char>(c) & 63);
    return found;
}

// The number of edits that is still plausible as a typo: a third of the name. Half of a short word is not.
std::uint32_t most_edits(std::size_t length) {
    if (length < 5) return 1;
    return static_cast<std::uint32_t>(std::clamp<std::size_t>((length + 2) / 3, 1, 3));
}

bool lengths_far_apart(std::size_t a, std::size_t b, std::uint32_t limit) {
    return (a > b ? a - b : b - a) > limit;
}

// Every letter that occurs in only one of the two takes an edit, which rejects most pairs. Limits are small.
bool letters_far_apart(std::uint64_t a, std::uint64_t b, std::uint32_t limit) {
    std::uint64_t only_a = a & ~b;
    for (std::uint32_t i = 0; only_a != 0; only_a &= only_a - 1)
        if (i++ == limit) return true;
    std::uint64_t only_b = b & ~a;
    for (std::uint32_t i = 0; only_b != 0; only_b &= only_b - 1)
        if (i++ == limit) return true;
    return false;
}

// The same distance for texts up to 64 bytes, one column of the table at a time, as bit sets of vertical and
// horizontal differences (Hyyrö's algorithm, with swaps of neighbours).
std::uint32_t distance_of_short(std::string_view a, std::string_view b) {
    // Positions of each byte in `a`; entries of other bytes are not read.
    std::uint64_t places[256];
    for (char c : b) places[static_cast<unsigned char>(c)] = 0;
    for (char c : a) places[static_cast<unsigned char>(c)] = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        places[static_cast<unsigned char>(a[i])] |= std::uint64_t{1} << i;

    const std::uint64_t last = std::uint64_t{1} << (a.size() - 1);
    auto distance = static_cast<std::uint32_t>(a.size());
    std::uint64_t more_down = ~std::uint64_t{0}, less_down = 0, same = 0, before = 0;
    for (char c : b) {
        const std::uint64_t here = places[static_cast<unsigned char>(c)];
        const std::uint64_t swapped = ((~same & here) << 1) & before;
        same = (((here & more_down) + more_down) ^ more_down) | here | less_down | swapped;
        std::uint64_t more_right = less_down | ~(same | more_down);
        std::uint64_t less_right = same & more_down;
        distance += (more_right & last) != 0;
        distance -= (less_right & last) != 0;
        more_right = more_right << 1 | 1;
        less_right <<= 1;
        more_down = less_right | ~(same | more_right);
        less_down = more_right & same;
        before = here;
    }
    return distance;
}

// For names of similar length and letters.
std::uint32_t distance_of(std::string_view a, std::string_view b, std::uint32_t limit) {
    std::uint32_t far = limit + 1;
    // A common prefix and suffix need no edits.
    while (!a.empty() && !b.empty() && a.front() == b.front()) a.remove_prefix(1), b.remove_prefix(1);
    while (!a.empty() && !b.empty() && a.back() == b.back()) a.remove_suffix(1), b.remove_suffix(1);
    if (a.empty() || b.empty()) return std::min(static_cast<std::uint32_t>(a.size() + b.size()), far);
    if (a.size() <= 64) return std::min(distance_of_short(a, b), far);

    // Three rows of the usual table; only the cells within `limit` of the diagonal are read.
    std::array<std::array<std::uint32_t, kLongestName + 2>, 3> rows;
    std::uint32_t* before_last = rows[0].data();
    std::uint32_t* last = rows[1].data();
    std::uint32_t* row = rows[2].data();
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<std::uint32_t>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t from = i > limit ? i - limit : 1;
        std::size_t to = std::min(b.size(), i + limit);
        row[from - 1] = from == 1 ? static_cast<std::uint32_t>(i) : far;
        row[to + 1] = far;
        std::uint32_t least = row[from - 1];
        for (std::size_t j = from; j <= to; ++j) {
            std::uint32_t cost = last[j - 1] + (a[i - 1] != b[j - 1]);
            cost = std::min({cost, last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost = std::min(cost, before_last[j - 2] + 1);
            row[j] = cost;
            least = std::min(least, cost);
        }
        if (least > limit) return far;
        std::uint32_t* oldest = before_last;
        before_last = last;
        last = row;
        row = oldest;
    }
    return std::min(last[b.size()], far);
}

}  // namespace

std::uint32_t edit_distance(std::string_view a, std::string_view b, std::uint32_t limit) {
    std::uint32_t far = limit + 1;
    if (a.size() > kLongestName || b.size() > kLongestName) return a == b ? 0 : far;
    if (lengths_far_apart(a.size(), b.size(), limit) || letters_far_apart(letters(a), letters(b), limit))
        return far;
    return distance_of(a, b, limit);
}

Suggester::Suggester(std::string_view given, std::size_t most)
    : given_(given), letters_(letters(given)), most_(most), limit_(most_edits(given.size())) {}

bool Suggester::takes(std::size_t names) {
    offered_ += names;
    if (offered_ <= most_) return true;
    best_.clear();
    return false;
}

void Suggester::offer(std::string_view candidate) {
    if (!takes(1)) return;
    if (candidate.empty() || lengths_far_apart(given_.size(), candidate.size(), limit_)) return;
    compare(candidate, letters_far_apart(letters_, letters(candidate), limit_));
}

void Suggester::offer(const KnownNames& candidates) {
    if (!takes(candidates.names_.size())) return;
    const std::size_t size = given_.size();
    for (const KnownNames::Name& name : candidates.names_) {
        // One comparison: sizes below the minimum wrap around.
        if (name.size - size + limit_ > 2 * std::size_t{limit_}) continue;
        const bool far = letters_far_apart(letters_, name.letters, limit_);
        // Names that differ only in case have the same length.
        if (far && name.size != size) continue;
        compare({name.data, name.size}, far);
    }
}

// For names of similar length.
void Suggester::compare(std::string_view candidate, bool is_far) {
    if (candidate.size() == given_.size()) {
        if (candidate == given_) return;
        if (ascii::equal_but_for_case(given_, candidate)) {
            if (!by_case_ || candidate < best_) best_ = candidate;
            by_case_ = true;
            return;
        }
    }
    if (by_case_ || is_far) return;
    if (given_.size() > kLongestName || candidate.size() > kLongestName) return;
    std::uint32_t distance = distance_of(given_, candidate, limit_);
    // If every character is replaced, it is another word, however short.
    if (distance > limit_ || distance >= std::max(given_.size(), candidate.size())) return;
    if (distance < limit_ || best_.empty() || candidate < best_) best_ = candidate;
    limit_ = distance;
}

void KnownNames::add(std::string_view name) {
    if (!name.empty()) names_.push_back({letters(name), name.data(), name.size()});
}

namespace {

// All of so many names are compared.
constexpr std::size_t kFewNames = 512;
// With more names, this many neighbours on each side are compared, in both orders.
constexpr std::ptrdiff_t kAround = 64;

bool ends_before(std::string_view a, std::string_view b) {
    return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

std::string_view text_of(const std::string* name) {
    return *name;
}

template <typename Names, typename Place, typename Visit>
void visit_around(const Names& names, Place at, const Visit& visit) {
    std::for_each(at - std::min(kAround, at - names.begin()), at + std::min(kAround, names.end() - at),
                  visit);
}

}  // namespace

SimilarNames::SimilarNames(std::vector<std::string> names) : by_start_(std::move(names)) {
    std::ranges::sort(by_start_);
    by_start_.erase(std::ranges::unique(by_start_).begin(), by_start_.end());
    if (by_start_.size() <= kFewNames) return;
    for (const std::string& name : by_start_) by_end_.push_back(&name);
    std::ranges::sort(by_end_, ends_before, text_of);
}

std::string SimilarNames::nearest(std::string_view given) const {
    Suggester near(given);
    if (by_end_.empty()) {
        for (const std::string& name : by_start_) near.offer(name);
        return near.best();
    }
    visit_around(by_start_, std::ranges::lower_bound(by_start_, given),
                 [&](const std::string& name) { near.offer(name); });
    visit_around(by_end_, std::ranges::lower_bound(by_end_, given, ends_before, text_of),
                 [&](const std::string* name) { near.offer(*name); });
    return near.best();
}

std::string suggest(std::string_view given, std::span<const std::string_view> candidates) {
    Suggester suggester(given);
    for (std::string_view candidate : candidates) suggester.offer(candidate);
    return suggester.best();
}

std::string did_you_mean(std::string_view suggestion) {
    return suggestion.empty() ? std::string() : " Did you mean \"" + std::string(suggestion) + "\"?";
}

std::string did_you_mean_clause(std::string_view suggestion) {
    return suggestion.empty() ? std::string() : "; did you mean " + std::string(suggestion) + "?";
}

}  // namespace hcl
