#include "engine/ide/completion/fuzzy.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace hcl::ide {

namespace {

constexpr std::array<char, 256> kLower = [] {
    std::array<char, 256> table{};
    for (int i = 0; i < 256; ++i)
        table[static_cast<std::size_t>(i)] = static_cast<char>(i >= 'A' && i <= 'Z' ? i + ('a' - 'A') : i);
    return table;
}();

char lower(char c) {
    return kLower[static_cast<unsigned char>(c)];
}

bool is_word_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80);
}

}  // namespace

FuzzyPattern::FuzzyPattern(std::string_view pattern) {
    whole_.reserve(pattern.size());
    for (char c : pattern) whole_ += lower(c);
    letters_ = whole_;
    std::erase(letters_, ' ');
}

bool FuzzyPattern::begins(std::string_view text) const {
    return text.size() >= whole_.size() &&
           std::ranges::equal(text.substr(0, whole_.size()), whole_, {}, lower);
}

std::optional<int> FuzzyPattern::score(std::string_view text) const {
    if (whole_.size() > text.size()) return std::nullopt;
    const std::size_t size = text.size();
    char small[128];
    std::string large;
    char* lowered = small;
    if (size > sizeof small) {
        large.resize(size);
        lowered = large.data();
    }
    for (std::size_t i = 0; i < size; ++i) lowered[i] = lower(text[i]);
    const std::string_view name(lowered, size);
    auto is_start = [&](std::size_t at) { return at == 0 || !is_word_part(name[at - 1]); };
    int score = 0;
    std::size_t next = 0;
    bool was_hit = false;
    for (std::size_t i = 0; i < size && next < letters_.size(); ++i) {
        const bool is_hit = name[i] == letters_[next];
        if (is_hit) {
            ++next;
            score += 1 + (is_start(i) ? 8 : 0) + (was_hit ? 4 : 0);
        }
        was_hit = is_hit;
    }
    if (next < letters_.size()) return std::nullopt;
    // A contiguous match, preferred at the start of a word.
    if (!whole_.empty())
        if (std::size_t at = name.find(whole_); at != std::string_view::npos) {
            score += 100;
            if (is_start(at)) score += 100;
            if (at == 0) score += 100;
            if (whole_.size() == text.size()) score += 100;
        }
    // Prefer shorter names.
    return score * 64 - static_cast<int>(std::min<std::size_t>(text.size(), 63));
}

}  // namespace hcl::ide
